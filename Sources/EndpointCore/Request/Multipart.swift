/// A form of several parts: fields, bytes and files (`multipart/form-data`, RFC 7578).
///
/// ```swift
/// let form: Multipart = [
///     .field("title", "Momo"),
///     .file("scan", scan, contentType: "application/pdf"),
/// ]
/// ```
///
/// A form in memory is sent as an ``HTTPBody/multipart(_:)``. A form with files is sent as the
/// ``UploadEndpointBody/multipart(_:)`` of an ``UploadEndpoint``, which reads the files in pieces. Equal forms give
/// equal bytes: the boundary is computed from the parts and does not occur in them.
public struct Multipart: Hashable, Sendable {
    /// The parts in the order in which they are sent. A name may occur more than once.
    public let parts: [Part]

    /// The text that separates the parts. Files are not searched for it in advance; sending fails when one contains it.
    public let boundary: String

    /// A form from its parts.
    public init(_ parts: [Part]) {
        self.parts = parts
        boundary = MultipartBoundary.make(for: parts)
    }

    /// The value of `Content-Type`, with the boundary.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }
}

extension Multipart: ExpressibleByArrayLiteral {
    public init(arrayLiteral parts: Part...) {
        self.init(parts)
    }
}

extension Multipart {
    /// One part of a form: a field, or a file with its name and type.
    public struct Part: Hashable, Sendable {
        /// The source of the bytes.
        enum Content: Hashable, Sendable {
            /// In memory.
            case data(Data)
            /// In a local file, which is read when the form is sent.
            case file(URL)
        }

        /// The name of the field.
        public let name: String

        /// The name of the file. Servers treat a part with a file name as a file.
        public let fileName: String?

        /// The media type of the bytes; nil for text in UTF-8 (RFC 7578 §4.4).
        public let contentType: String?

        /// The bytes, or the file that holds them.
        let content: Content

        /// A part from its fields.
        init(name: String, fileName: String? = nil, contentType: String? = nil, content: Content) {
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

    /// A local file. Its own name is sent unless another one is given.
    public static func file(
        _ name: String, _ file: URL, fileName: String? = nil, contentType: String = "application/octet-stream"
    ) -> Multipart.Part {
        Multipart.Part(
            name: name, fileName: fileName ?? file.lastPathComponent, contentType: contentType, content: .file(file))
    }
}

extension Multipart {
    /// The encoded form as a sequence of bytes and files.
    ///
    /// - Throws: ``RequestError`` when the media type of a part is not a valid header value.
    package func pieces() throws -> [UploadEndpointBody] {
        var pieces: [UploadEndpointBody] = []
        var bytes = Data()
        for part in parts {
            bytes.append(contentsOf: try head(of: part).utf8)
            switch part.content {
            case .data(let data):
                bytes.append(data)
            case .file(let file):
                pieces += [.data(bytes), .file(file)]
                bytes = Data()
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return pieces + [.data(bytes)]
    }

    private func head(of part: Part) throws -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
        if let fileName = part.fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        if let contentType = part.contentType {
            try HeaderRules.check(name: "Content-Type", value: contentType)
            head += "\r\nContent-Type: \(contentType)"
        }
        return head + "\r\n\r\n"
    }

    /// A name as browsers send it (WHATWG HTML §4.10.21.8): in UTF-8, with the quote and the line breaks
    /// percent-encoded, so that a name cannot end its header. The percent sign is not encoded.
    private static func escaped(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Finds a boundary that occurs in no part of a form.
///
/// The first letter of a boundary occurs in it only once, so ``BoundarySearch`` never has to go back.
enum MultipartBoundary {
    /// The boundary for these parts. It depends on the names of files, not on their bytes.
    static func make(for parts: [Multipart.Part]) -> String {
        make(for: parts, seed: seed(of: parts))
    }

    /// The first boundary of a seeded sequence that occurs in no part.
    static func make(for parts: [Multipart.Part], seed: UInt64) -> String {
        var generator = SplitMix64(seed: seed)
        while true {
            let boundary = candidate(&generator)
            if !parts.contains(where: { $0.contains(boundary) }) { return boundary }
        }
    }

    private static func candidate(_ generator: inout SplitMix64) -> String {
        let high = generator.next()
        return "Endpoint-" + String(hexadecimal: high, generator.next())
    }

    private static func seed(of parts: [Multipart.Part]) -> UInt64 {
        var checksum = FNV1a()
        for part in parts {
            let names = [part.name, part.fileName, part.contentType].map { Data(($0 ?? "").utf8) }
            for bytes in names + [part.data ?? Data()] {
                checksum.add(bytes)
                checksum.add(Data("\(bytes.count)".utf8))
            }
        }
        return checksum.value
    }
}

extension Multipart.Part {
    fileprivate var data: Data? {
        guard case .data(let data) = content else { return nil }
        return data
    }

    fileprivate func contains(_ boundary: String) -> Bool {
        var search = BoundarySearch(boundary)
        return data?.withUnsafeBytes { search.finds($0) } ?? false
    }
}

/// Searches for a text in bytes that arrive in pieces. The first letter of the text must occur in it only once.
package struct BoundarySearch: Sendable {
    private let pattern: [UInt8]
    private var matched = 0

    package init(_ boundary: String) {
        pattern = Array(boundary.utf8)
    }

    /// Adds bytes, and returns whether the text is complete. It may have begun in earlier bytes.
    package mutating func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes {
            if byte == pattern[matched] {
                matched += 1
                if matched == pattern.count { return true }
            } else {
                matched = byte == pattern[0] ? 1 : 0
            }
        }
        return false
    }
}
