/// The text of a JSON string (RFC 8259 §7): the only code that reads and writes escapes.
package enum JSONString {
    struct Escape {
        let character: Unicode.Scalar
        /// The position after the escape.
        let end: Int
        /// Whether it is an unpaired surrogate, which is read as U+FFFD.
        let isHalf: Bool
    }

    /// Reads the escape whose backslash is at `start`; nil if it is not a JSON escape or is truncated.
    static func escape(at start: Int, in bytes: UnsafeBufferPointer<UInt8>, to end: Int) -> Escape? {
        guard start + 1 < end else { return nil }
        switch Unicode.Scalar(bytes[start + 1]) {
        case "\"", "\\", "/": return short(Unicode.Scalar(bytes[start + 1]), start)
        case "b": return short("\u{8}", start)
        case "f": return short("\u{C}", start)
        case "n": return short("\n", start)
        case "r": return short("\r", start)
        case "t": return short("\t", start)
        case "u": return character(at: start, in: bytes, to: end)
        default: return nil
        }
    }

    private static func short(_ character: Unicode.Scalar, _ start: Int) -> Escape {
        Escape(character: character, end: start + 2, isHalf: false)
    }

    /// Reads `\uXXXX`, or two of them that make a pair.
    private static func character(at start: Int, in bytes: UnsafeBufferPointer<UInt8>, to end: Int) -> Escape? {
        guard let unit = unit(at: start, in: bytes, to: end) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return Escape(character: scalar, end: start + 6, isHalf: false) }
        guard unit < 0xDC00, let low = self.unit(at: start + 6, in: bytes, to: end), low >= 0xDC00, low <= 0xDFFF,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { return Escape(character: "\u{FFFD}", end: start + 6, isHalf: true) }
        return Escape(character: scalar, end: start + 12, isHalf: false)
    }

    private static func unit(at start: Int, in bytes: UnsafeBufferPointer<UInt8>, to end: Int) -> UInt32? {
        guard start + 6 <= end, bytes[start] == .backslash, bytes[start + 1] == UInt8(ascii: "u") else { return nil }
        var unit: UInt32 = 0
        for position in (start + 2)..<(start + 6) {
            guard let digit = bytes[position].hexValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

extension JSONString {
    /// The bytes of a string without its escapes. Never fails: of an escape that JSON does not have, only the backslash
    /// is dropped.
    static func unescaped(_ range: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        bytes.withUnsafeBufferPointer { bytes in
            var position = range.lowerBound
            while position < range.upperBound {
                if bytes[position] != .backslash || position + 1 == range.upperBound {
                    text.append(bytes[position])
                    position += 1
                } else if let escape = escape(at: position, in: bytes, to: range.upperBound) {
                    text.append(contentsOf: String(escape.character).utf8)
                    position = escape.end
                } else {
                    text.append(bytes[position + 1])
                    position += 2
                }
            }
        }
        return text
    }

    /// The text with the escapes that JSON needs, without quotes.
    static func escaped(_ text: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count)
        text.withUnsafeBufferPointer { append($0, to: &escaped) }
        return escaped
    }

    /// Appends a text with the escapes that JSON needs, without quotes: quote, backslash, controls, and U+2028 and
    /// U+2029, which break lines in some viewers. Everything else is not changed, even invalid UTF-8.
    package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        for index in text.indices {
            guard let (escape, length) = escape(of: index, in: text) else { continue }
            bytes.append(contentsOf: text[start..<index])
            bytes.append(contentsOf: escape.utf8)
            start = index + length
        }
        bytes.append(contentsOf: text[start...])
    }

    private static func escape(of index: Int, in text: UnsafeBufferPointer<UInt8>) -> (String, length: Int)? {
        let byte = text[index]
        if byte >= 0x20, byte != .quote, byte != .backslash, byte != 0xE2 { return nil }
        switch byte {
        case .quote: return ("\\\"", 1)
        case .backslash: return ("\\\\", 1)
        case 0x08: return ("\\b", 1)
        case 0x09: return ("\\t", 1)
        case 0x0A: return ("\\n", 1)
        case 0x0C: return ("\\f", 1)
        case 0x0D: return ("\\r", 1)
        case 0xE2:
            let isSeparator = index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8
            return isSeparator ? (text[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3) : nil
        default: return ("\\u" + String(Int(byte), width: 4, radix: 16), 1)
        }
    }
}

/// A number in JSON (RFC 8259 §6): its grammar, and its value.
///
/// A number is an integer if its value is one, in any notation: `100`, `100.0` and `1e2` are the same integer.
/// `JSONDecoder`, JSON Schema and JavaScript have the same rule. No digit is lost.
package enum JSONNumber {
    /// Where the number that begins at `start` ends; if it is malformed, the position of the first wrong byte.
    static func scan(
        at start: Int, in bytes: UnsafeBufferPointer<UInt8>, to end: Int
    ) -> (end: Int, isValid: Bool) {
        var position = start
        func take(_ scalar: Unicode.Scalar) -> Bool {
            guard position < end, bytes[position] == UInt8(ascii: scalar) else { return false }
            position += 1
            return true
        }
        func takeDigits() -> Bool {
            let first = position
            while position < end, bytes[position].isDigit { position += 1 }
            return position > first
        }
        _ = take("-")
        guard take("0") || takeDigits() else { return (position, false) }
        if take("."), !takeDigits() { return (position, false) }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard takeDigits() else { return (position, false) }
        }
        return (position, true)
    }

    /// Whether a range contains exactly one number.
    package static func isValid(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { scan(at: range.lowerBound, in: $0, to: range.upperBound) }
            == (range.upperBound, true)
    }

    /// The value of an integer; nil if the number is not one, or does not fit 64 bits.
    package static func integer(_ token: String) -> Int64? {
        if let integer = Int64(token) { return integer }
        let parts = canonical(token).split(separator: "e")
        guard let digits = parts.first, let power = parts.count > 1 ? Int(parts[1]) : 0, (0..<19).contains(power) else {
            return nil
        }
        return Int64(digits + String(repeating: "0", count: power))
    }

    /// The canonical text of a number, its significant digits and a power of ten: `1`, `1.0` and
    /// `10e-1` are `1e0`.
    package static func canonical(_ token: String) -> String {
        let parts = token.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return token }
        let isNegative = mantissa.hasPrefix("-")
        let sides = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = sides.count > 1 ? sides[1] : ""
        let digits = (sides.first.map(String.init) ?? "") + fraction
        let significant = digits.drop { $0 == "0" }
        let zeros = significant.reversed().prefix { $0 == "0" }.count
        guard !significant.isEmpty else { return "0" }
        let power = exponent.subtractingReportingOverflow(fraction.count - zeros)
        return power.overflow ? token : "\(isNegative ? "-" : "")\(significant.dropLast(zeros))e\(power.partialValue)"
    }
}

/// Finds the end of the value at a position of possibly malformed JSON, without recursion; if it is not closed, the end
/// of the text.
enum JSONScanner {
    private static let bareEnds = ByteSet.space.union(",:]}[{\"")

    /// The position after the closing bracket of the object or array that begins here.
    static func end(ofNested start: Int, in bytes: [UInt8]) -> Int {
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

    /// The text between the quotes of the string that begins here, and the position after it. The quotes may also be
    /// apostrophes.
    static func string(at start: Int, in bytes: [UInt8]) -> (content: Range<Int>, end: Int) {
        var position = start + 1
        while position < bytes.count, bytes[position] != bytes[start] {
            position += bytes[position] == .backslash ? 2 : 1
        }
        return ((start + 1)..<min(position, bytes.count), min(position + 1, bytes.count))
    }

    /// The position after the number, the literal or other unquoted text here.
    static func end(ofBare start: Int, in bytes: [UInt8]) -> Int {
        bytes.next(bareEnds, from: start, to: bytes.count)
    }

    static func end(ofSpace start: Int, in bytes: [UInt8]) -> Int {
        bytes.end(of: .space, from: start, to: bytes.count)
    }
}
