extension Multipart {
    /// One part of a form: a field, or a file with its name and type.
    public struct Part: Hashable, Sendable {
        /// Where the bytes of a part are.
        public enum Content: Hashable, Sendable {
            /// In memory.
            case data(Data)
            /// In a local file, which is read when the form is sent.
            case file(URL)
        }

        /// The name of the field.
        public let name: String

        /// The name of the file; servers take a part that has one for a file.
        public let fileName: String?

        /// The media type of the bytes. Without one they are text in UTF-8 (RFC 7578 §4.4).
        public let contentType: String?

        /// The bytes.
        public let content: Content

        /// A part with everything that it can have.
        public init(name: String, fileName: String? = nil, contentType: String? = nil, content: Content) {
            self.name = name
            self.fileName = fileName
            self.contentType = contentType
            self.content = content
        }
    }
}

extension Multipart.Part {
    /// A text, a number or another simple value.
    public static func field(_ name: String, _ value: some ParameterValue) -> Multipart.Part {
        Multipart.Part(name: name, content: .data(Data(value.parameterText.utf8)))
    }

    /// Bytes of any type.
    public static func data(
        _ name: String, _ data: Data, fileName: String? = nil, contentType: String = "application/octet-stream"
    ) -> Multipart.Part {
        Multipart.Part(name: name, fileName: fileName, contentType: contentType, content: .data(data))
    }

    /// A local file, under its own name unless another is given.
    public static func file(
        _ name: String, _ file: URL, fileName: String? = nil, contentType: String = "application/octet-stream"
    ) -> Multipart.Part {
        Multipart.Part(
            name: name, fileName: fileName ?? file.lastPathComponent, contentType: contentType, content: .file(file))
    }
}
