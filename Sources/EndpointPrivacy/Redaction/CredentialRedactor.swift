/// The format of some issuers' credentials: a prefix, then at least so many characters of a set.
struct CredentialFormat {
    let prefixes: WordList
    let least: Int
    let body: ByteSet

    /// Where the credential that begins here ends.
    func end(in bytes: [UInt8], at start: Int) -> Int? {
        guard let bodyStart = prefixes.end(ofOneAt: start, in: bytes) else { return nil }
        let end = bytes.end(of: body, from: bodyStart, to: bytes.count)
        return end - bodyStart >= least ? end : nil
    }

    static let urlSafe = ByteSet.alphanumerics.union("-_")
    static let dotted = urlSafe.union(".")
    private static let upper: ByteSet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// Every prefix begins with a letter and is searched for where a word begins. No prefix is the beginning of
    /// another.
    static let all = [
        CredentialFormat(
            prefixes: "sk_live_ sk_test_ rk_live_ rk_test_ whsec_ xoxa- xoxb- xoxp- xoxr- xoxs- xapp-", least: 8,
            body: urlSafe),
        CredentialFormat(
            prefixes: """
                sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- shpat_ shpss_ shpca_ GOCSPX- glsa_ dckr_pat_ lin_api_ figd_ PMAK- NRAK-
                tskey- sq0atp- sq0csp-
                """, least: 16, body: urlSafe),
        CredentialFormat(prefixes: "AKIA ASIA", least: 16, body: upper),
        CredentialFormat(
            prefixes: "ya29. hvs. hvb. hvr. dp.pt. dp.st. dp.ct. sntrys_", least: 16, body: dotted.union("=")),
        CredentialFormat(prefixes: "SG.", least: 20, body: dotted),
        CredentialFormat(prefixes: "ATATT", least: 20, body: dotted.union("=")),
        CredentialFormat(prefixes: "hf_", least: 30, body: .alphanumerics),
        CredentialFormat(prefixes: "pypi- dop_v1_ rubygems_ gsk_ pplx- r8_", least: 32, body: urlSafe),
        CredentialFormat(prefixes: "SK", least: 32, body: .hexadecimalDigits),
        CredentialFormat(prefixes: "AIza", least: 35, body: urlSafe),
        CredentialFormat(prefixes: "npm_", least: 36, body: .alphanumerics),
        CredentialFormat(prefixes: "pul-", least: 40, body: .hexadecimalDigits),
        CredentialFormat(prefixes: "secret_ ntn_", least: 36, body: .alphanumerics),
        CredentialFormat(prefixes: "EAAAE", least: 50, body: urlSafe),
    ]
}

/// Replaces what is a credential by its format alone, wherever it stands.
struct CredentialFormatRedactor {
    let redactor: Redactor

    private static let byFirst: [[CredentialFormat]] = {
        var formats = [[CredentialFormat]](repeating: [], count: 256)
        for format in CredentialFormat.all {
            for prefix in format.prefixes.inOrder { formats[Int(prefix.utf8.first ?? 0)].append(format) }
        }
        return formats
    }()
    private static let starts: ByteSet = {
        var starts: ByteSet = "e-"
        for byte in UInt8(0)..<128 where !byFirst[Int(byte)].isEmpty { starts.insert(byte) }
        return starts
    }()
    private static let tokenStart = Array("eyJ".utf8)
    private static let keyStart = Array("-----BEGIN ".utf8)
    private static let keyEnd = Array("-----END ".utf8)
    private static let privateKey = Array("PRIVATE KEY".utf8)
    private static let dashes = Array("-----".utf8)

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: redactor)
        var position = bytes.next(Self.starts, from: 0, to: bytes.count)
        while position < bytes.count {
            if bytes.has(Self.tokenStart, at: position) {
                position = Self.token(at: position, &rewriter)
            } else if let end = Self.end(in: bytes, at: position) {
                rewriter.redact(position..<end, named: "credential")
                position = end
            } else {
                position += 1
            }
            position = bytes.next(Self.starts, from: position, to: bytes.count)
        }
        return rewriter.result
    }

    private static func end(in bytes: [UInt8], at position: Int) -> Int? {
        if bytes[position] == UInt8(ascii: "-") { return keyEnd(in: bytes, at: position) }
        guard beginsWord(bytes, position) else { return nil }
        for format in byFirst[Int(bytes[position])] {
            if let end = format.end(in: bytes, at: position) { return end }
        }
        return nil
    }

    /// Whether a word begins here. The letters of an escape (`%20`, `\n`) do not count as part of a word.
    private static func beginsWord(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard position > 0, bytes[position - 1].isAlphanumeric || bytes[position - 1] == 0x5F else { return true }
        if position > 1, bytes[position - 2] == .backslash { return true }
        return position > 2 && bytes[position - 3] == .percent && bytes[position - 1].hexValue != nil
            && bytes[position - 2].hexValue != nil
    }

    /// Replaces a JSON Web Token (RFC 7519): base64url of `{"…`, a dot, more. A header alone is no token: cursors look
    /// the same. Returns the position to go on from, which is behind the header at least, so that no text makes the
    /// search slow.
    private static func token(at start: Int, _ rewriter: inout Rewriter) -> Int {
        let bytes = rewriter.bytes
        let header = bytes.end(of: CredentialFormat.urlSafe, from: start, to: bytes.count)
        guard header - start >= 8, header < bytes.count, bytes[header] == 0x2E else { return header }
        let end = bytes.end(of: CredentialFormat.dotted, from: header + 1, to: bytes.count)
        guard end - header > 4 else { return header }
        rewriter.redact(start..<end, named: "jwt")
        return end
    }

    /// The end of a private key in PEM (RFC 7468 §10): that of its last line, or of the text where the last line is
    /// missing.
    private static func keyEnd(in bytes: [UInt8], at start: Int) -> Int? {
        guard bytes.has(keyStart, at: start) else { return nil }
        let label = Array(bytes[(start + keyStart.count)...].prefix(40))
        guard label.range(of: privateKey) != nil else { return nil }
        guard let end = bytes.range(of: keyEnd, from: start) else { return bytes.count }
        return bytes.range(of: dashes, from: end.upperBound)?.upperBound ?? bytes.count
    }
}

/// Replaces the credentials behind `Bearer` and `Basic` in a text (RFC 6750 §2.1, RFC 7617).
struct CredentialSchemeRedactor {
    let redactor: Redactor

    private static let schemes: WordList = "bearer basic"
    private static let wordEnds = ByteSet.wordEnds.union(",;\\")
    private static let sentence = ByteSet { $0.isLetter && $0 == $0.lowercased }.union(".")

    /// Words that follow the schemes in plain English and in challenges.
    private static let harmless: WordList = """
        token tokens auth authentication authorization credential credentials scheme realm header error is was of and or in
        not format required missing invalid expired type plan access info usage
        """

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: redactor)
        var position = 0
        while position < bytes.count {
            if let secret = Self.credentials(at: position, in: bytes) {
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
            !word.isEmpty && !isChallenge(word, in: bytes) && looksSecret(word, in: bytes, isBearer: end - start == 6)
        return isSecret ? word : nil
    }

    /// `realm="x"`
    private static func isChallenge(_ word: Range<Int>, in bytes: [UInt8]) -> Bool {
        let next = bytes.next(.equals, from: word.lowerBound, to: word.upperBound) + 1
        guard next <= word.upperBound, next < bytes.count else { return false }
        return next < word.upperBound ? bytes[next] != .equals : bytes[next] == .quote
    }

    /// After "Basic" any plain word counts as English, after "Bearer" only the harmless ones.
    private static func looksSecret(_ word: Range<Int>, in bytes: [UInt8], isBearer: Bool) -> Bool {
        let letters = bytes.end(of: .letters, from: word.lowerBound, to: word.upperBound)
        if word.upperBound - letters < 2, harmless.contains(SecretNames.normalised(bytes[word.lowerBound..<letters])) {
            return false
        }
        let isPlain = bytes.end(of: sentence, from: word.lowerBound + 1, to: word.upperBound) == word.upperBound
        return isBearer || !isPlain || word.count > 20
    }
}
