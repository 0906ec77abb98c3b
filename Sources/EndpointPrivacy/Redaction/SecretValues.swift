/// The secrets that the user has named, and the forms of them that are searched for.
struct SecretValues: Hashable, Sendable {
    private(set) var texts: Set<String> = []
    /// Those that count only where no letter or digit stands beside them.
    private var words: Set<String> = []

    private var patterns: [SearchPattern] = []
    /// The indices of the patterns by their first byte; empty without patterns.
    private var indices: [[Int]] = []
    /// Whether a pattern or a placeholder begins with a byte; empty without patterns.
    private var isStart: [Bool] = []

    static func == (first: SecretValues, second: SecretValues) -> Bool {
        first.texts == second.texts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
    }

    var count: Int { texts.count }

    /// - Parameter isWord: Whether the text counts only where no letter or digit stands beside it.
    mutating func insert(_ text: String, asWord isWord: Bool = false) {
        guard !texts.contains(text), !text.allSatisfy(\.isWhitespace) else { return }
        texts.insert(text)
        if isWord { words.insert(text) }
        if indices.isEmpty {
            indices = [[Int]](repeating: [], count: 256)
            isStart = (0...255).map(SecretReplacement.mayBegin)
        }
        for pattern in SearchPattern.forms(of: text, asWord: isWord) {
            indices[Int(pattern.bytes[0])].append(patterns.count)
            isStart[Int(pattern.bytes[0])] = true
            patterns.append(pattern)
        }
    }

    mutating func insert(_ other: SecretValues) {
        for text in other.texts { insert(text, asWord: other.words.contains(text)) }
    }

    func redact(_ bytes: [UInt8], by redactor: Redactor) -> [UInt8] {
        guard !patterns.isEmpty else { return bytes }
        var redacted = bytes
        for encoding in TextEncoding.inMessages where redacted.contains(encoding.mark) {
            redacted = redact(redacted, in: encoding, redactor)
        }
        return redactPlain(redacted, redactor)
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
        for (range, secret) in ranges(in: bytes, redactor.replacement) {
            rewriter.redact(range, named: FoundSecret.valueName, meaning: secret)
        }
        return rewriter.result
    }

    /// Searches the bytes without their encoding, once and twice undone, so that it does not matter which characters are encoded.
    private func redact(_ bytes: [UInt8], in encoding: TextEncoding, _ redactor: Redactor) -> [UInt8] {
        var redacted = bytes
        var once = encoding.undone(bytes).bytes
        for layers in 1...2 {
            if layers == 2, !once.contains(encoding.mark) { break }
            let found = ranges(in: layers == 1 ? once : encoding.undone(once).bytes, redactor.replacement)
            if found.isEmpty { continue }
            var origins = encoding.origins(in: redacted)
            if layers == 2 { origins = encoding.origins(in: once).map { origins[$0] } }
            var rewriter = Rewriter(redacted, by: redactor)
            for (range, secret) in found {
                rewriter.redact(
                    origins[range.lowerBound]..<origins[range.upperBound], named: FoundSecret.valueName, meaning: secret
                )
            }
            redacted = rewriter.result
            once = encoding.undone(redacted).bytes
        }
        return redacted
    }

    private func ranges(
        in bytes: [UInt8], _ replacement: SecretReplacement
    ) -> [(range: Range<Int>, secret: [UInt8])] {
        var ranges: [(Range<Int>, [UInt8])] = []
        var lowest = 0
        var position = 0
        while position < bytes.count {
            if let end = replacement.end(ofPlaceholderAt: position, in: bytes) {
                position = end
            } else if let pattern = pattern(in: bytes, at: position) {
                let range = pattern.range(in: bytes, at: position, after: lowest)
                ranges.append((range, pattern.secret))
                (position, lowest) = (range.upperBound, range.upperBound)
            } else {
                position += 1
                while position < bytes.count, !isStart[Int(bytes[position])] { position += 1 }
            }
        }
        return ranges
    }

    /// The longest of the patterns that begin here.
    private func pattern(in bytes: [UInt8], at position: Int) -> SearchPattern? {
        var longest: SearchPattern?
        for index in indices[Int(bytes[position])] where patterns[index].bytes.count > longest?.bytes.count ?? 0 {
            if patterns[index].stands(at: position, in: bytes) { longest = patterns[index] }
        }
        return longest
    }
}

/// One form of a secret that is searched for: the bytes that are certain, and whether a character beside them holds
/// bits of it.
package struct SearchPattern: Sendable {
    package let bytes: [UInt8]
    /// The secret itself.
    private(set) var secret: [UInt8] = []
    private var reachesLeft = false
    private var reachesRight = false
    private var isWord = false

    private static let base64Bytes = ByteSet.alphanumerics.union("+/-_")

    /// The forms of a secret: itself, escaped for JSON, with `+` for blanks, in hexadecimal digits, and inside of base64, also of
    /// base64 in base64. There is none for percent-encoding and character references, which are undone before the search.
    static func forms(of secret: String, asWord isWord: Bool) -> [SearchPattern] {
        let raw = Array(secret.utf8)
        let escaped = JSONString.escaped(raw)
        var slashes: [UInt8] = []
        for byte in escaped { slashes += byte == .slash ? [.backslash, .slash] : [byte] }
        let unicode = unicodeEscaped(raw)
        var forms = [SearchPattern(bytes: raw, isWord: isWord)]
        for form in [
            escaped, slashes, replacing(0x20, by: UInt8(ascii: "+"), in: raw), unicode, unicode.map(\.lowercased),
        ]
        where form != raw {
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
    package static func hex(_ secret: [UInt8]) -> [SearchPattern] {
        var upper: [UInt8] = []
        for byte in secret { PercentEncoding.appendDigits(of: byte, to: &upper) }
        return [SearchPattern(bytes: upper.map(\.lowercased)), SearchPattern(bytes: upper)]
    }

    private static func unicodeEscaped(_ secret: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in secret {
            escaped += "\\u00".utf8
            PercentEncoding.appendDigits(of: byte, to: &escaped)
        }
        return escaped
    }

    /// Whether the bytes stand at a position; if they are a word, whether it begins and ends there.
    func stands(at position: Int, in text: [UInt8]) -> Bool {
        guard text.has(bytes, at: position) else { return false }
        let end = position + bytes.count
        return !isWord
            || (position == 0 || !text[position - 1].isAlphanumeric) && (end == text.count || !text[end].isAlphanumeric)
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
