/// Redacts the value of a secret header. The parts that aren't secret stay: schemes, names of cookies, attributes.
struct HeaderRedactor {
    private let name: String
    private let bytes: [UInt8]
    private let kept: Set<String>
    private var rewriter: Rewriter

    private static let schemes: WordList = """
        basic bearer digest dpop gnap hoba mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 vapid token
        apikey aws4-hmac-sha256
        """
    private static let cookieAttributes: WordList = """
        expires max-age domain path secure httponly samesite partitioned priority
        """
    private static let dateBytes = ByteSet.alphanumerics.union(": -")

    init(redactor: Redactor, name: String, value: [UInt8]) {
        self.name = name
        bytes = value
        kept = redactor.redaction.names.kept
        rewriter = Rewriter(bytes, by: redactor)
    }

    mutating func redacted() -> [UInt8] {
        let header = name.lowercased()
        if header == "cookie" {
            for pair in bytes.pieces(of: 0..<bytes.count, by: .semicolon) { cookie(pair) }
        } else if header == "set-cookie" {
            for line in bytes.pieces(of: 0..<bytes.count, by: .newline) { setCookie(line) }
        } else {
            rewriter.redact((header.contains("authorization") ? endOfScheme : 0)..<bytes.count, named: name)
        }
        return rewriter.result
    }

    /// Whether a word is a registered or common authentication scheme, and so not a secret.
    static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        schemes.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// The position after a scheme, which stays: `Bearer {{secret}}`.
    private var endOfScheme: Int {
        let blank = bytes.next(0x20, from: 0, to: bytes.count)
        return blank < bytes.count && Self.isScheme(bytes[..<blank]) ? blank + 1 : 0
    }

    /// Redacts the value of `name=value`. Text without a name is redacted as a whole.
    private mutating func cookie(_ pair: Range<Int>) {
        let equals = bytes.next(.equals, from: pair.lowerBound, to: pair.upperBound)
        let start = bytes.end(of: .space, from: pair.lowerBound, to: pair.upperBound)
        guard equals < pair.upperBound else { return rewriter.redact(start..<pair.upperBound, named: name) }
        if kept.contains(SecretNames.normalised(bytes[min(start, equals)..<equals])) { return }
        rewriter.redact((equals + 1)..<pair.upperBound, named: bytes[min(start, equals)..<equals])
    }

    /// Redacts one cookie, or several that Foundation has joined with commas.
    private mutating func setCookie(_ line: Range<Int>) {
        for segment in bytes.pieces(of: line, by: .semicolon) {
            var isDate = false
            for part in bytes.pieces(of: segment, by: .comma) {
                let isCookie = segment.lowerBound == line.lowerBound || part.lowerBound > segment.lowerBound
                let keeps = isDate ? isDateTail(part) : !isCookie && Self.cookieAttributes.contains(attribute(part))
                isDate = keeps && !isDate && attribute(part) == "expires"
                if !keeps { cookie(part) }
            }
        }
    }

    private func attribute(_ part: Range<Int>) -> String {
        var name: [UInt8] = []
        for byte in bytes[part] {
            if byte == .equals { break }
            if !byte.isSpace { name.append(byte.lowercased) }
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Whether this may be the part after the comma of `Wed, 09 Jun 2021 10:18:14 GMT`.
    private func isDateTail(_ part: Range<Int>) -> Bool {
        part.count <= 30 && bytes.end(of: Self.dateBytes, from: part.lowerBound, to: part.upperBound) == part.upperBound
    }
}
