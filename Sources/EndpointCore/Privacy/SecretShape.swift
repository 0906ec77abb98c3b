/// Judges a value by its format: whether a value under the name of a secret isn't one, and whether a value without a
/// name is.
enum SecretShape {
    private static let longestLabel = 240
    private static let literals: WordList = """
        true false null nil none undefined
        """
    private static let fillers: WordList = """
        string str text varchar id required optional missing invalid expired incorrect wrong write read
        """

    /// Whether a value under a name of this kind is a secret.
    ///
    /// - Parameters:
    ///   - isRead: Whether people may read the value: it is in JSON, markup or text.
    ///   - isListed: Whether it is in a list, or below `errors`, where a sentence isn't a secret.
    static func isSecret(
        _ value: ArraySlice<UInt8>, under kind: SecretKind, isRead: Bool, isListed: Bool = false
    ) -> Bool {
        guard !value.isEmpty else { return false }
        switch kind {
        case .certain: return true
        case .vague, .weak: return isRandom(value, orPlain: kind == .weak)
        case .code: return isCode(value, isRead: isRead)
        case .strong:
            return !isHarmless(value, isRead: isRead)
                && !(isListed && value.count <= longestLabel && isSentence(value))
        }
    }

    /// Whether a number under a name of this kind is a secret.
    static func isSecretNumber(under kind: SecretKind) -> Bool {
        kind > .weak
    }

    /// Whether the value looks like random text from a program: eight or more characters with letters and digits, not
    /// words and numbers that people choose: `created_at`, `ED-1234`, `photos/2024/a.jpg`.
    static func isRandom(_ value: ArraySlice<UInt8>, orPlain: Bool = false) -> Bool {
        guard value.count >= 8, !value.contains(0x20), !isAddress(value) else { return false }
        if TextEncoding.holdsMarks(Array(value)) {
            let plain = TextEncoding.all.undone(Array(value)).bytes[...]
            if plain.count < value.count { return isRandom(plain, orPlain: orPlain) }
        }
        let digits = value.count(where: \.isDigit)
        if digits == value.count { return digits > 16 }
        if digits == 0 { return !isPlain(value.prefix(32)) && value.allSatisfy { $0.isLetter || $0 == .equals } }
        return value.contains(where: \.isLetter) && (orPlain || !isPlain(value))
    }

    /// Whether the value consists of words and numbers that people choose, so that it may occur anywhere by chance.
    static func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
        var letters = 0, digits = 0, changes = 0, humps = 0
        var previous = UInt8(0x20)
        for byte in value + [0x20] {
            if byte.isAlphanumeric {
                if previous.isAlphanumeric, previous.isDigit != byte.isDigit { changes += 1 }
                if byte.isDigit { digits += 1 } else { letters += 1 }
                if byte.isLetter, byte != byte.lowercased, previous >= 0x61, previous.isLetter { humps += 1 }
            } else {
                let isNumbered = changes == 1 && digits <= 5 && previous.isDigit
                let isShort = letters + digits <= 3
                if letters > 0, digits > 0, !isNumbered, !isShort { return false }
                if letters > 32 || humps * 5 > letters || letters == 0 && digits > 12 { return false }
                if byte < 0x80, !separators.contains(byte) { return false }
                (letters, digits, changes, humps) = (0, 0, 0, 0)
            }
            previous = byte
        }
        return true
    }

    /// Whether the value is too common to count as a secret elsewhere: a word of up to eight letters, or a number of up
    /// to six digits.
    static func isCommon(_ value: ArraySlice<UInt8>) -> Bool {
        value.count <= 8 && value.allSatisfy(\.isLetter) || value.count <= 6 && value.allSatisfy(\.isDigit)
    }

    /// Whether the value is several words with blanks between them.
    static func isSentence(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.first != 0x20, value.last != 0x20, value.contains(0x20) else { return false }
        return value.split(separator: 0x20).allSatisfy(isPlain)
    }

    private static let separators: ByteSet = " _-./:,;!?'\"()"
    private static let labelBytes = ByteSet.letters.union(" .,:;!?'\"()*-/&<>")

    /// Whether the value is the label of a field or a sentence about it: `Passwort`,
    /// `The password must be at least 8 characters.`
    static func isLabel(_ value: ArraySlice<UInt8>) -> Bool {
        let isText = value.allSatisfy { $0 >= 0x80 || $0.isDigit || labelBytes.contains($0) }
        guard isText, SecretNames.areMentioned(in: value.map(\.lowercased)) else { return false }
        return value.split(separator: 0x20).allSatisfy { word in
            word.contains(where: \.isDigit)
                ? !word.drop(while: \.isDigit).contains(where: \.isAlphanumeric)
                : isPlain(word.filter(\.isLetter)[...])
        }
    }

    /// Whether the value may be a code: it has a digit or letters in both cases, or only a program reads it.
    private static func isCode(_ value: ArraySlice<UInt8>, isRead: Bool) -> Bool {
        if isHarmless(value, isRead: isRead) || isSentence(value) { return false }
        if value.contains(where: \.isDigit) { return true }
        let isLower = value.dropFirst().allSatisfy { $0 == $0.lowercased }
        let isUpper = value.allSatisfy { !$0.isLetter || $0 != $0.lowercased }
        if !isRead { return !isUpper || value.count >= 10 }
        return !isLower && !isUpper && value.drop(while: \.isLetter).count <= 2
    }

    /// Whether the value isn't a secret even under the name of one: a template, a literal, a label for people.
    private static func isHarmless(_ value: ArraySlice<UInt8>, isRead: Bool) -> Bool {
        value.count <= longestLabel
            && (isTemplate(value, isRead: isRead) || isLiteral(value, isRead: isRead) || isRead && isLabel(value))
    }

    /// Whether the object that begins here describes a field, as a schema does: `{"type": "string"}`.
    static func isSchema(at start: Int, in bytes: [UInt8]) -> Bool {
        let beginning = Array(bytes[start...].prefix(256))
        if schemaKeys.areMentioned(in: beginning) { return true }
        guard let type = beginning.range(of: Array("\"type\"".utf8)) else { return false }
        let colon = beginning.end(of: .space, from: type.upperBound, to: beginning.count)
        let value = beginning.end(of: .space, from: colon + 1, to: beginning.count)
        return value < beginning.count && schemaTypes.end(ofOneAt: value, in: beginning) != nil
    }

    private static let schemaKeys: WordList = "\"$ref\" \"oneOf\" \"anyOf\" \"allOf\" \"properties\""
    private static let schemaTypes: WordList = """
        "string "object" "array" "integer" "number" "boolean" "apiKey" "http" "oauth2" "openIdConnect" [
        """

    /// Whether the value is a literal or a single word of a validation message: `null`, `required.`
    private static func isLiteral(_ value: ArraySlice<UInt8>, isRead: Bool) -> Bool {
        var word = value
        while let last = word.last, !last.isAlphanumeric { word.removeLast() }
        if let first = word.first, first == UInt8(ascii: "(") { word.removeFirst() }
        let name = word.count <= 10 ? SecretNames.normalised(word) : ""
        return literals.contains(name) || isRead && fillers.contains(name)
    }

    /// Whether the value is a template, a placeholder or masked: `${TOKEN}`, `{{password}}`, `<secret>`, `%s`, `****`.
    private static func isTemplate(_ value: ArraySlice<UInt8>, isRead: Bool) -> Bool {
        let bytes = Array(value.prefix(3))
        if bytes.has(Array("${".utf8), at: 0) || isRead && bytes.has(Array("{{".utf8), at: 0) {
            return value.last == 0x7D
        }
        return value.allSatisfy { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "$") }
    }

    private static func isAddress(_ value: ArraySlice<UInt8>) -> Bool {
        value.first == UInt8(ascii: "0") && value[value.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    }
}

/// Credentials that are recognised by their format alone.
struct SecretTokens {
    /// The prefixes of some issuers, and the least number of characters of a token after them.
    private static let prefixes: [(words: WordList, least: Int)] = [
        ("sk_live_ sk_test_ rk_live_ rk_test_ whsec_ xoxa- xoxb- xoxp- xoxr- xoxs- xapp-", 8),
        ("sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- dckr_pat_ GOCSPX- NRAK- sq0atp- sq0csp- tskey-", 16),
        ("AKIA ASIA ya29. hvs. hvb. hvr. dp.pt. dp.st. dp.ct. sntrys_", 16),
        ("SG. ATATT v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v4.public.", 20),
        ("hf_ SK AIza pul- npm_ AGE-SECRET-KEY-1 secret_ ntn_ EAAAE r8_ dapi", 30),
    ]
    static let least = 14
    private static let tokenBytes = ByteSet.alphanumerics.union("_-.")
    private static let starts: ByteSet = {
        var starts: ByteSet = "e"
        for (words, _) in prefixes { for word in words.inOrder { starts.insert(word.utf8.first ?? 0) } }
        return starts
    }()
    /// Prefixes in the identifiers of objects, which aren't secrets.
    private static let identifiers: WordList = """
        cus ch pi in il sub evt msg resp run thread asst file chatcmpl cmpl req call batch org proj user usr acct card pm
        seti price prod txn re po dp tr ba src fc rs sha md integrity css img
        """
    private static let keyStart = Array("-----BEGIN ".utf8)
    private static let keyEnd = Array("-----END ".utf8)
    private static let privateKey = Array("PRIVATE KEY".utf8)

    /// The credentials in a text, each with its kind.
    static func all(in bytes: [UInt8]) -> [(range: Range<Int>, name: String)] {
        var found: [(Range<Int>, String)] = []
        var position = 0
        while position < bytes.count {
            let start = bytes.next(tokenBytes, from: position, to: bytes.count)
            position = bytes.end(of: tokenBytes, from: start, to: bytes.count)
            if start < position, bytes[start] == 0x2D, bytes.has(keyStart, at: start),
                let end = end(ofKeyAt: start, in: bytes)
            {
                found.append((start..<end, "credential"))
                position = end
            } else if position - start >= least, let token = token(in: start..<position, of: bytes) {
                found.append(token)
            }
        }
        return found
    }

    /// The token in a run of token characters, without a full stop at its end.
    private static func token(in run: Range<Int>, of bytes: [UInt8]) -> (Range<Int>, String)? {
        var word = run.lowerBound
        while word < run.upperBound {
            let end = bytes[run.upperBound - 1] == 0x2E ? run.upperBound - 1 : run.upperBound
            if end - word < least { return nil }
            if bytes[word] == UInt8(ascii: "e"), isWebToken(word..<end, in: bytes) {
                return (word..<run.upperBound, "jwt")
            }
            if starts.contains(bytes[word]), hasPrefix(word..<end, in: bytes) { return (word..<end, "credential") }
            let stop = bytes.next(0x2E, from: word, to: run.upperBound)
            if isKey(bytes[word..<min(stop, end)]), !isFileName(stop, in: bytes) { return (word..<stop, "credential") }
            word = stop + 1
        }
        return nil
    }

    private static func hasPrefix(_ token: Range<Int>, in bytes: [UInt8]) -> Bool {
        for (words, least) in prefixes {
            if let end = words.end(ofOneAt: token.lowerBound, in: bytes), token.upperBound - end >= least {
                return bytes[token.lowerBound] != UInt8(ascii: "S") && bytes[token.lowerBound] != UInt8(ascii: "d")
                    || bytes[end..<token.upperBound].contains(where: \.isDigit)
            }
        }
        return false
    }

    /// A JSON Web Token (RFC 7519): base64url of `{"…`, a dot, more. A header alone isn't a token: cursors look the
    /// same.
    private static func isWebToken(_ word: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard bytes.has(Array("eyJ".utf8), at: word.lowerBound) else { return false }
        let dot = bytes.next(0x2E, from: word.lowerBound, to: word.upperBound)
        return dot - word.lowerBound >= 8 && word.upperBound - dot > 4
    }

    /// A short word, possibly with a number, then `-` or `_`, then 28 or more characters with a run of eleven letters
    /// and digits.
    private static func isKey(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count >= 31, let mark = word.firstIndex(where: { $0 == 0x2D || $0 == 0x5F }) else { return false }
        var prefix = word[..<mark]
        while prefix.last?.isDigit == true, mark - prefix.endIndex < 2 { prefix.removeLast() }
        let isUpper = prefix.allSatisfy { $0.isLetter && $0 != $0.lowercased }
        let isLower = prefix.allSatisfy { $0.isLetter && $0 == $0.lowercased }
        guard (1...12).contains(prefix.count), isUpper || isLower, word.endIndex - mark > 28 else { return false }
        return !identifiers.contains(prefix) && hasRun(word[mark...])
            && UUID(uuidString: String(decoding: word.suffix(36), as: UTF8.self)) == nil
    }

    /// Whether it contains eleven letters and digits in a row, of both kinds.
    private static func hasRun(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split { !$0.isAlphanumeric }.contains { run in
            run.count >= 11 && run.contains(where: \.isDigit) && run.contains(where: \.isLetter)
        }
    }

    /// Whether a file extension follows: `app-3f1c….js`.
    private static func isFileName(_ dot: Int, in bytes: [UInt8]) -> Bool {
        guard dot + 2 < bytes.count, bytes[dot] == 0x2E else { return false }
        let end = bytes.end(of: .alphanumerics, from: dot + 1, to: bytes.count)
        return (2...5).contains(end - dot - 1)
    }

    /// The end of a private key in PEM (RFC 7468 §10): the end of its last line, or of the text if the last line is
    /// missing.
    private static func end(ofKeyAt start: Int, in bytes: [UInt8]) -> Int? {
        let label = Array(bytes[(start + keyStart.count)...].prefix(40))
        guard label.range(of: privateKey) != nil else { return nil }
        guard let end = bytes.range(of: keyEnd, from: start) else { return bytes.count }
        return bytes.range(of: Array("-----".utf8), from: end.upperBound)?.upperBound ?? bytes.count
    }
}
