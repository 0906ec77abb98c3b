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
        var secret = SecretHeader(name: name, value: value)
        return String(decoding: tokens(secret.redacted()), as: UTF8.self)
    }

    /// Headers without their secrets.
    public func headers(_ headers: [String: String]) -> [String: String] {
        var redacted = headers
        for (name, value) in headers { redacted[name] = header(name, value) }
        return redacted
    }
}
