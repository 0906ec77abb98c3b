/// A set of ASCII characters, for a scanner to stop at or to pass over: `"&;#"`.
struct ByteSet: Sendable, ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(stringLiteral characters: StaticString) {
        for offset in 0..<characters.utf8CodeUnitCount { insert(characters.utf8Start[offset]) }
    }

    init(where belongs: (UInt8) -> Bool) {
        for byte in 0..<UInt8(128) where belongs(byte) { insert(byte) }
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte & 63) }
    }

    func union(_ other: ByteSet) -> ByteSet {
        var union = self
        union.low |= other.low
        union.high |= other.high
        return union
    }
}

extension ByteSet {
    static let space: ByteSet = " \t\n\u{0B}\u{0C}\r"
    static let lineEnds: ByteSet = "\r\n"
    static let letters = ByteSet { $0.isLetter }
    static let alphanumerics = ByteSet { $0.isAlphanumeric }
    static let digits: ByteSet = "0123456789"
    static let hexadecimalDigits: ByteSet = "0123456789abcdefABCDEF"
    static let unreserved = ByteSet { $0.isUnreserved }
    static let form = ByteSet { $0.isForm }
    static let pathOrQuery = ByteSet { $0.isPathOrQuery }
    static let token = ByteSet { $0.isToken }
    /// What begins or ends a word that stands in quotes, in backticks or in angle brackets.
    static let quotes: ByteSet = "\"'`<>"
    static let wordEnds = space.union(quotes)
    static let scheme = alphanumerics.union("+-.")
}
