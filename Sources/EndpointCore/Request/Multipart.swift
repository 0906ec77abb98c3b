/// A form of several parts: fields, bytes and files (`multipart/form-data`, RFC 7578).
///
/// ```swift
/// let form: Multipart = [
///     .field("title", "Momo"),
///     .file("scan", scan, contentType: "application/pdf"),
/// ]
/// ```
///
/// A form in memory becomes an ``HTTPBody/multipart(_:)``; one with files is the ``UploadEndpointBody/multipart(_:)`` of an
/// ``UploadEndpoint``, which reads them piece by piece. The same form always gives the same bytes: its boundary follows
/// from its parts, and stands in none of them.
public struct Multipart: Hashable, Sendable {
    /// The parts in the order in which they are sent. A name may stand several times.
    public let parts: [Part]

    /// What separates the parts. A file may hold it only on purpose, and is then refused while it is sent.
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

extension Multipart {
    /// The form as bytes and files, in order.
    ///
    /// - Throws: ``RequestError`` when the media type of a part cannot stand in a header.
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

    /// A name as browsers send it (WHATWG HTML §4.10.21.8), so that none can end its header: UTF-8, with three characters
    /// percent-encoded, and the percent sign itself not.
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

/// Finds the boundary of a form.
///
/// Its first letter stands in it only once, so that a search for it never has to go back.
enum MultipartBoundary {
    /// The boundary that follows from the parts. Of a file only the name counts.
    static func make(for parts: [Multipart.Part]) -> String {
        make(for: parts, seed: seed(of: parts))
    }

    /// The first of the boundaries that follow from a seed which stands in no part.
    static func make(for parts: [Multipart.Part], seed: UInt64) -> String {
        var candidates = SplitMix64(seed: seed)
        while true {
            let boundary = candidate(&candidates)
            if !parts.contains(where: { $0.holds(boundary) }) { return boundary }
        }
    }

    private static func candidate(_ chance: inout SplitMix64) -> String {
        let high = chance.next()
        return "Endpoint-" + String(hexadecimal: high, chance.next())
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

    fileprivate func holds(_ boundary: String) -> Bool {
        var search = BoundarySearch(boundary)
        return data?.withUnsafeBytes { search.finds($0) } ?? false
    }
}

/// Looks for a text in bytes that come piece by piece. The first letter of the text must stand in it only once.
package struct BoundarySearch: Sendable {
    private let needle: [UInt8]
    private var matched = 0

    package init(_ boundary: String) {
        needle = Array(boundary.utf8)
    }

    /// Whether the text ends in these bytes; it may begin in those before them.
    package mutating func finds(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes {
            if byte == needle[matched] {
                matched += 1
                if matched == needle.count { return true }
            } else {
                matched = byte == needle[0] ? 1 : 0
            }
        }
        return false
    }
}
