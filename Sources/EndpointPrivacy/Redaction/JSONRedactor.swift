/// Replaces the secrets of JSON in its bytes, flat and without a tree: nothing else changes, and no depth, no missing end and no
/// broken syntax is too much for it.
struct JSONRedactor {
    private let redaction: Redaction
    private let bytes: [UInt8]
    private let besideOAuth: Bool
    private var rewriter: Rewriter

    private static let structure = ByteSet.space.union("{}[],:")
    private static let literals: WordList = "true false null"
    private static let oauthFields: WordList = "grant_type redirect_uri code_verifier"

    init(redaction: Redaction, _ bytes: [UInt8]) {
        self.redaction = redaction
        self.bytes = bytes
        besideOAuth = Self.oauthFields.areMentioned(in: bytes)
        rewriter = Rewriter(bytes)
    }

    mutating func redacted() -> [UInt8] {
        var isJSON = true
        var position = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while position < bytes.count {
            if bytes[position] == .quote {
                position = string(at: position)
            } else if Self.structure.contains(bytes[position]) {
                position += 1
            } else {
                let end = JSONScanner.end(ofBare: position, in: bytes)
                isJSON = isJSON && (isLiteral(position..<end) || JSONNumber.isValid(position..<end, in: bytes))
                bare(position..<end)
                position = end
            }
        }
        return isJSON ? rewriter.result : redaction.text(rewriter.result)
    }

    /// Redacts the string that begins here, or what stands under it if it is a secret key. Returns where to go on.
    private mutating func string(at start: Int) -> Int {
        let (content, end) = JSONScanner.string(at: start, in: bytes)
        let colon = JSONScanner.end(ofSpace: end, in: bytes)
        guard colon < bytes.count, bytes[colon] == .colon else {
            text(content)
            return end
        }
        let key = isEscaped(content) ? JSONString.unescaped(content, in: bytes)[...] : bytes[content]
        guard redaction.names.containsKey(key, besideOAuth: besideOAuth) else {
            text(content)
            return colon + 1
        }
        return secret(from: JSONScanner.end(ofSpace: colon + 1, in: bytes), named: SecretNames.normalised(key))
    }

    /// Redacts the value under a secret key. Where a key stands in its place, the value of that one is as secret.
    private mutating func secret(from start: Int, named name: String) -> Int {
        var start = start
        while start < bytes.count, bytes[start] == .quote {
            let (content, end) = JSONScanner.string(at: start, in: bytes)
            rewriter.redact(content, named: name)
            let colon = JSONScanner.end(ofSpace: end, in: bytes)
            guard colon < bytes.count, bytes[colon] == .colon else { return end }
            start = JSONScanner.end(ofSpace: colon + 1, in: bytes)
        }
        guard start < bytes.count else { return bytes.count }
        let isNested = bytes[start] == 0x7B || bytes[start] == 0x5B
        let end = isNested ? JSONScanner.end(ofNested: start, in: bytes) : JSONScanner.end(ofBare: start, in: bytes)
        if isNested || !isLiteral(start..<end) { replaceWhole(start..<end, named: name) }
        return end
    }

    /// Strings that are no secret by their key may hold one by their content.
    private mutating func text(_ content: Range<Int>) {
        guard mayHoldSecret(content) else { return }
        let isEscaped = isEscaped(content)
        let text = isEscaped ? JSONString.unescaped(content, in: bytes) : Array(bytes[content])
        let redacted = redaction.text(text)
        if redacted != text { rewriter.replace(content, with: isEscaped ? JSONString.escaped(redacted) : redacted) }
    }

    /// Most strings are one short word, and no shape, no field and no URL is.
    private func mayHoldSecret(_ text: Range<Int>) -> Bool {
        redaction.values.count > 0 || text.count >= 20
            || bytes.end(of: .alphanumerics, from: text.lowerBound, to: text.upperBound) < text.upperBound
    }

    /// A number that the user has named.
    private mutating func bare(_ range: Range<Int>) {
        guard redaction.values.count > 0 else { return }
        let token = Array(bytes[range])
        if redaction.values.redact(token) != token { replaceWhole(range, named: "value") }
    }

    private mutating func replaceWhole(_ range: Range<Int>, named name: String) {
        guard !range.isEmpty else { return }
        let replacement = Placeholder.replacement(of: bytes[range], named: name)
        rewriter.replace(range, with: [.quote] + replacement + [.quote])
    }

    private func isLiteral(_ token: Range<Int>) -> Bool {
        token.count < 6 && Self.literals.contains(bytes[token])
    }

    private func isEscaped(_ content: Range<Int>) -> Bool {
        bytes.holds(.backslash, in: content)
    }
}
