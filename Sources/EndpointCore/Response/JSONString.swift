/// What stands between the quotes of a string in JSON (RFC 8259 §7), and what it means.
enum JSONString {
    static func text(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        guard bytes.holds(.backslash, in: range) else { return String(decoding: bytes[range], as: UTF8.self) }
        return String(decoding: unescaped(range, in: bytes), as: UTF8.self)
    }

    /// The bytes without escapes. Total: an escape that is broken stands for itself, half a surrogate pair for U+FFFD.
    static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let isEscape = bytes[position] == .backslash && position + 1 < range.upperBound
            if isEscape, let (character, end) = character(at: position, in: bytes[range]) {
                text += Array(String(character).utf8)
                position = end
            } else {
                text.append(isEscape ? meaning(of: bytes[position + 1]) : bytes[position])
                position += isEscape ? 2 : 1
            }
        }
        return text
    }

    /// The text with the escapes that JSON asks for, and no others.
    static func escaped(_ text: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count)
        for byte in text {
            if byte == .quote || byte == .backslash {
                escaped += [.backslash, byte]
            } else if byte < 0x20 {
                escaped += Array(escape(of: byte).utf8)
            } else {
                escaped.append(byte)
            }
        }
        return escaped
    }

    private static func escape(of control: UInt8) -> String {
        switch control {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        default: (control < 16 ? "\\u000" : "\\u00") + String(control, radix: 16)
        }
    }

    private static func meaning(of letter: UInt8) -> UInt8 {
        switch Unicode.Scalar(letter) {
        case "b": 0x08
        case "t": 0x09
        case "n": 0x0A
        case "f": 0x0C
        case "r": 0x0D
        default: letter
        }
    }

    /// Reads `\uXXXX`, or two of them that make a pair.
    private static func character(at start: Int, in bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, end: Int)? {
        guard let unit = unit(at: start, in: bytes) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, start + 6) }
        guard unit < 0xDC00, let low = self.unit(at: start + 6, in: bytes), low >= 0xDC00, low <= 0xDFFF,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { return ("\u{FFFD}", start + 6) }
        return (scalar, start + 12)
    }

    private static func unit(at start: Int, in bytes: ArraySlice<UInt8>) -> UInt32? {
        guard start + 6 <= bytes.endIndex, bytes[start] == .backslash, bytes[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for position in (start + 2)..<(start + 6) {
            guard let digit = bytes[position].hexValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
