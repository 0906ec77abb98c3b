/// Replaces the secrets of JSON in its bytes, without building a tree: nothing else changes, any depth is possible, and
/// JSON that is cut off or broken is redacted as well.
struct JSONRedactor {
    private let redactor: Redactor
    private let bytes: [UInt8]
    private let besideOAuth: Bool
    private var rewriter: Rewriter
    /// The content of the last key.
    private var key = 0..<0

    private static let structure = ByteSet.space.union("{}[],:")
    private static let literals: WordList = "true false null"
    private static let oauthFields: WordList = "grant_type redirect_uri code_verifier"

    init(redactor: Redactor, _ bytes: [UInt8]) {
        self.redactor = redactor
        self.bytes = bytes
        besideOAuth = Self.oauthFields.areMentioned(in: bytes)
        rewriter = Rewriter(bytes, by: redactor)
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
        return isJSON ? rewriter.result : redactor.text(rewriter.result)
    }

    /// Redacts the string that begins here, or its value if it is a secret key. Returns the position to go on from.
    private mutating func string(at start: Int) -> Int {
        let (content, end) = JSONScanner.string(at: start, in: bytes)
        let colon = JSONScanner.end(ofSpace: end, in: bytes)
        guard colon < bytes.count, bytes[colon] == .colon else {
            text(content)
            return end
        }
        key = content
        let name = meaning(of: content)
        guard redactor.redaction.names.containsKey(name[...], besideOAuth: besideOAuth) else {
            text(content)
            return colon + 1
        }
        let start = JSONScanner.end(ofSpace: colon + 1, in: bytes)
        return secret(from: start, named: String(decoding: name, as: UTF8.self))
    }

    /// Redacts the value of a secret key. In broken JSON the value may be a key itself; then its value is redacted as
    /// well.
    private mutating func secret(from start: Int, named name: String) -> Int {
        var start = start
        while start < bytes.count, bytes[start] == .quote {
            let (content, end) = JSONScanner.string(at: start, in: bytes)
            rewriter.redact(content, named: name, meaning: meaning(of: content))
            let colon = JSONScanner.end(ofSpace: end, in: bytes)
            guard colon < bytes.count, bytes[colon] == .colon else { return end }
            start = JSONScanner.end(ofSpace: colon + 1, in: bytes)
        }
        guard start < bytes.count else { return bytes.count }
        let isNested = bytes[start] == 0x7B || bytes[start] == 0x5B
        let end = isNested ? JSONScanner.end(ofNested: start, in: bytes) : JSONScanner.end(ofBare: start, in: bytes)
        if isNested || !isLiteral(start..<end) { rewriter.redact(start..<end, named: name, as: .json) }
        return end
    }

    /// Redacts the content of a string that is no secret by its key.
    private mutating func text(_ content: Range<Int>) {
        guard mayHoldSecret(content) else { return }
        let text = meaning(of: content)
        let redacted = redactor.text(text)
        if redacted != text {
            rewriter.replace(content, with: isEscaped(content) ? JSONString.escaped(redacted) : redacted)
        }
    }

    /// Whether a string is longer than one short word. Most are not, and such a word is neither a credential, nor a
    /// field, nor a URL.
    private func mayHoldSecret(_ text: Range<Int>) -> Bool {
        redactor.redaction.values.count > 0 || text.count >= 20
            || bytes.end(of: .alphanumerics, from: text.lowerBound, to: text.upperBound) < text.upperBound
    }

    /// Redacts a number or literal that the user has named.
    private mutating func bare(_ range: Range<Int>) {
        guard redactor.redaction.values.count > 0 else { return }
        let token = Array(bytes[range])
        let redacted = redactor.redaction.values.redact(token, by: Redactor(redactor.redaction))
        if redacted != token {
            rewriter.redact(range, named: String(decoding: meaning(of: key), as: UTF8.self), as: .json)
        }
    }

    private func isLiteral(_ token: Range<Int>) -> Bool {
        token.count < 6 && Self.literals.contains(bytes[token])
    }

    /// The content of a string without its escapes.
    private func meaning(of content: Range<Int>) -> [UInt8] {
        isEscaped(content) ? JSONString.unescaped(content, in: bytes) : Array(bytes[content])
    }

    private func isEscaped(_ content: Range<Int>) -> Bool {
        bytes.holds(.backslash, in: content)
    }
}
