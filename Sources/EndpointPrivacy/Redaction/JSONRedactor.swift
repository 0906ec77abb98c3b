/// Replaces the secrets of JSON in its bytes, without building a tree: nothing else changes, any depth is possible, and
/// JSON that is cut off or broken is redacted as well.
struct JSONRedactor {
    private let redactor: Redactor
    private let bytes: [UInt8]
    private let besideOAuth: Bool
    private let holdsWordTokens: Bool
    private var rewriter: Rewriter
    /// The content of the last key.
    private var key = 0..<0
    /// The thing with the name of a secret that is being read, and that name.
    private var thing = (range: 0..<0, name: "")
    /// The last object or array whose end was searched for, so that it is not searched for again in all those within it.
    private var closed = 0..<0
    private var place: JSONPlace

    private static let structure = ByteSet.space.union("{}[],:")
    private static let literals: WordList = "true false null"
    private static let oauthFields: WordList = "grant_type redirect_uri code_verifier"

    init(redactor: Redactor, _ bytes: [UInt8]) {
        self.redactor = redactor
        self.bytes = bytes
        besideOAuth = Self.oauthFields.areMentioned(in: bytes)
        holdsWordTokens = WordTokens.areMentioned(in: bytes)
        place = JSONPlace(keeping: redactor.redaction.keptPlaces)
        rewriter = Rewriter(bytes, by: redactor)
    }

    mutating func redacted() -> [UInt8] {
        var isJSON = true
        var position = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while position < bytes.count {
            if bytes[position] == .quote {
                position = string(at: position)
            } else if Self.structure.contains(bytes[position]) {
                place.read(bytes[position])
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
        place.read(key: name)
        let isInThing = thing.range.contains(start)
        let inherited = isInThing && SecretObject.secretKeys.contains(SecretNames.normalised(name[...]))
        let kind = inherited ? .token : redactor.redaction.names.key(name[...], besideOAuth: besideOAuth)
        guard let kind, !place.isKept else {
            text(content)
            return colon + 1
        }
        let value = JSONScanner.end(ofSpace: colon + 1, in: bytes)
        return secret(
            from: value, named: inherited ? thing.name : String(decoding: name, as: UTF8.self), kind)
    }

    /// Redacts the value of a secret key. In broken JSON the value may be a key itself; then its value is redacted as
    /// well.
    private mutating func secret(from start: Int, named name: String, _ kind: SecretKind) -> Int {
        var start = start
        while start < bytes.count, bytes[start] == .quote {
            let (content, end) = JSONScanner.string(at: start, in: bytes)
            let meaning = meaning(of: content)
            let isWordToken = holdsWordTokens && kind == .general && !SecretShape.isRandom(meaning[...])
            if isWordToken || SecretShape.isHarmless(meaning[...], under: kind, isText: true) {
                text(content)
            } else {
                rewriter.redact(content, named: name, meaning: meaning)
            }
            let colon = JSONScanner.end(ofSpace: end, in: bytes)
            guard colon < bytes.count, bytes[colon] == .colon else { return end }
            start = JSONScanner.end(ofSpace: colon + 1, in: bytes)
        }
        guard start < bytes.count else { return bytes.count }
        if bytes[start] == 0x7B || bytes[start] == 0x5B { return nested(at: start, named: name, kind) }
        let end = JSONScanner.end(ofBare: start, in: bytes)
        let isNumber = JSONNumber.isValid(start..<end, in: bytes)
        if isNumber, SecretShape.isHarmless(number: bytes[start..<end], under: kind) { return start }
        if !isLiteral(start..<end) { rewriter.redact(start..<end, named: name, as: .json) }
        return end
    }

    /// Redacts the object or array of a secret key. Returns its start if it is to be read as any other.
    private mutating func nested(at start: Int, named name: String, _ kind: SecretKind) -> Int {
        let isInClosed = closed.contains(start)
        if !isInClosed { closed = start..<JSONScanner.end(ofNested: start, in: bytes) }
        switch SecretObject(start..<closed.upperBound, in: bytes, under: kind) {
        case .secret:
            let end = isInClosed ? JSONScanner.end(ofNested: start, in: bytes) : closed.upperBound
            rewriter.redact(start..<end, named: name, as: .json)
            return end
        case .thing:
            if !thing.range.contains(start) { thing = (closed, name) }
            return start
        case .harmless:
            return start
        }
    }

    /// Redacts the content of a string that is no secret by its key.
    private mutating func text(_ content: Range<Int>) {
        let isInThing = thing.range.contains(content.lowerBound)
        guard isInThing || mayHoldSecret(content), !place.isKept else { return }
        let text = meaning(of: content)
        if isInThing, SecretShape.isRandom(text[...]) {
            return rewriter.redact(content, named: thing.name, meaning: text)
        }
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

/// The place of JSON that is being read, as the keys on the way to it. It is followed only where the user has named places.
private struct JSONPlace {
    private let kept: Set<[String]>
    private var keys: [String?] = []
    private var key: String?

    init(keeping kept: Set<[String]>) {
        self.kept = kept
    }

    mutating func read(_ byte: UInt8) {
        guard !kept.isEmpty else { return }
        switch byte {
        case 0x7B, 0x5B:
            keys.append(key)
            key = nil
        case 0x7D, 0x5D: key = keys.popLast() ?? nil
        default: break
        }
    }

    mutating func read(key: [UInt8]) {
        if !kept.isEmpty { self.key = String(decoding: key, as: UTF8.self) }
    }

    /// Whether the user has said that nothing here is a secret.
    var isKept: Bool {
        guard !kept.isEmpty else { return false }
        let path = (keys + [key]).compactMap { $0 }
        return kept.contains { path.starts(with: $0) }
    }
}
