/// Replaces the secrets in the bytes of JSON without building a tree: nothing else changes, any depth is possible, and
/// truncated or broken JSON is redacted as well.
struct JSONRedactor {
    private let redactor: Redactor
    private let bytes: [UInt8]
    private let besideOAuth: Bool
    private let mayHoldValues: Bool
    private var rewriter: Rewriter
    private var containers = [Container()]
    /// The kinds of the names in this text, cached because most names are repeated.
    private var kinds: [String: SecretKind?] = [:]

    private static let structure = ByteSet.space.union("{}[],:")
    private static let literals: WordList = "true false null"
    private static let oauthFields: WordList = "grant_type redirect_uri code_verifier"
    private static let oauthSecrets: WordList = "code state"
    /// Keys that hold the secret itself, in an object with the name of a secret.
    private static let secretKeys: WordList =
        "value access refresh raw hash data jwt plain plaintext bearer password token"
    private static let errorKeys: WordList = "error errors message messages violations"
    private static let pairNames: WordList = "name key id field header property"
    private static let pairValues: WordList = "value content val"
    /// The secret members of a JSON Web Key (RFC 7518 §6).
    private static let webKeySecrets: WordList = "d k p q dp dq qi"

    /// An open object or array.
    private struct Container {
        /// The name of the secret whose value it is, and its kind.
        var name = ""
        var kind: SecretKind?
        var isArray = false
        /// Whether it is a list, or below `errors`, where sentences aren't secrets.
        var isListed = false
        var isKept = false
        /// The last key, and the kind of secret it names.
        var key = ""
        var keyKind: SecretKind?
        /// The kind of secret that the member `name` names, for the member `value`.
        var pair: (name: String, kind: SecretKind)?
        var isWebKey = false

        /// The name and the kind of the next value, if it is a secret.
        var secret: (name: String, kind: SecretKind?) {
            if let keyKind { return (key, keyKind) }
            return (name, isArray ? kind : nil)
        }
    }

    init(redactor: Redactor, _ bytes: [UInt8]) {
        self.redactor = redactor
        self.bytes = bytes
        besideOAuth = Self.oauthFields.areMentioned(in: bytes)
        mayHoldValues = redactor.redaction.values.count > 0
        rewriter = Rewriter(bytes, by: redactor)
    }

    mutating func redacted() -> [UInt8] {
        var isJSON = true
        var position = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == .quote {
                position = string(at: position)
            } else if Self.structure.contains(byte) {
                read(position)
                position += 1
            } else {
                let end = JSONScanner.end(ofBare: position, in: bytes)
                let isNumber = JSONNumber.isValid(position..<end, in: bytes)
                isJSON = isJSON && (isNumber || isLiteral(position..<end))
                bare(position..<end, isNumber: isNumber)
                position = end
            }
        }
        return isJSON ? rewriter.result : redactor.text(rewriter.result)
    }

    private mutating func read(_ position: Int) {
        let byte = bytes[position]
        switch byte {
        case 0x7B, 0x5B:
            let outer = containers[containers.count - 1]
            var inner = Container()
            inner.isArray = byte == 0x5B
            (inner.name, inner.kind) = (outer.secret.name, outer.secret.kind ?? outer.kind)
            if inner.kind != .certain, !inner.isArray, SecretShape.isSchema(at: position, in: bytes) {
                inner.kind = nil
            }
            inner.isListed = outer.isListed || inner.isArray || Self.errorKeys.contains(outer.key)
            inner.isKept = outer.isKept || isKept
            containers.append(inner)
        case 0x7D, 0x5D: if containers.count > 1 { containers.removeLast() }
        case .comma: setKey("", nil)
        default: break
        }
    }

    private mutating func setKey(_ key: String, _ kind: SecretKind?) {
        containers[containers.count - 1].key = key
        containers[containers.count - 1].keyKind = kind
    }

    /// Whether the user has excluded this place from redaction.
    private var isKept: Bool {
        let places = redactor.redaction.keptPlaces
        guard !places.isEmpty else { return false }
        let path = containers.lazy.filter { !$0.isArray && !$0.key.isEmpty }.map(\.key)
        return containers[containers.count - 1].isKept || places.contains { path.starts(with: $0) }
    }

    /// Redacts the string that begins here. Returns the position to continue from.
    private mutating func string(at start: Int) -> Int {
        let (content, end) = JSONScanner.string(at: start, in: bytes)
        let colon = JSONScanner.end(ofSpace: end, in: bytes)
        let container = containers[containers.count - 1]
        if colon < bytes.count, bytes[colon] == .colon, container.keyKind == nil {
            let key = String(decoding: meaning(of: content), as: UTF8.self)
            setKey(key, kind(of: key, in: container))
            if let kind = container.kind, kind > .code, !isKept, Self.mayBeSecret(key: Array(key.utf8)) {
                rewriter.redact(content, named: "key", meaning: Array(key.utf8))
                setKey("key", containers[containers.count - 1].keyKind)
                return colon + 1
            }
            if key == "kty" { containers[containers.count - 1].isWebKey = true }
            if text(content) { setKey("key", containers[containers.count - 1].keyKind) }
            return colon + 1
        }
        let (name, kind) = container.secret
        if Self.pairNames.contains(container.key), !container.isArray {
            let meaning = meaning(of: content)
            if let kind = redactor.redaction.names.kind(of: meaning[...], in: .text) {
                containers[containers.count - 1].pair = (String(decoding: meaning, as: UTF8.self), kind)
            }
        }
        if let kind, !isKept {
            let meaning = meaning(of: content)
            let isRead = !besideOAuth || kind != .code
            if SecretShape.isSecret(meaning[...], under: kind, isRead: isRead, isListed: container.isListed) {
                secret(content, meaning, named: isPairValue(container) ? container.pair?.name ?? name : name)
                return end
            }
        }
        text(content, isDocument: container.key == "query" && !container.isArray)
        return end
    }

    private func isPairValue(_ container: Container) -> Bool { Self.pairValues.contains(container.key) }

    /// Whether a key below the name of a secret may be a secret itself, such as the key of a dictionary: it doesn't
    /// look like a name in a program.
    private static func mayBeSecret(key: [UInt8]) -> Bool {
        !SecretShape.isPlain(key[...]) || key.count >= 6 && key.allSatisfy(\.isDigit)
    }

    private mutating func kind(of key: String, in container: Container) -> SecretKind? {
        if let pair = container.pair, Self.pairValues.contains(key) { return pair.kind }
        if container.isWebKey, Self.webKeySecrets.contains(key) { return .strong }
        if besideOAuth, Self.oauthSecrets.contains(key) { return .code }
        let own: SecretKind?
        if let known = kinds[key] {
            own = known
        } else {
            own = redactor.redaction.names.kind(of: Array(key.utf8)[...], in: .text)
            kinds[key] = own
        }
        guard let outer = container.kind else { return own }
        if outer == .certain { return outer }
        let inherited = Self.secretKeys.contains(SecretNames.normalised(key)) || outer > .code ? outer : nil
        return [own, inherited].compactMap { $0 }.max()
    }

    /// Replaces a string, except the scheme of an authorization.
    private mutating func secret(_ content: Range<Int>, _ meaning: [UInt8], named name: String) {
        let blank = bytes.next(0x20, from: content.lowerBound, to: content.upperBound)
        if blank < content.upperBound, HeaderRedactor.isScheme(bytes[content.lowerBound..<blank]) {
            let rest = Array(meaning[(blank + 1 - content.lowerBound)...])
            return rewriter.redact(blank + 1..<content.upperBound, named: name, meaning: rest)
        }
        rewriter.redact(content, named: name, meaning: meaning)
    }

    /// Redacts the content of a string whose key isn't that of a secret. The text of a GraphQL document is code.
    @discardableResult
    private mutating func text(_ content: Range<Int>, isDocument: Bool = false) -> Bool {
        guard mayHoldSecret(content), !isKept else { return false }
        let text = meaning(of: content)
        let redacted = isDocument && GraphQLDocument.begins(text) ? redactor.opaque(text) : redactor.text(text)
        guard redacted != text else { return false }
        rewriter.replace(content, with: isEscaped(content) ? JSONString.escaped(redacted) : redacted)
        return true
    }

    /// Whether a string is longer than one short word. Most aren't, and such a word is neither a credential, nor a
    /// field, nor a URL.
    private func mayHoldSecret(_ text: Range<Int>) -> Bool {
        mayHoldValues || text.count >= 20
            || bytes.end(of: .alphanumerics, from: text.lowerBound, to: text.upperBound) < text.upperBound
    }

    /// Redacts a number whose key is the name of a secret, and a number or literal that the user has listed.
    private mutating func bare(_ range: Range<Int>, isNumber: Bool) {
        let container = containers[containers.count - 1]
        let (name, kind) = container.secret
        if !isLiteral(range), let kind, !isKept, !isNumber || SecretShape.isSecretNumber(under: kind) {
            return rewriter.redact(range, named: name, as: .json)
        }
        let token = Array(bytes[range])
        if mayHoldValues, !redactor.redaction.values.ranges(in: token, keeping: redactor.replacement).isEmpty {
            rewriter.redact(range, named: container.key, as: .json)
        }
    }

    private func isLiteral(_ token: Range<Int>) -> Bool {
        token.count < 6 && Self.literals.contains(bytes[token])
    }

    /// The content of a string, unescaped.
    private func meaning(of content: Range<Int>) -> [UInt8] {
        isEscaped(content) ? JSONString.unescaped(content, in: bytes) : Array(bytes[content])
    }

    private func isEscaped(_ content: Range<Int>) -> Bool {
        bytes.holds(.backslash, in: content)
    }
}
