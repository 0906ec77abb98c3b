/// A set of ASCII characters, for a scanner to stop at or to pass over: `"&;#"`.
package struct ByteSet: Sendable, ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init(stringLiteral characters: StaticString) {
        for offset in 0..<characters.utf8CodeUnitCount { insert(characters.utf8Start[offset]) }
    }

    package init(where belongs: (UInt8) -> Bool) {
        for byte in 0..<UInt8(128) where belongs(byte) { insert(byte) }
    }

    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
    }

    package mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte & 63) }
    }

    package func union(_ other: ByteSet) -> ByteSet {
        var union = self
        union.low |= other.low
        union.high |= other.high
        return union
    }
}

extension ByteSet {
    package static let space: ByteSet = " \t\n\u{0B}\u{0C}\r"
    package static let lineEnds: ByteSet = "\r\n"
    package static let letters = ByteSet { $0.isLetter }
    package static let alphanumerics = ByteSet { $0.isAlphanumeric }
    package static let digits: ByteSet = "0123456789"
    package static let hexadecimalDigits: ByteSet = "0123456789abcdefABCDEF"
    package static let unreserved = ByteSet { $0.isUnreserved }
    package static let form = ByteSet { $0.isForm }
    package static let pathOrQuery = ByteSet { $0.isPathOrQuery }
    package static let token = ByteSet { $0.isToken }
    /// What begins or ends a word that stands in quotes, in backticks or in angle brackets.
    package static let quotes: ByteSet = "\"'`<>"
    package static let wordEnds = space.union(quotes)
    package static let scheme = alphanumerics.union("+-.")
}

// Scanners go over one array with positions in it. These are plain loops on purpose: slices and closures cost time when they run,
// and the compiler a copy of the standard library's code for each combination of them.
extension [UInt8] {
    /// Where the byte stands next; the end where it does not.
    package func next(_ byte: UInt8, from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, self[position] != byte { position += 1 }
        return position
    }

    /// Where one of these bytes stands next; the end where none does.
    package func next(_ set: ByteSet, from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, !set.contains(self[position]) { position += 1 }
        return position
    }

    /// Behind the bytes of the set that stand here.
    package func end(of set: ByteSet, from start: Int, to end: Int) -> Int {
        var position = start
        while position < end, set.contains(self[position]) { position += 1 }
        return position
    }

    /// Where the bytes of the set begin that stand before the end.
    package func start(of set: ByteSet, in range: Range<Int>) -> Int {
        var position = range.upperBound
        while position > range.lowerBound, set.contains(self[position - 1]) { position -= 1 }
        return position
    }

    /// Behind the last of these bytes; the start where there is none.
    package func behindLast(_ set: ByteSet, in range: Range<Int>) -> Int {
        var position = range.upperBound
        while position > range.lowerBound, !set.contains(self[position - 1]) { position -= 1 }
        return position
    }

    /// Whether one of these bytes stands in the range.
    package func holds(_ set: ByteSet, in range: Range<Int>) -> Bool {
        next(set, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    package func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
        next(byte, from: range.lowerBound, to: range.upperBound) < range.upperBound
    }

    /// Whether these bytes stand here.
    package func has(_ word: [UInt8], at start: Int) -> Bool {
        guard count - start >= word.count else { return false }
        var offset = 0
        while offset < word.count, self[start + offset] == word[offset] { offset += 1 }
        return offset == word.count
    }

    /// Where these bytes stand next, from a position on.
    package func range(of needle: [UInt8], from start: Int = 0) -> Range<Int>? {
        guard let first = needle.first else { return nil }
        var position = next(first, from: start, to: count)
        while position < count {
            if has(needle, at: position) { return position..<position + needle.count }
            position = next(first, from: position + 1, to: count)
        }
        return nil
    }

    /// The pieces between the separators; some may be empty.
    package func pieces(of range: Range<Int>, by separator: UInt8) -> [Range<Int>] {
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
