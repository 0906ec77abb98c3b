/// The secrets with known values, and the forms in which they are searched for.
struct SecretValues: Hashable, Sendable {
    private(set) var texts: Set<String> = []
    /// Those that count only where no letter or digit is next to them.
    private var words: Set<String> = []
    private var patterns = SearchPatterns()

    static func == (first: SecretValues, second: SecretValues) -> Bool {
        first.texts == second.texts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
    }

    var count: Int { texts.count }

    /// - Parameter isWord: Whether the text counts only where no letter or digit is next to it.
    mutating func insert(_ text: String, asWord isWord: Bool = false) {
        guard !texts.contains(text), !text.allSatisfy(\.isWhitespace) else { return }
        texts.insert(text)
        if isWord { words.insert(text) }
        for pattern in SearchPattern.forms(of: text, asWord: isWord) { patterns.insert(pattern) }
    }

    mutating func insert(_ other: SecretValues) {
        for text in other.texts { insert(text, asWord: other.words.contains(text)) }
    }

    /// The length of the longest suffix of these bytes that may be the beginning of a secret.
    func lengthOfUnfinished(_ bytes: [UInt8]) -> Int {
        var longest = 0
        for pattern in patterns.all {
            var length = min(pattern.bytes.count - 1, bytes.count)
            while length > longest, !bytes.has(Array(pattern.bytes[..<length]), at: bytes.count - length) {
                length -= 1
            }
            longest = max(longest, length)
        }
        return longest
    }

    /// Where the values occur, with the value at each place. Placeholders are skipped.
    func ranges(
        in bytes: [UInt8], keeping placeholders: SecretReplacement
    ) -> [(range: Range<Int>, secret: [UInt8])] {
        guard !texts.isEmpty else { return [] }
        var ranges: [(Range<Int>, [UInt8])] = []
        var (position, lowest) = (0, 0)
        let stops = placeholders.ranges(in: bytes)
        for stop in stops + [bytes.count..<bytes.count] {
            while let (start, pattern) = patterns.first(in: bytes, from: position, to: stop.lowerBound) {
                let range = pattern.range(in: bytes, at: start, after: lowest)
                ranges.append((range, pattern.secret))
                (position, lowest) = (range.upperBound, range.upperBound)
            }
            (position, lowest) = (max(position, stop.upperBound), max(lowest, stop.upperBound))
        }
        return ranges
    }
}

/// Byte strings that are all searched for at once, in a time that doesn't depend on their number.
private struct SearchPatterns: Sendable {
    private static let prefix = 6

    private(set) var all: [SearchPattern] = []
    /// The patterns shorter than the prefix.
    private var short: [Int] = []
    /// The other patterns, by their prefix.
    private var long: [[UInt8]: Int] = [:]
    /// The lengths of the patterns that share a prefix, the longest first. Many secrets begin alike, as tokens do.
    private var lengths: [UInt64: [Int]] = [:]
    /// A bit for each hash of a prefix.
    private var filter: [UInt64] = []

    mutating func insert(_ pattern: SearchPattern) {
        guard pattern.bytes.count >= Self.prefix else {
            short.append(all.count)
            return all.append(pattern)
        }
        let key = pattern.bytes.withUnsafeBufferPointer { Self.key($0.baseAddress, 0) }
        if filter.isEmpty { filter = [UInt64](repeating: 0, count: 1024) }
        let slot = Self.slot(key)
        filter[slot >> 6] |= 1 &<< UInt64(slot & 63)
        if let known = long[pattern.bytes], !all[known].isWord || pattern.isWord { return }
        long[pattern.bytes] = all.count
        all.append(pattern)
        let length = pattern.bytes.count
        let index = lengths[key]?.firstIndex { $0 <= length } ?? lengths[key]?.count ?? 0
        if index == lengths[key]?.count ?? 0 || lengths[key]?[index] != length {
            lengths[key, default: []].insert(length, at: index)
        }
    }

    /// The first pattern between two positions; of several there, the longest.
    func first(in bytes: [UInt8], from start: Int, to end: Int) -> (position: Int, pattern: SearchPattern)? {
        var first = firstLong(in: bytes, from: start, to: end)
        for index in short {
            var from = start
            while let range = bytes.range(of: all[index].bytes, from: from, to: first?.position ?? end) {
                if all[index].stands(at: range.lowerBound, in: bytes) {
                    first = (range.lowerBound, all[index])
                    break
                }
                from = range.lowerBound + 1
            }
        }
        return first
    }

    /// Uses plain pointers because the loop takes most of the time of a search, even in a debug build.
    private func firstLong(in bytes: [UInt8], from start: Int, to end: Int) -> (position: Int, pattern: SearchPattern)?
    {
        guard !long.isEmpty, end - start >= Self.prefix else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            filter.withUnsafeBufferPointer { filter in
                guard let base = buffer.baseAddress, let bits = filter.baseAddress else { return nil }
                var key = Self.key(base, start) >> 8
                var position = start
                while position <= end - Self.prefix {
                    key = (key << 8 | UInt64(base[position + Self.prefix - 1])) & 0xFFFF_FFFF_FFFF
                    let slot = Self.slot(key)
                    if bits[slot >> 6] >> UInt64(slot & 63) & 1 == 1, let lengths = lengths[key] {
                        for length in lengths where position + length <= end {
                            guard let index = long[Array(buffer[position..<position + length])] else { continue }
                            if all[index].stands(at: position, in: bytes) { return (position, all[index]) }
                        }
                    }
                    position += 1
                }
                return nil
            }
        }
    }

    private static func key(_ bytes: UnsafePointer<UInt8>?, _ position: Int) -> UInt64 {
        guard let bytes else { return 0 }
        var key: UInt64 = 0
        for offset in 0..<prefix { key = key << 8 | UInt64(bytes[position + offset]) }
        return key
    }

    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}

/// One form of a secret that is searched for: its certain bytes, and whether a character next to them contains bits of
/// it.
struct SearchPattern: Sendable {
    let bytes: [UInt8]
    /// The secret itself.
    private(set) var secret: [UInt8] = []
    private var reachesLeft = false
    private var reachesRight = false
    fileprivate private(set) var isWord = false

    private static let base64Bytes = ByteSet.alphanumerics.union("+/-_")

    /// The forms of a secret: unchanged, with `+` for blanks, percent-encoded, in hexadecimal, and inside base64, even
    /// base64 of base64. What else is encoded in a text is decoded before the search.
    static func forms(of secret: String, asWord isWord: Bool) -> [SearchPattern] {
        let raw = Array(secret.utf8)
        var forms = [SearchPattern(bytes: raw, isWord: isWord)]
        for form in [replacing(0x20, by: UInt8(ascii: "+"), in: raw), PercentEncoding.encoded(raw)] where form != raw {
            forms.append(SearchPattern(bytes: form))
        }
        if raw.count >= 6 {
            forms += hex(raw)
            for offset in 0..<3 {
                for once in base64(raw, offset: offset) {
                    forms.append(once)
                    for outer in 0..<3 { forms += base64(once.bytes, offset: outer) }
                }
            }
        }
        for index in forms.indices { forms[index].secret = raw }
        return forms
    }

    /// The bytes in hexadecimal digits, lower and upper case.
    static func hex(_ secret: [UInt8]) -> [SearchPattern] {
        var upper: [UInt8] = []
        for byte in secret { PercentEncoding.appendDigits(of: byte, to: &upper) }
        return [SearchPattern(bytes: upper.map(\.lowercased)), SearchPattern(bytes: upper)]
    }

    /// Whether the bytes are at a position; for a word, whether it also begins and ends there.
    func stands(at position: Int, in text: [UInt8]) -> Bool {
        guard text.has(bytes, at: position) else { return false }
        let end = position + bytes.count
        return !isWord
            || (position == 0 || !text[position - 1].isAlphanumeric) && (end == text.count || !text[end].isAlphanumeric)
    }

    /// The base64 of a secret that begins `offset` bytes after a group of three, in both alphabets (RFC 4648 §4, §5).
    static func base64(_ secret: [UInt8], offset: Int) -> [SearchPattern] {
        let bits = (offset + secret.count) * 8
        let encoded = Array(Data([UInt8](repeating: 0, count: offset) + secret).base64EncodedString().utf8)
        let certain = Array(encoded[(offset == 0 ? 0 : offset + 1)..<(bits / 6)])
        let urlSafe = replacing(.slash, by: 0x5F, in: replacing(UInt8(ascii: "+"), by: 0x2D, in: certain))
        var patterns: [SearchPattern] = []
        for bytes in urlSafe == certain ? [certain] : [certain, urlSafe] {
            patterns.append(SearchPattern(bytes: bytes, reachesLeft: offset > 0, reachesRight: bits % 6 != 0))
        }
        return patterns
    }

    /// The range to replace where the bytes begin at a position.
    func range(in text: [UInt8], at start: Int, after lowest: Int) -> Range<Int> {
        let end = start + bytes.count
        let left = reachesLeft && start > lowest && Self.base64Bytes.contains(text[start - 1]) ? start - 1 : start
        let right = reachesRight && end < text.count && Self.base64Bytes.contains(text[end]) ? end + 1 : end
        return left..<right
    }

    private static func replacing(_ byte: UInt8, by other: UInt8, in bytes: [UInt8]) -> [UInt8] {
        var replaced = bytes
        for position in bytes.indices where bytes[position] == byte { replaced[position] = other }
        return replaced
    }
}
