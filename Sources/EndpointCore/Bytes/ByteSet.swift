/// The ASCII characters that the scanners search for, by name.
extension UInt8 {
    package static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    package static let colon = UInt8(ascii: ":")
    package static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let ampersand = UInt8(ascii: "&")
    package static let slash = UInt8(ascii: "/")
    package static let percent = UInt8(ascii: "%")
    package static let newline = UInt8(ascii: "\n")

    @inlinable var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A blank, a tab or the end of a line.
    @inlinable var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// The ASCII letter in lower case; any other byte unchanged.
    @inlinable package var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

// Character classes on bytes: a switch costs a few comparisons, a CharacterSet a call.
extension UInt8 {
    package var isToken: Bool { ByteSet.token.contains(self) }

    @inlinable package var isAlphanumeric: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    @inlinable package var isDigit: Bool {
        ("0"..."9").contains(Unicode.Scalar(self))
    }

    /// A control character of ASCII, such as HTAB, CR, LF, NUL and DEL.
    @inlinable package var isControl: Bool {
        self < 0x20 || self == 0x7F
    }

    /// A blank or HTAB, the white space of a header (RFC 9110 §5.6.3).
    @inlinable package var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// The value of a hexadecimal digit in either case.
    @inlinable package var hexValue: UInt8? {
        switch Unicode.Scalar(self) {
        case "0"..."9": self - UInt8(ascii: "0")
        case "a"..."f": self - UInt8(ascii: "a") + 10
        case "A"..."F": self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// A set of ASCII characters that a scanner stops at or skips: `"&;#"`.
package struct ByteSet: Sendable, ExpressibleByStringLiteral {
    fileprivate private(set) var low: UInt64 = 0
    fileprivate private(set) var high: UInt64 = 0

    package init(stringLiteral characters: StaticString) {
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
    package static let space: ByteSet = " \t\n\u{0B}\u{0C}\r"
    static let lineEnds: ByteSet = "\r\n"
    static let letters = ByteSet { $0.isLetter }
    static let alphanumerics = ByteSet { $0.isAlphanumeric }
    package static let digits: ByteSet = "0123456789"
    static let hexadecimalDigits: ByteSet = "0123456789abcdefABCDEF"
    /// A letter, a digit, or one of `-._~` (RFC 3986 §2.3): these never need encoding.
    static let unreserved = alphanumerics.union("-._~")
    /// The bytes that are not encoded in a form (WHATWG URL §1.3).
    static let form = alphanumerics.union("*-._")
    /// The bytes that are allowed in the path or the query of a URL, apart from `%` (RFC 3986 §3.3 and §3.4).
    static let pathOrQuery = unreserved.union("!$&'()*+,;=:@/?")
    /// The bytes of a token: the name of a header, a method (RFC 9110 §5.6.2).
    static let token = alphanumerics.union("!#$%&'*+-.^_`|~")
    /// The delimiters of a word in quotes, in backticks or in angle brackets.
    static let quotes: ByteSet = "\"'`<>"
    static let wordEnds = space.union(quotes)
    static let scheme = alphanumerics.union("+-.")
}

// Scanners use positions in one array. These are deliberately plain loops, or the C library's: slices and closures cost
// run time, and compile time for a copy of the standard library's code for each combination of them.
extension [UInt8] {
    /// The position of the next occurrence of the byte; the end if there is none.
    func next(_ byte: UInt8, from start: Int, to end: Int) -> Int {
        guard start < end else { return start }
        precondition(start >= 0 && end <= count)
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
                return end
            }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }

    /// The position of the next byte of the set; the end if there is none.
    func next(_ set: ByteSet, from start: Int, to end: Int) -> Int {
        skip(set, isMember: false, from: start, to: end)
    }

    /// The position after the run of bytes of the set that begins here, which may be empty.
    package func end(of set: ByteSet, from start: Int, to end: Int) -> Int {
        skip(set, isMember: true, from: start, to: end)
    }

    /// Uses a plain pointer because this loop takes most of the time of a scanner in a debug build.
    private func skip(_ set: ByteSet, isMember: Bool, from start: Int, to end: Int) -> Int {
        guard start < end else { return start }
        precondition(start >= 0 && end <= count)
        let (low, high) = (set.low, set.high)
        return withUnsafeBufferPointer { buffer in
            guard let bytes = buffer.baseAddress else { return start }
            var position = start
            while position < end {
                let byte = bytes[position]
                let bits = byte < 64 ? low : byte < 128 ? high : 0
                if (bits &>> UInt64(byte & 63) & 1 == 1) != isMember { break }
                position += 1
            }
            return position
        }
    }

    /// The start of the run of bytes of the set that ends the range, which may be empty.
    package func start(of set: ByteSet, in range: Range<Int>) -> Int {
        var position = range.upperBound
        while position > range.lowerBound, set.contains(self[position - 1]) { position -= 1 }
        return position
    }

    /// The position after the last byte of the set; the start if there is none.
    package func behindLast(_ set: ByteSet, in range: Range<Int>) -> Int {
        var position = range.upperBound
        while position > range.lowerBound, !set.contains(self[position - 1]) { position -= 1 }
        return position
    }

    /// Whether the range contains a byte of the set.
    func holds(_ set: ByteSet, in range: Range<Int>) -> Bool {
        next(set, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
        next(byte, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    /// Whether these bytes are at a position.
    func has(_ word: [UInt8], at start: Int) -> Bool {
        guard count - start >= word.count else { return false }
        var offset = 0
        while offset < word.count, self[start + offset] == word[offset] { offset += 1 }
        return offset == word.count
    }

    /// The next range with these bytes between two positions.
    package func range(of needle: [UInt8], from start: Int = 0, to end: Int? = nil) -> Range<Int>? {
        guard let first = needle.first else { return nil }
        let end = end ?? count
        var position = next(first, from: start, to: end)
        while position < end {
            if position + needle.count <= end, has(needle, at: position) { return position..<position + needle.count }
            position = next(first, from: position + 1, to: end)
        }
        return nil
    }

    /// The pieces between the separators; some may be empty.
    func pieces(of range: Range<Int>, by separator: UInt8) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        while true {
            let end = next(separator, from: start, to: range.upperBound)
            pieces.append(start..<end)
            guard end < range.upperBound else { return pieces }
            start = end + 1
        }
    }
}
