/// One form of a secret that is looked for: the bytes that are certain, and whether a character beside them holds bits of it.
struct Needle: Sendable {
    let bytes: [UInt8]
    private var reachesLeft = false
    private var reachesRight = false

    /// The forms of a secret: itself, escaped for JSON, with `+` for blanks, and inside of base64. Percent-encoding needs
    /// none of its own, because it is undone before the search.
    static func forms(of secret: String) -> [Needle] {
        let raw = Array(secret.utf8)
        let escaped = JSONString.escaped(raw)
        let plain = [
            raw, escaped, Array(secret.replacingOccurrences(of: " ", with: "+").utf8),
            escaped.flatMap { $0 == .slash ? [.backslash, .slash] : [$0] },
        ]
        return Set(plain).map { Needle(bytes: $0) } + (raw.count < 6 ? [] : (0..<3).flatMap { base64(raw, offset: $0) })
    }

    /// The base64 of a secret that begins so many bytes behind a group of three, in both alphabets (RFC 4648 §4, §5).
    private static func base64(_ secret: [UInt8], offset: Int) -> [Needle] {
        let bits = (offset + secret.count) * 8
        let encoded = Array(Data([UInt8](repeating: 0, count: offset) + secret).base64EncodedString().utf8)
        let certain = encoded[(offset == 0 ? 0 : offset + 1)..<(bits / 6)]
        let urlSafe = certain.map {
            $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == .slash ? UInt8(ascii: "_") : $0
        }
        return Set([Array(certain), urlSafe]).map { bytes in
            Needle(bytes: bytes, reachesLeft: offset > 0, reachesRight: bits % 6 != 0)
        }
    }

    /// What to replace where the bytes stand at a position.
    func range(in text: [UInt8], at start: Int, after lowest: Int) -> Range<Int> {
        let end = start + bytes.count
        let left = reachesLeft && start > lowest && Self.isBase64(text[start - 1]) ? start - 1 : start
        let right = reachesRight && end < text.count && Self.isBase64(text[end]) ? end + 1 : end
        return left..<right
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "+/-_".utf8.contains(byte)
    }
}
