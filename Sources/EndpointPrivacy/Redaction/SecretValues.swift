/// The secrets that the user has named, and the forms of them that are searched for.
struct SecretValues: Hashable, Sendable {
    private(set) var texts: Set<String> = []

    private var patterns: [SearchPattern] = []
    /// The indices of the patterns by their first byte; empty without patterns.
    private var indices: [[Int]] = []

    static func == (first: SecretValues, second: SecretValues) -> Bool {
        first.texts == second.texts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
    }

    var count: Int { texts.count }

    mutating func insert(_ text: String) {
        guard !texts.contains(text), !text.allSatisfy(\.isWhitespace) else { return }
        texts.insert(text)
        if indices.isEmpty { indices = [[Int]](repeating: [], count: 256) }
        for pattern in SearchPattern.forms(of: text) {
            indices[Int(pattern.bytes[0])].append(patterns.count)
            patterns.append(pattern)
        }
    }

    func redact(_ bytes: [UInt8], by redactor: Redactor) -> [UInt8] {
        guard !patterns.isEmpty else { return bytes }
        return redactPlain(bytes.contains(.percent) ? redactEncoded(bytes, redactor) : bytes, redactor)
    }

    /// The length of the longest end of these bytes that may be the beginning of a secret.
    func lengthOfUnfinished(_ bytes: [UInt8]) -> Int {
        var longest = 0
        for pattern in patterns {
            var length = min(pattern.bytes.count - 1, bytes.count)
            while length > longest, !bytes.has(Array(pattern.bytes[..<length]), at: bytes.count - length) {
                length -= 1
            }
            longest = max(longest, length)
        }
        return longest
    }

    private func redactPlain(_ bytes: [UInt8], _ redactor: Redactor) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: redactor)
        for range in ranges(in: bytes, redactor.replacement) { rewriter.redact(range, named: "value") }
        return rewriter.result
    }

    /// Searches the bytes without their percent-encoding, so that it does not matter which characters are encoded.
    private func redactEncoded(_ bytes: [UInt8], _ redactor: Redactor) -> [UInt8] {
        let (decoded, origins) = PercentEncoding.decodedWithOrigins(bytes[...])
        var rewriter = Rewriter(bytes, by: redactor)
        for range in ranges(in: decoded, redactor.replacement) {
            let origin = origins[range.lowerBound]..<origins[range.upperBound]
            rewriter.redact(origin, named: "value")
        }
        return rewriter.result
    }

    private func ranges(in bytes: [UInt8], _ replacement: SecretReplacement) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var lowest = 0
        var position = 0
        while position < bytes.count {
            if let end = replacement.end(ofPlaceholderAt: position, in: bytes) {
                position = end
            } else if let pattern = pattern(in: bytes, at: position) {
                let range = pattern.range(in: bytes, at: position, after: lowest)
                ranges.append(range)
                (position, lowest) = (range.upperBound, range.upperBound)
            } else {
                position += 1
            }
        }
        return ranges
    }

    /// The longest of the patterns that begin here.
    private func pattern(in bytes: [UInt8], at position: Int) -> SearchPattern? {
        var longest: SearchPattern?
        for index in indices[Int(bytes[position])] where patterns[index].bytes.count > longest?.bytes.count ?? 0 {
            if bytes.has(patterns[index].bytes, at: position) { longest = patterns[index] }
        }
        return longest
    }
}

/// One form of a secret that is searched for: the bytes that are certain, and whether a character beside them holds
/// bits of it.
package struct SearchPattern: Sendable {
    package let bytes: [UInt8]
    private var reachesLeft = false
    private var reachesRight = false

    private static let base64Bytes = ByteSet.alphanumerics.union("+/-_")

    /// The forms of a secret: itself, escaped for JSON, with `+` for blanks, and inside of base64. There is none for
    /// percent-encoding, which is undone before the search.
    package static func forms(of secret: String) -> [SearchPattern] {
        let raw = Array(secret.utf8)
        let escaped = JSONString.escaped(raw)
        var slashes: [UInt8] = []
        for byte in escaped { slashes += byte == .slash ? [.backslash, .slash] : [byte] }
        var forms = [SearchPattern(bytes: raw)]
        for form in [escaped, slashes, replacing(0x20, by: UInt8(ascii: "+"), in: raw)] where form != raw {
            forms.append(SearchPattern(bytes: form))
        }
        return raw.count < 6 ? forms : forms + base64(raw, offset: 0) + base64(raw, offset: 1) + base64(raw, offset: 2)
    }

    /// The base64 of a secret that begins so many bytes behind a group of three, in both alphabets (RFC 4648 §4, §5).
    package static func base64(_ secret: [UInt8], offset: Int) -> [SearchPattern] {
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
    package func range(in text: [UInt8], at start: Int, after lowest: Int) -> Range<Int> {
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
