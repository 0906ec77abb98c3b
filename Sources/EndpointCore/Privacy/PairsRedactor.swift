/// Replaces the values of secret names in `a=1&b=2`: a query, a form, a fragment. A `;` separates as well, except in a secret.
struct PairsRedactor {
    let redaction: Redaction
    var level = 0

    func redact(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let pieces = bytes.split(separator: .ampersand, omittingEmptySubsequences: false)
        let besideOAuth = Self.belongsToOAuth(pieces.map(Self.name))
        return Array(pieces.map { redact($0, besideOAuth) }.joined(separator: [.ampersand]))
    }

    /// `code` and `state` beside each other are a callback of OAuth, whatever else is there.
    private static func belongsToOAuth(_ names: [ArraySlice<UInt8>]) -> Bool {
        if names.contains(where: SecretNames.isOAuth) { return true }
        return SecretNames.oauthSecrets.isSubset(of: names.map(SecretNames.normalised))
    }

    private func redact(_ piece: ArraySlice<UInt8>, _ besideOAuth: Bool) -> [UInt8] {
        var output: [UInt8] = []
        var rest = piece
        while let equals = rest.firstIndex(of: .equals) {
            let name = Self.name(of: rest)
            let value = rest[(equals + 1)...]
            output += rest[...equals]
            if redaction.names.containsParameter(name, besideOAuth: besideOAuth) {
                var rewriter = Rewriter(Array(value))
                rewriter.redact(0..<value.count, named: SecretNames.normalised(name))
                return output + rewriter.result
            }
            let end = value.firstIndex(of: .semicolon) ?? value.endIndex
            output += nested(value[..<end])
            rest = value[end...]
        }
        return output + rest
    }

    /// The name behind whatever else stands before the equals sign, such as the route in `#/login?token=…`.
    private static func name(of piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let name = piece.prefix { $0 != .equals }
        let marks: [UInt8] = [.semicolon, .slash, UInt8(ascii: "?"), UInt8(ascii: "#")]
        return name[(name.lastIndex(where: marks.contains).map { $0 + 1 } ?? name.startIndex)...]
    }

    /// A value that is no secret may still hold one: a URL with a query of its own, JSON, a header.
    private func nested(_ value: ArraySlice<UInt8>) -> [UInt8] {
        guard redaction.isStandard, level < Redaction.deepest, value.contains(where: Self.marks.contains) else {
            return Array(value)
        }
        let decoded = Array(PercentDecoding.decoded(value))
        let redacted = redaction.text(decoded, level: level + 1)
        if redacted == decoded { return Array(value) }
        return value.contains(.percent) ? PercentDecoding.encoded(redacted) : redacted
    }

    private static let marks: [UInt8] = [.percent, .equals, .colon]
}
