/// Replaces the credentials behind `Bearer` and `Basic` in a text (RFC 6750 §2.1, RFC 7617).
enum SchemeRedactor {
    private static let schemes = ["bearer", "basic"].map { Array($0.utf8) }

    /// What follows these words in plain English and in challenges.
    private static let harmless: Set<String> = [
        "token", "tokens", "auth", "authentication", "authorization", "credential", "credentials", "scheme", "realm",
        "header", "error", "is", "was", "of", "and", "or", "in", "not", "format", "required", "missing", "invalid",
        "expired", "type", "plan", "access", "info", "usage",
    ]

    static func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes)
        var position = 0
        while position < bytes.count {
            if let secret = credentials(at: position, in: bytes) {
                rewriter.redact(secret, named: "authorization")
                position = secret.upperBound
            } else {
                position += 1
            }
        }
        return rewriter.result
    }

    private static func credentials(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
        guard bytes[start].lowercased == UInt8(ascii: "b"), start == 0 || !bytes[start - 1].isLetter else { return nil }
        guard let scheme = schemes.first(where: { bytes[start...].prefix($0.count).map(\.lowercased) == $0 }) else {
            return nil
        }
        var first = start + scheme.count
        while first < bytes.count, bytes[first] == 0x20 { first += 1 }
        guard first > start + scheme.count, first < bytes.count else { return nil }
        let word = bytes[first...].prefix { !$0.isSpace && !"\"'`<>,;\\".utf8.contains($0) }
        let isSecret =
            !word.isEmpty && !Placeholder.isPlaceholder(word) && !isChallenge(word, in: bytes)
            && looksSecret(word, scheme)
        return isSecret ? word.indices : nil
    }

    /// `realm="x"`
    private static func isChallenge(_ word: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        guard let equals = word.firstIndex(of: .equals) else { return false }
        let rest = bytes[(equals + 1)...].first
        return equals + 1 < word.endIndex ? bytes[equals + 1] != .equals : rest == .quote
    }

    /// After "Basic" any plain word is taken for English, after "Bearer" only some.
    private static func looksSecret(_ word: ArraySlice<UInt8>, _ scheme: [UInt8]) -> Bool {
        let letters = String(decoding: word.prefix(while: \.isLetter), as: UTF8.self).lowercased()
        if harmless.contains(letters), word.count - letters.utf8.count < 2 { return false }
        let isPlain = word.dropFirst().allSatisfy { $0.isLetter && $0 == $0.lowercased || $0 == 0x2E }
        return scheme.count == 6 || !isPlain || word.count > 20
    }
}
