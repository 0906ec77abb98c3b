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
