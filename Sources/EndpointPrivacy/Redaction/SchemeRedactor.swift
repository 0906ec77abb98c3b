/// Replaces the credentials behind `Bearer` and `Basic` in a text (RFC 6750 §2.1, RFC 7617).
enum SchemeRedactor {
    private static let schemes: WordList = "bearer basic"
    private static let wordEnds = ByteSet.wordEnds.union(",;\\")
    private static let sentence = ByteSet { $0.isLetter && $0 == $0.lowercased }.union(".")

    /// What follows these words in plain English and in challenges.
    private static let harmless: WordList = """
        token tokens auth authentication authorization credential credentials scheme realm header error is was of and or in
        not format required missing invalid expired type plan access info usage
        """

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
        let end = bytes.end(of: .letters, from: start, to: min(start + 7, bytes.count))
        var first = end
        while first < bytes.count, bytes[first] == 0x20 { first += 1 }
        guard first > end, schemes.contains(SecretNames.normalised(bytes[start..<end])) else { return nil }
        let word = first..<bytes.next(wordEnds, from: first, to: bytes.count)
        let isSecret =
            !word.isEmpty && !Placeholder.isPlaceholder(word, in: bytes) && !isChallenge(word, in: bytes)
            && looksSecret(word, in: bytes, isBearer: end - start == 6)
        return isSecret ? word : nil
    }

    /// `realm="x"`
    private static func isChallenge(_ word: Range<Int>, in bytes: [UInt8]) -> Bool {
        let next = bytes.next(.equals, from: word.lowerBound, to: word.upperBound) + 1
        guard next <= word.upperBound, next < bytes.count else { return false }
        return next < word.upperBound ? bytes[next] != .equals : bytes[next] == .quote
    }

    /// After "Basic" any plain word is taken for English, after "Bearer" only some.
    private static func looksSecret(_ word: Range<Int>, in bytes: [UInt8], isBearer: Bool) -> Bool {
        let letters = bytes.end(of: .letters, from: word.lowerBound, to: word.upperBound)
        if word.upperBound - letters < 2, harmless.contains(SecretNames.normalised(bytes[word.lowerBound..<letters])) {
            return false
        }
        let isPlain = bytes.end(of: sentence, from: word.lowerBound + 1, to: word.upperBound) == word.upperBound
        return isBearer || !isPlain || word.count > 20
    }
}
