extension Redaction {
    /// Free text without its secrets: a log line, a message, a body of unknown kind.
    ///
    /// Found are ``redacting(values:)``, shapes of credentials, `Bearer …`, `Authorization: …`, `name=value`, `"name": "value"`
    /// and `<name>value</name>` with secret names, and URLs as in ``urlText(_:)``.
    public func text(_ text: String) -> String {
        string(text) { self.text($0) }
    }

    /// A form (`application/x-www-form-urlencoded`) without its secrets.
    ///
    /// `code` and `state` are secrets only beside each other or another field of OAuth, such as `grant_type`.
    public func form(_ text: String) -> String {
        string(text) { self.form($0) }
    }

    /// The text of a URL without userinfo and other secrets, for reading: the placeholder stands in it as `{{secret}}`.
    ///
    /// Covered are relative URLs too, names that are percent-encoded, a query in the fragment (OAuth's implicit flow),
    /// `;jsessionid=…` in a path, and URLs inside of values.
    public func urlText(_ text: String) -> String {
        string(text) { self.url($0) }
    }

    /// A URL without userinfo and other secrets, in which the placeholder is percent-encoded: `%7B%7Bsecret%7D%7D`.
    public func url(_ url: URL) -> URL {
        let text = url.relativeString
        let redacted = urlText(text)
        let base = url.baseURL.map(self.url)
        guard redacted != text || base != url.baseURL else { return url }
        return URL(string: Placeholder.percentEncoded(in: redacted), relativeTo: base) ?? URL(string: "about:redacted")!
    }
}

extension Redaction {
    /// Nested texts (a URL in a query in a URL) are followed so many levels deep.
    static let deepest = 3

    func text(_ bytes: [UInt8], level: Int = 0) -> [UInt8] {
        guard isStandard else { return values.redact(bytes) }
        let words = InlineURLRedactor(redaction: self, level: level).redact(values.redact(bytes))
        return shapes(KeyValueRedactor(names: names).redact(words))
    }

    func url(_ bytes: [UInt8], level: Int = 0) -> [UInt8] {
        var rewriter = Rewriter(values.redact(bytes))
        URLRedactor(redaction: self, level: level).redact(0..<rewriter.bytes.count, in: &rewriter)
        return shapes(rewriter.result)
    }

    func form(_ bytes: [UInt8], level: Int = 0) -> [UInt8] {
        var rewriter = Rewriter(values.redact(bytes))
        FormRedactor(redaction: self, level: level).redact(0..<rewriter.bytes.count, in: &rewriter)
        return shapes(rewriter.result)
    }

    /// What is a secret by itself, whatever stands around it: named values and shapes of credentials.
    func tokens(_ bytes: [UInt8]) -> [UInt8] {
        shapes(values.redact(bytes))
    }

    private func shapes(_ bytes: [UInt8]) -> [UInt8] {
        isStandard ? CredentialFormatRedactor.redact(SchemeRedactor.redact(bytes)) : bytes
    }

    private func string(_ text: String, _ redact: ([UInt8]) -> [UInt8]) -> String {
        let bytes = Array(text.utf8)
        let redacted = redact(bytes)
        return redacted == bytes ? text : String(decoding: redacted, as: UTF8.self)
    }
}

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
