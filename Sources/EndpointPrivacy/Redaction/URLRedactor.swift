/// Replaces the userinfo of a URL and the secrets in the pairs of its path, query and fragment (RFC 3986 §3).
struct URLRedactor {
    let redactor: Redactor
    let level: Int

    private static let question = UInt8(ascii: "?")
    private static let hash = UInt8(ascii: "#")
    private static let marks: ByteSet = "/=?#"

    func redact(_ url: Range<Int>, in rewriter: inout Rewriter) {
        guard let authority = URLAuthority(of: url, in: rewriter.bytes) else { return hierarchy(url, &rewriter) }
        if redactor.redaction.isStandard { rewriter.redact(authority.userinfo, named: "userinfo") }
        hierarchy(authority.end..<url.upperBound, &rewriter)
    }

    /// Path, query and fragment; or a form that stands alone, which has an equals sign before anything else.
    private func hierarchy(_ range: Range<Int>, _ rewriter: inout Rewriter) {
        let bytes = rewriter.bytes
        let pairs = FormRedactor(redactor: redactor, level: level)
        let first = bytes.next(Self.marks, from: range.lowerBound, to: range.upperBound)
        if first < range.upperBound, bytes[first] == .equals { return pairs.redact(range, in: &rewriter) }
        let hash = bytes.next(Self.hash, from: range.lowerBound, to: range.upperBound)
        let question = bytes.next(Self.question, from: range.lowerBound, to: hash)
        for segment in bytes.pieces(of: range.lowerBound..<question, by: .slash) {
            pairs.redact(segment, in: &rewriter)
        }
        if question < hash { pairs.redact((question + 1)..<hash, in: &rewriter) }
        if hash < range.upperBound { pairs.redact((hash + 1)..<range.upperBound, in: &rewriter) }
    }
}

/// Where the authority of a URL ends, and which part of it is userinfo (RFC 3986 §3.2): in doubt more than it really
/// is.
struct URLAuthority {
    let userinfo: Range<Int>
    let end: Int

    private static let at: ByteSet = "@"
    private static let ends: ByteSet = "/\\?#"

    /// The authority behind `//`; nil where a URL has none.
    init?(of url: Range<Int>, in bytes: [UInt8]) {
        guard let start = Self.start(of: url, in: bytes) else { return nil }
        let authority = start..<bytes.next(Self.ends, from: start, to: url.upperBound)
        let holdsPassword = Self.holdsPassword(authority, in: bytes)
        let at = bytes.behindLast(Self.at, in: authority)
        let farthest = holdsPassword ? bytes.behindLast(Self.at, in: start..<url.upperBound) : start
        if at > start {
            (userinfo, end) = (start..<(at - 1), authority.upperBound)
        } else if farthest > start {
            (userinfo, end) = (start..<(farthest - 1), farthest)
        } else if holdsPassword, authority.upperBound == url.upperBound {
            (userinfo, end) = (authority, authority.upperBound)
        } else {
            (userinfo, end) = (start..<start, authority.upperBound)
        }
    }

    private static func start(of url: Range<Int>, in bytes: [UInt8]) -> Int? {
        let slash = bytes.next(.slash, from: url.lowerBound, to: url.upperBound)
        guard slash + 1 < url.upperBound, bytes[slash + 1] == .slash else { return nil }
        if slash == url.lowerBound { return slash + 2 }
        let isScheme =
            bytes[slash - 1] == .colon
            && bytes.end(of: .scheme, from: url.lowerBound, to: slash - 1) == slash - 1
        return isScheme ? slash + 2 : nil
    }

    /// Whether the port has letters. If so, it is a password whose `@` was cut off or comes behind a slash in the
    /// password.
    private static func holdsPassword(_ authority: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard !authority.isEmpty, bytes[authority.lowerBound] != UInt8(ascii: "[") else { return false }
        let colon = bytes.next(.colon, from: authority.lowerBound, to: authority.upperBound)
        return bytes.holds(.letters, in: colon..<authority.upperBound)
    }
}

/// Replaces the values of secret names in `a=1&b=2`: a query, a form, a fragment. A `;` separates as well, except in a
/// secret.
struct FormRedactor {
    let redactor: Redactor
    let level: Int

    private static let nameMarks: ByteSet = ";/?#"
    private static let nestedMarks: ByteSet = "%=:"

    func redact(_ range: Range<Int>, in rewriter: inout Rewriter) {
        guard rewriter.bytes.holds(.equals, in: range) else { return }
        let pieces = rewriter.bytes.pieces(of: range, by: .ampersand)
        let besideOAuth = Self.belongToOAuth(pieces, in: rewriter.bytes)
        for piece in pieces { redact(piece, besideOAuth, &rewriter) }
    }

    /// Whether the pairs are a callback of OAuth: a field of OAuth is there, or `code` and `state` beside each other.
    private static func belongToOAuth(_ pieces: [Range<Int>], in bytes: [UInt8]) -> Bool {
        var secrets: Set<String> = []
        for piece in pieces {
            let name = name(of: piece, in: bytes)
            if SecretNames.isOAuth(name) { return true }
            let normalised = SecretNames.normalised(name)
            if SecretNames.oauthSecrets.contains(normalised) { secrets.insert(normalised) }
        }
        return secrets.count == 2
    }

    private func redact(_ piece: Range<Int>, _ besideOAuth: Bool, _ rewriter: inout Rewriter) {
        let bytes = rewriter.bytes
        var rest = piece
        while bytes.holds(.equals, in: rest) {
            let name = Self.name(of: rest, in: bytes)
            let value = (name.endIndex + 1)..<piece.upperBound
            let end = bytes.next(.semicolon, from: value.lowerBound, to: value.upperBound)
            if let kind = redactor.redaction.names.parameter(name, besideOAuth: besideOAuth) {
                let meaning = PercentEncoding.decoded(bytes[value])
                if !SecretShape.isHarmless(meaning, under: kind, isText: false) {
                    return rewriter.redact(value, named: PercentEncoding.decoded(name))
                }
            }
            nested(value.lowerBound..<end, &rewriter)
            rest = end..<piece.upperBound
        }
    }

    /// The name before the equals sign, without what may stand before it, such as the route in `#/login?token=…`.
    private static func name(of piece: Range<Int>, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let end = bytes.next(.equals, from: piece.lowerBound, to: piece.upperBound)
        return bytes[bytes.behindLast(nameMarks, in: piece.lowerBound..<end)..<end]
    }

    /// Redacts a value that is no secret but may hold one: a URL with a query of its own, JSON, a header.
    private func nested(_ value: Range<Int>, _ rewriter: inout Rewriter) {
        let bytes = rewriter.bytes
        guard redactor.redaction.isStandard, level < Redactor.deepest, bytes.holds(Self.nestedMarks, in: value) else {
            return
        }
        let decoded = Array(PercentEncoding.decoded(bytes[value]))
        let isEncoded = bytes.holds(.percent, in: value)
        let redacted = redactor.redacting(urls: !isEncoded).text(decoded, level: level + 1)
        if redacted != decoded {
            rewriter.replace(value, with: isEncoded ? PercentEncoding.encoded(redacted) : redacted)
        }
    }
}

/// Finds the URLs and the queries in a text.
struct InlineURLRedactor {
    let redactor: Redactor
    let level: Int

    private static let signs: ByteSet = "/="
    private static let queryMarks: ByteSet = "&?#;"

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        let redactor = redactor.redacting(urls: true)
        let urls = URLRedactor(redactor: redactor, level: level)
        var rewriter = Rewriter(bytes, by: redactor)
        var position = 0
        while position < bytes.count {
            let end = bytes.next(.wordEnds, from: position, to: bytes.count)
            if bytes.holds(Self.signs, in: position..<end) {
                for piece in Self.pieces(of: position..<end, in: bytes) where Self.isURL(piece, in: bytes) {
                    urls.redact(piece, in: &rewriter)
                }
            }
            position = end + 1
        }
        return rewriter.result
    }

    /// The word in pieces, one for each URL in it. A URL that is the value of a query stays part of that query.
    private static func pieces(of word: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = word.lowerBound
        var colon = bytes.next(.colon, from: start, to: word.upperBound)
        while colon + 2 < word.upperBound {
            let scheme = bytes.start(of: .scheme, in: word.lowerBound..<colon)
            let isURL = bytes[colon + 1] == .slash && bytes[colon + 2] == .slash
            if isURL, scheme > word.lowerBound, bytes[scheme - 1] != .equals {
                pieces.append(start..<scheme)
                start = scheme
            }
            colon = bytes.next(.colon, from: colon + 1, to: word.upperBound)
        }
        return pieces + [start..<word.upperBound]
    }

    private static func isURL(_ piece: Range<Int>, in bytes: [UInt8]) -> Bool {
        let slash = bytes.next(.slash, from: piece.lowerBound, to: piece.upperBound)
        let beginsWithTwo = slash == piece.lowerBound && slash + 1 < piece.upperBound && bytes[slash + 1] == .slash
        if slash < piece.upperBound, beginsWithTwo || bytes.holds(.colon, in: piece) { return true }
        return bytes.holds(.equals, in: piece) && bytes.holds(queryMarks, in: piece)
    }
}
