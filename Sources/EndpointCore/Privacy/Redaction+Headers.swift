extension Redaction {
    /// Whether the value of this header is a secret, whatever the case of its name.
    public func isSecret(header name: String) -> Bool {
        names.containsHeader(name)
    }

    /// The value of a header without its secrets.
    ///
    /// Of `Authorization` the scheme stays, of `Cookie` the names, of `Set-Cookie` names and attributes; other secret headers
    /// are replaced whole. The value of a header that is none goes through ``text(_:)``.
    public func header(_ name: String, _ value: String) -> String {
        guard isSecret(header: name) else { return text(value) }
        return String(decoding: tokens(SecretHeader(name: name, value: value).redacted), as: UTF8.self)
    }

    /// Headers without their secrets.
    public func headers(_ headers: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: headers.map { name, value in (name, header(name, value)) })
    }
}
