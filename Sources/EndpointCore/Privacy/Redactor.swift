/// Applies a ``Redaction`` to bytes: replaces the secrets that the rules find in each format.
package struct Redactor {
    private let finder: SecretFinder
    private let replacement: SecretReplacement

    /// How many levels of parts within parts are redacted.
    private static let deepest = 3

    package init(_ redaction: Redaction, replacing replacement: SecretReplacement = .standard) {
        finder = SecretFinder(redaction: redaction, placeholders: replacement)
        self.replacement = replacement
    }

    /// Free text and JSON: see ``Redaction/text(_:)`` and ``Redaction/json(_:)``.
    package func text(_ bytes: [UInt8]) -> [UInt8] {
        replacing(finder.secrets(in: bytes, as: .text), in: bytes)
    }

    /// A URL: see ``Redaction/urlText(_:)``.
    package func url(_ bytes: [UInt8]) -> [UInt8] {
        replacing(finder.secrets(in: bytes, as: .url), in: bytes, isURL: true)
    }

    func form(_ bytes: [UInt8]) -> [UInt8] {
        replacing(finder.secrets(in: bytes, as: .form), in: bytes, isURL: true)
    }

    /// The value of a header: see ``Redaction/header(_:_:)``.
    package func header(_ name: String, _ value: [UInt8]) -> [UInt8] {
        replacing(finder.secrets(inHeader: name, value), in: value)
    }

    /// A body: see ``Redaction/body(_:contentType:)``.
    package func body(_ body: Data, contentType: String?) -> Data {
        let media = contentType.flatMap { MediaType($0) }
        if let wide = UTF16Or32Text(body, media) {
            let redacted = String(decoding: self.body(Array(wide.text.utf8), media), as: UTF8.self)
            if redacted != wide.text { return wide.encoded(redacted) }
            let bytes = Array(body)
            let unnamed = opaque(bytes)
            return unnamed == bytes ? body : Data(unnamed)
        }
        let bytes = Array(body)
        let redacted = self.body(bytes, media)
        return redacted == bytes ? body : Data(redacted)
    }

    func body(_ bytes: [UInt8], _ media: MediaType?, level: Int = 0) -> [UInt8] {
        if let boundary = media?.parameters["boundary"], media?.type == "multipart", level < Self.deepest {
            return multipart(MultipartBody(bytes, boundary: boundary), level: level)
        }
        if media?.subtype == "graphql" || media?.isText != true && String(bytes: bytes, encoding: .utf8) == nil {
            return opaque(bytes)
        }
        return media?.subtype == "x-www-form-urlencoded" && !JSONFields.begins(bytes) ? form(bytes) : text(bytes)
    }

    /// Replaces the secret fields of a multipart form, and the secrets in its other parts (RFC 7578).
    private func multipart(_ body: MultipartBody, level: Int) -> [UInt8] {
        var (output, copied) = ([UInt8](), 0)
        for part in body.pieces {
            output += body.bytes[copied..<part.whole.lowerBound]
            if let head = part.head { output += text(Array(body.bytes[head])) }
            let content = Array(body.bytes[part.body])
            if let secret = finder.secret(inField: part.name, content) {
                output += replacing([secret], in: content)
            } else {
                let media = part.head == nil ? .plainText : part.contentType.flatMap { MediaType($0) }
                output += self.body(content, media, level: level + 1)
            }
            copied = part.body.upperBound
        }
        return output + body.bytes[copied...]
    }

    /// For code, and bytes that aren't text: replaces the known values of eight or more bytes, and nothing else.
    private func opaque(_ bytes: [UInt8]) -> [UInt8] {
        replacing(finder.values(in: bytes).filter { $0.bytes.count >= 8 }, in: bytes)
    }

    private func replacing(_ secrets: [FoundSecret], in bytes: [UInt8], isURL: Bool = false) -> [UInt8] {
        replacement.replacing(secrets, in: bytes, isURL: isURL)
    }
}
