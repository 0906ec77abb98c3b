/// What stands between the quotes of a string in JSON (RFC 8259 §7), and what it means.
package enum JSONString {
    package static func text(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        guard bytes.holds(.backslash, in: range) else { return String(decoding: bytes[range], as: UTF8.self) }
        return String(decoding: unescaped(range, in: bytes), as: UTF8.self)
    }

    /// The bytes without escapes. Total: an escape that is broken stands for itself, half a surrogate pair for U+FFFD.
    package static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
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
    package static func escaped(_ text: [UInt8]) -> [UInt8] {
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

/// The grammar of a number in JSON (RFC 8259 §6).
package enum JSONNumber {
    private static let signs: ByteSet = "+-"

    package static func isValid(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let end = range.upperBound
        var position = range.lowerBound
        if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < end && bytes[position] == UInt8(ascii: "0")
        guard isZero || skipDigits(&position, end, bytes) else { return false }
        if isZero { position += 1 }
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard skipDigits(&position, end, bytes) else { return false }
        }
        guard position < end, bytes[position].lowercased == UInt8(ascii: "e") else { return position == end }
        position += 1
        if position < end, signs.contains(bytes[position]) { position += 1 }
        return skipDigits(&position, end, bytes) && position == end
    }

    private static func skipDigits(_ position: inout Int, _ end: Int, _ bytes: [UInt8]) -> Bool {
        let start = position
        position = bytes.end(of: .digits, from: start, to: end)
        return position > start
    }
}

/// Finds the end of what begins at a place in JSON, without a stack; where it is not closed, the end of the text.
package enum JSONSkipper {
    private static let bareEnds = ByteSet.space.union(",:]}[{\"")

    /// Behind the closing bracket of the object or array that begins here.
    package static func end(ofNested start: Int, in bytes: [UInt8]) -> Int {
        var depth = 0
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            case .quote: position = string(at: position, in: bytes).end - 1
            default: break
            }
            position += 1
            if depth == 0 { return position }
        }
        return bytes.count
    }

    /// What stands between the quotes of the string that begins here, and the position behind it.
    package static func string(at start: Int, in bytes: [UInt8]) -> (content: Range<Int>, end: Int) {
        var position = start + 1
        while position < bytes.count, bytes[position] != .quote { position += bytes[position] == .backslash ? 2 : 1 }
        return ((start + 1)..<min(position, bytes.count), min(position + 1, bytes.count))
    }

    /// Behind the number, the literal or whatever else stands unquoted here.
    package static func end(ofBare start: Int, in bytes: [UInt8]) -> Int {
        bytes.next(bareEnds, from: start, to: bytes.count)
    }

    package static func end(ofSpace start: Int, in bytes: [UInt8]) -> Int {
        bytes.end(of: .space, from: start, to: bytes.count)
    }
}
