/// The escapes that a JSON string needs, and no other: quote, backslash, controls, and U+2028 and U+2029, which break lines in
/// some viewers.
enum JSONEscape {
    /// Appends the text, escaped, without quotes.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            var start = 0
            for index in source.indices {
                guard let (escape, length) = escape(at: index, of: source) else { continue }
                bytes.append(contentsOf: source[start..<index])
                bytes.append(contentsOf: escape.utf8)
                start = index + length
            }
            bytes.append(contentsOf: source[start...])
        }
    }

    private static func escape(at index: Int, of source: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
        let byte = source[index]
        if byte >= 0x20, byte != 0x22, byte != 0x5C, byte != 0xE2 { return nil }
        switch byte {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case 0x0A: return ("\\n", 1)
        case 0x0D: return ("\\r", 1)
        case 0x09: return ("\\t", 1)
        case 0x08: return ("\\b", 1)
        case 0x0C: return ("\\f", 1)
        case 0xE2: return separator(at: index, of: source)
        default: return ("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16), 1)
        }
    }

    private static func separator(at index: Int, of source: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
        guard index + 2 < source.count, source[index + 1] == 0x80 else { return nil }
        switch source[index + 2] {
        case 0xA8: return ("\\u2028", 3)
        case 0xA9: return ("\\u2029", 3)
        default: return nil
        }
    }
}
