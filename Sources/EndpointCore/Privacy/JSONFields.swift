/// Finds the secrets in the JSON that begins at a position of a text, without building a tree. Truncated JSON is read
/// to its end, broken or very deep JSON to where it can't be read any further.
struct JSONFields {
    /// What the keys around a value say about it.
    struct Place {
        /// The name of the secret that it is, and its kind; nil if it isn't one.
        var name = ""
        var kind: SecretKind?
        /// The secret that it is a part of, under a name of its own.
        var outer: (name: String, kind: SecretKind)?
        /// Whether it is in a list, or below `errors`, where sentences aren't secrets.
        var isListed = false
        /// The keys on the way to it, if the user has excluded places from redaction, and whether this is one of them.
        var path: [String] = []
        var isKept = false
    }

    private(set) var found: [FoundSecret] = []
    private(set) var end: Int
    /// Whether the JSON can't be read to its end.
    private(set) var isBroken = false
    /// The place from which to continue, if it is too deep.
    private(set) var rest: Place?

    private let bytes: [UInt8]
    private let finder: SecretFinder
    private let level: Int
    private let besideOAuth: Bool
    private let holdsValues: Bool
    /// The kinds of the names in this text, cached because most names are repeated.
    private var kinds: [String: SecretKind?] = [:]
    /// The keys in which no secret was found.
    private var plainKeys: Set<String> = []

    private static let deepest = 256
    private static let literals: WordList = "true false null"
    private static let marks: ByteSet = ":=<> %&\\{[/"
    private static let oauthSecrets: WordList = "code state"
    /// Keys that hold the secret itself, in an object with the name of a secret.
    private static let secretKeys: WordList =
        "value access refresh raw hash data jwt plain plaintext bearer password token"
    private static let errorKeys: WordList = "error errors message messages violations"
    private static let pairNames: WordList = "name key id field header property"
    private static let pairValues: WordList = "value content val"
    /// The secret members of a JSON Web Key (RFC 7518 §6).
    private static let webKeySecrets: WordList = "d k p q dp dq qi"

    /// - Parameter level: How often the text was unescaped.
    init(_ bytes: [UInt8], from start: Int, _ place: Place, _ finder: SecretFinder, level: Int) {
        (self.bytes, self.finder, self.level, end) = (bytes, finder, level, start)
        besideOAuth = finder.redaction.isStandard && SecretFinder.isOAuth(bytes)
        holdsValues = finder.redaction.values.count > 0
        let end = value(at: start, place, depth: 0)
        if !isBroken { self.end = end }
    }

    /// The next position at which JSON may begin: an object with a key, or an array of texts, objects or arrays. The
    /// end of the text if there is none.
    static func start(in bytes: [UInt8], from position: Int) -> Int {
        var start = bytes.next("{[", from: position, to: bytes.count)
        while start < bytes.count {
            let first = JSONScanner.end(ofSpace: start + 1, in: bytes)
            let isWord = start > 0 && bytes[start - 1].isAlphanumeric
            if first < bytes.count, !isWord {
                if bytes[first] == .quote || bytes[start] == 0x5B && begins(bytes, at: first) { return start }
            }
            start = bytes.next("{[", from: start + 1, to: bytes.count)
        }
        return start
    }

    /// Whether the first byte is that of an object or array.
    static func begins(_ bytes: [UInt8], at position: Int = 0) -> Bool {
        let start = JSONScanner.end(ofSpace: bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : position, in: bytes)
        return start < bytes.count && (bytes[start] == 0x7B || bytes[start] == 0x5B)
    }

    /// Reads a value, and returns the position after it.
    private mutating func value(at start: Int, _ place: Place, depth: Int) -> Int {
        guard start < bytes.count else { return start }
        if bytes[start] == .quote {
            let (content, end) = JSONScanner.string(at: start, in: bytes)
            string(content, place)
            return end
        }
        if bytes[start] != 0x7B, bytes[start] != 0x5B { return bare(at: start, place) }
        guard depth < Self.deepest else {
            rest = place
            return breakOff(at: start)
        }
        var place = place
        place.isListed = place.isListed || bytes[start] == 0x5B || Self.errorKeys.contains(place.name)
        return bytes[start] == 0x7B ? object(at: start, place, depth: depth) : array(at: start, place, depth: depth)
    }

    private mutating func array(at start: Int, _ place: Place, depth: Int) -> Int {
        var place = place
        if place.kind == nil, let outer = place.outer { (place.name, place.kind) = outer }
        var position = JSONScanner.end(ofSpace: start + 1, in: bytes)
        while position < bytes.count, bytes[position] != 0x5D, !isBroken {
            position = next(after: value(at: position, place, depth: depth + 1))
        }
        return min(position + 1, bytes.count)
    }

    private mutating func object(at start: Int, _ place: Place, depth: Int) -> Int {
        var object = place
        if let kind = place.kind { object.outer = (place.name, kind) }
        if let outer = object.outer, outer.kind != .certain, SecretShape.isSchema(at: start, in: bytes) {
            object.outer = nil
        }
        var siblings = Siblings()
        var position = JSONScanner.end(ofSpace: start + 1, in: bytes)
        while position < bytes.count, bytes[position] != 0x7D, !isBroken {
            guard bytes[position] == .quote else { return breakOff(at: position) }
            let (key, end) = JSONScanner.string(at: position, in: bytes)
            let colon = JSONScanner.end(ofSpace: end, in: bytes)
            guard colon == bytes.count || bytes[colon] == .colon else { return breakOff(at: colon) }
            let member = member(key, of: object, &siblings)
            let start = JSONScanner.end(ofSpace: colon + 1, in: bytes)
            if start < bytes.count, bytes[start] == .quote {
                siblings.read(member.name, meaning(of: JSONScanner.string(at: start, in: bytes).content), finder)
            }
            position = next(after: value(at: start, member, depth: depth + 1))
        }
        return min(position + 1, bytes.count)
    }

    /// The position of the next element or member, or of the closing bracket.
    private mutating func next(after end: Int) -> Int {
        let position = JSONScanner.end(ofSpace: end, in: bytes)
        if position >= bytes.count || bytes[position] == 0x7D || bytes[position] == 0x5D { return position }
        if bytes[position] == .comma { return JSONScanner.end(ofSpace: position + 1, in: bytes) }
        return breakOff(at: position)
    }

    private mutating func breakOff(at position: Int) -> Int {
        if !isBroken { (isBroken, end) = (true, position) }
        return position
    }
}

extension JSONFields {
    /// What the members of an object say about those after them.
    private struct Siblings {
        /// The secret that the member `name` names, for the member `value`.
        var pair: (name: String, kind: SecretKind)?
        var isWebKey = false

        mutating func read(_ key: String, _ text: [UInt8], _ finder: SecretFinder) {
            if key == "kty" { isWebKey = finder.redaction.isStandard }
            guard JSONFields.pairNames.contains(key), let kind = finder.redaction.names.kind(of: text[...], in: .text)
            else { return }
            pair = (String(decoding: text, as: UTF8.self), kind)
        }
    }

    /// The place of a member. Its key may be a secret, as in a dictionary of tokens.
    private mutating func member(_ content: Range<Int>, of object: Place, _ siblings: inout Siblings) -> Place {
        let text = meaning(of: content)
        var place = Place(name: String(decoding: text, as: UTF8.self), outer: object.outer, isListed: object.isListed)
        let places = finder.redaction.keptPlaces
        if !places.isEmpty {
            place.path = object.path + [place.name]
            place.isKept = object.isKept || places.contains { place.path.starts(with: $0) }
        }
        place.kind = kind(of: place.name, in: object, siblings)
        if let pair = siblings.pair, Self.pairValues.contains(place.name) { place.name = pair.name }
        if let outer = object.outer?.kind, outer > .code, !place.isKept, Self.mayBeSecret(key: text) {
            found.append(FoundSecret("key", text, at: content))
            place.name = "key"
        } else if !place.isKept, !plainKeys.contains(place.name) {
            if self.text(content, Place()) { place.name = "key" } else { plainKeys.insert(place.name) }
        }
        return place
    }

    private mutating func kind(of key: String, in object: Place, _ siblings: Siblings) -> SecretKind? {
        if let pair = siblings.pair, Self.pairValues.contains(key) { return pair.kind }
        if siblings.isWebKey, Self.webKeySecrets.contains(key) { return .strong }
        if besideOAuth, Self.oauthSecrets.contains(key) { return .code }
        let own = kinds[key] ?? finder.redaction.names.kind(of: Array(key.utf8)[...], in: .text)
        kinds[key] = .some(own)
        guard let outer = object.outer?.kind else { return own }
        let isInherited = outer > .code || Self.secretKeys.contains(SecretNames.normalised(key))
        return [own, isInherited ? outer : nil].compactMap(\.self).max()
    }

    /// Whether a key below the name of a secret may be a secret itself: it doesn't look like a name in a program.
    private static func mayBeSecret(key: [UInt8]) -> Bool {
        !SecretShape.isPlain(key[...]) || key.count >= 6 && key.allSatisfy(\.isDigit)
    }

    private mutating func string(_ content: Range<Int>, _ place: Place) {
        if let kind = place.kind, !place.isKept {
            let text = meaning(of: content), isRead = !besideOAuth || kind != .code
            if SecretShape.isSecret(text[...], under: kind, isRead: isRead, isListed: place.isListed) {
                let start = AuthenticationScheme.end(in: text)
                let range = content.lowerBound + start..<content.upperBound
                return found.append(FoundSecret(place.name, Array(text[start...]), at: range))
            }
        }
        text(content, place)
    }

    /// Finds the secrets in a text that isn't one as a whole. Of a GraphQL document, only known values.
    @discardableResult
    private mutating func text(_ content: Range<Int>, _ place: Place) -> Bool {
        guard !place.isKept, mayHoldSecret(content) else { return false }
        let text = Array(bytes[content])
        var secrets = finder.found(unescaping: text, .json, level)
        if !text.contains(.backslash) { secrets = finder.found(in: text, as: .text, level: level) }
        if secrets.isEmpty { return false }
        if place.name == "query", GraphQLDocument.begins(meaning(of: content)) {
            secrets.removeAll { $0.name != FoundSecret.valueName || $0.bytes.count < 8 }
        }
        for secret in secrets { found.append(secret.moved(by: content.lowerBound)) }
        return true
    }

    /// Whether a string is long enough for a credential, or has a separator, a blank or an escape. Most have none.
    private func mayHoldSecret(_ text: Range<Int>) -> Bool {
        holdsValues || text.count >= SecretTokens.least || bytes.holds(Self.marks, in: text)
    }

    /// Reads a number or a literal. One that the user has listed is a secret, too.
    private mutating func bare(at start: Int, _ place: Place) -> Int {
        let range = start..<JSONScanner.end(ofBare: start, in: bytes)
        let isNumber = JSONNumber.isValid(range, in: bytes)
        guard isNumber || Self.literals.contains(bytes[range]) else { return breakOff(at: start) }
        if place.isKept { return range.upperBound }
        let token = Array(bytes[range])
        let isNamed = isNumber && place.kind.map(SecretShape.isSecretNumber) == true
        if isNamed || holdsValues && !finder.values(in: token).isEmpty {
            found.append(FoundSecret(place.name, token, at: range, as: .json))
        }
        return range.upperBound
    }

    /// The content of a string, unescaped.
    private func meaning(of content: Range<Int>) -> [UInt8] {
        bytes.holds(.backslash, in: content) ? JSONString.unescaped(content, in: bytes) : Array(bytes[content])
    }
}
