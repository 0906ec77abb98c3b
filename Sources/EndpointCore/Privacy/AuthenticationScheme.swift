/// Credentials with their scheme (RFC 9110 §11.4), in a header or in a text: `Bearer …`, `Basic …`.
enum AuthenticationScheme {
    private static let names: WordList = """
        basic bearer digest dpop gnap hoba mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 vapid token
        apikey aws4-hmac-sha256
        """
    private static let wordEnds = ByteSet.wordEnds.union(",;\\")
    private static let sentence = ByteSet { $0.isLetter && $0 == $0.lowercased }.union(".")

    /// Words that follow the schemes in plain English and in challenges.
    private static let harmless: WordList = """
        token tokens auth authentication authorization credential credentials scheme realm header error is was of and or in
        not format required missing invalid expired type plan access info usage
        """

    /// The position after a scheme and its blank, which aren't secret; the start if there is none.
    static func end(in bytes: [UInt8], from start: Int = 0, to end: Int? = nil) -> Int {
        let end = end ?? bytes.count
        let blank = bytes.next(0x20, from: start, to: min(end, start + 24))
        let isScheme =
            blank + 1 < end && bytes[blank] == 0x20 && names.contains(bytes[start..<blank].map(\.lowercased)[...])
        return isScheme ? blank + 1 : start
    }

    /// The credentials after `Bearer` and `Basic` in a text (RFC 6750 §2.1, RFC 7617).
    static func credentials(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var blank = bytes.next(0x20, from: 0, to: bytes.count)
        while blank < bytes.count {
            let end = bytes.end(of: " ", from: blank, to: bytes.count)
            let scheme = bytes.start(of: .letters, in: max(0, blank - 7)..<blank)
            if bytes[scheme] | 0x20 == 0x62, blank - scheme == 5 || blank - scheme == 6 {
                let name = bytes[scheme..<blank].map(\.lowercased)
                let word = end..<bytes.next(wordEnds, from: end, to: bytes.count)
                let isBearer = name == Array("bearer".utf8)
                if isBearer || name == Array("basic".utf8), isSecret(word, in: bytes, isBearer: isBearer) {
                    found.append(word)
                }
            }
            blank = bytes.next(0x20, from: end, to: bytes.count)
        }
        return found
    }

    /// After "Basic" any plain word counts as English, after "Bearer" only the harmless ones; `realm="x"` is a
    /// challenge.
    private static func isSecret(_ word: Range<Int>, in bytes: [UInt8], isBearer: Bool) -> Bool {
        if word.isEmpty { return false }
        let next = bytes.next(.equals, from: word.lowerBound, to: word.upperBound) + 1
        if next < bytes.count, next <= word.upperBound {
            if next < word.upperBound ? bytes[next] != .equals : bytes[next] == .quote { return false }
        }
        let letters = bytes.end(of: .letters, from: word.lowerBound, to: word.upperBound)
        if word.upperBound - letters < 2, harmless.contains(SecretNames.normalised(bytes[word.lowerBound..<letters])) {
            return false
        }
        let isPlain = bytes.end(of: sentence, from: word.lowerBound + 1, to: word.upperBound) == word.upperBound
        return isBearer || !isPlain || word.count > 20
    }
}
