/// Replaces the values of secret names in `a=1&b=2`: a query, a form, a fragment. A `;` separates as well, except in a secret.
struct FormRedactor {
    let redaction: Redaction
    let level: Int

    private static let nameMarks: ByteSet = ";/?#"
    private static let nestedMarks: ByteSet = "%=:"

    func redact(_ range: Range<Int>, in rewriter: inout Rewriter) {
        guard rewriter.bytes.holds(.equals, in: range) else { return }
        let pieces = rewriter.bytes.pieces(of: range, by: .ampersand)
        let besideOAuth = Self.belongToOAuth(pieces, in: rewriter.bytes)
        for piece in pieces { redact(piece, besideOAuth, &rewriter) }
    }

    /// `code` and `state` beside each other are a callback of OAuth, whatever else is there.
    private static func belongToOAuth(_ pieces: [Range<Int>], in bytes: [UInt8]) -> Bool {
        var secrets: Set<String> = []
        for piece in pieces {
            let name = name(of: piece, in: bytes)
            if SecretNames.isOAuth(name) { return true }
            let normalised = SecretNames.normalised(name)
            if SecretNames.oauthSecrets.contains(normalised) { secrets.insert(normalised) }
        }
        return secrets.count == 2
    }

    private func redact(_ piece: Range<Int>, _ besideOAuth: Bool, _ rewriter: inout Rewriter) {
        let bytes = rewriter.bytes
        var rest = piece
        while bytes.holds(.equals, in: rest) {
            let name = Self.name(of: rest, in: bytes)
            let value = (name.endIndex + 1)..<piece.upperBound
            if redaction.names.containsParameter(name, besideOAuth: besideOAuth) {
                return rewriter.redact(value, named: SecretNames.normalised(name))
            }
            let end = bytes.next(.semicolon, from: value.lowerBound, to: value.upperBound)
            nested(value.lowerBound..<end, &rewriter)
            rest = end..<piece.upperBound
        }
    }

    /// The name behind whatever else stands before the equals sign, such as the route in `#/login?token=…`.
    private static func name(of piece: Range<Int>, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let end = bytes.next(.equals, from: piece.lowerBound, to: piece.upperBound)
        return bytes[bytes.behindLast(nameMarks, in: piece.lowerBound..<end)..<end]
    }

    /// A value that is no secret may still hold one: a URL with a query of its own, JSON, a header.
    private func nested(_ value: Range<Int>, _ rewriter: inout Rewriter) {
        let bytes = rewriter.bytes
        guard redaction.isStandard, level < Redaction.deepest, bytes.holds(Self.nestedMarks, in: value) else { return }
        let decoded = Array(PercentDecoding.decoded(bytes[value]))
        let redacted = redaction.text(decoded, level: level + 1)
        guard redacted != decoded else { return }
        let isEncoded = bytes.holds(.percent, in: value)
        rewriter.replace(value, with: isEncoded ? PercentDecoding.encoded(redacted) : redacted)
    }
}
