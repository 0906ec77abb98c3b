extension Redaction {
    /// JSON without its secrets, every other byte as it was.
    ///
    /// What stands under a secret key becomes one string, objects and arrays as well; `null`, `true` and `false` stay. All
    /// strings go through ``text(_:)``. JSON that is cut off or broken is redacted too.
    public func json(_ body: Data) -> Data {
        data(body) { json($0) }
    }

    /// A body without its secrets, read as what its media type says and its first byte confirms: JSON, a form, a multipart
    /// form, else text. Bytes that are no secret stay as they were, whether they are UTF-8 or not.
    public func body(_ body: Data, contentType: String?) -> Data {
        let media = contentType.flatMap { MediaType($0) }
        if let wide = UTF16Or32Text(body, media) {
            let redacted = String(decoding: self.body(Array(wide.text.utf8), media), as: UTF8.self)
            return redacted == wide.text ? body : wide.encoded(redacted)
        }
        return data(body) { self.body($0, media) }
    }

    func body(_ bytes: [UInt8], _ media: MediaType?, level: Int = 0) -> [UInt8] {
        if let media, !media.isText, Self.opaque.contains(media.type) { return tokens(bytes) }
        if let boundary = media?.parameters["boundary"], media?.type == "multipart", level < Self.deepest {
            return MultipartRedactor(redaction: self, boundary: boundary, level: level).redact(bytes)
        }
        if media?.isJSON == true || Self.looksLikeJSON(bytes) { return json(bytes) }
        return media?.subtype == "x-www-form-urlencoded" ? form(bytes) : text(bytes)
    }

    private func json(_ bytes: [UInt8]) -> [UInt8] {
        var redactor = JSONRedactor(redaction: self, bytes)
        return redactor.redacted()
    }

    private func data(_ body: Data, _ redact: ([UInt8]) -> [UInt8]) -> Data {
        let bytes = Array(body)
        let redacted = redact(bytes)
        return redacted == bytes ? body : Data(redacted)
    }

    private static let opaque: WordList = "image audio video font"

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        for byte in bytes where !byte.isSpace && byte < 0xBB { return byte == 0x7B || byte == 0x5B }
        return false
    }
}
