/// The value of a header that is a secret, of which as much stays as helps to understand it.
struct SecretHeader {
    let name: String
    let value: String

    private static let schemes: Set<String> = [
        "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "ntlm", "oauth", "privatetoken",
        "scram-sha-1", "scram-sha-256", "vapid", "token", "apikey", "aws4-hmac-sha256",
    ]
    private static let cookieAttributes: Set<String> = [
        "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "partitioned", "priority",
    ]

    var redacted: [UInt8] {
        let bytes = Array(value.utf8)
        switch name.lowercased() {
        case "cookie": return Self.joined(bytes, by: .semicolon) { cookie($0) }
        case "set-cookie": return Self.joined(bytes, by: .newline) { setCookie($0) }
        case let name where name.contains("authorization"): return credentials(bytes)
        default: return replacement(bytes[...])
        }
    }

    /// Whether a word is a registered or common authentication scheme, and so no secret itself.
    static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        schemes.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// The scheme stays, if it is one: `Bearer {{secret}}`.
    private func credentials(_ bytes: [UInt8]) -> [UInt8] {
        guard let blank = bytes.firstIndex(of: 0x20), Self.isScheme(bytes[..<blank]) else {
            return replacement(bytes[...])
        }
        return bytes[...blank] + replacement(bytes[(blank + 1)...])
    }

    /// `name=value`; what has no name is all value.
    private func cookie(_ pair: ArraySlice<UInt8>) -> [UInt8] {
        let start = pair.firstIndex { !$0.isSpace } ?? pair.endIndex
        let valueStart = pair.firstIndex(of: .equals).map { $0 + 1 } ?? start
        return pair[..<valueStart] + replacement(pair[valueStart...])
    }

    /// One cookie, or several that were joined with commas, as Foundation does.
    private func setCookie(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var isFirst = true
        return Self.joined(Array(line), by: .semicolon) { segment in
            defer { isFirst = false }
            let isCookie = isFirst
            var isDate = false
            return Self.joined(Array(segment), by: .comma) { part in
                let keeps =
                    isDate ? Self.isDateTail(part) : !(isCookie || part.startIndex > 0) && Self.isAttribute(part)
                isDate = keeps && !isDate && Self.attribute(part) == "expires"
                return keeps ? Array(part) : cookie(part)
            }
        }
    }

    private static func attribute(_ part: ArraySlice<UInt8>) -> String {
        String(decoding: part.prefix { $0 != .equals }.filter { !$0.isSpace }, as: UTF8.self).lowercased()
    }

    private static func isAttribute(_ part: ArraySlice<UInt8>) -> Bool {
        cookieAttributes.contains(attribute(part))
    }

    /// What follows the comma in `Wed, 09 Jun 2021 10:18:14 GMT`.
    private static func isDateTail(_ part: ArraySlice<UInt8>) -> Bool {
        part.count <= 30 && part.allSatisfy { $0.isAlphanumeric || $0 == .colon || $0 == 0x20 || $0 == 0x2D }
    }

    private func replacement(_ secret: ArraySlice<UInt8>) -> [UInt8] {
        var rewriter = Rewriter(Array(secret))
        rewriter.redact(0..<secret.count, named: name)
        return rewriter.result
    }

    private static func joined(
        _ bytes: [UInt8], by separator: UInt8, _ redact: (ArraySlice<UInt8>) -> [UInt8]
    ) -> [UInt8] {
        let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        return Array(parts.map(redact).joined(separator: [separator]))
    }
}
