/// What stands between the quotes of a string in JSON (RFC 8259 §7), and what it means.
enum JSONString {
    /// The text without its escapes. Total: an escape that is broken stands for itself, half a surrogate pair for U+FFFD.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(.backslash) else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte != .backslash {
                units.append(byte)
            } else if rest.first == UInt8(ascii: "u"), let character = character(&rest) {
                units.append(contentsOf: String(character).utf8)
            } else {
                units.append(rest.popFirst().map { short[$0] ?? $0 } ?? byte)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    /// The text with the escapes that JSON asks for, and no others.
    static func escaped(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            if byte == .quote || byte == .backslash { return [.backslash, byte] }
            guard byte < 0x20 else { return [byte] }
            let letter = short.first { $0.value == byte }?.key
            return letter.map { [.backslash, $0] }
                ?? Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
    }

    private static let short: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "t"): 0x09,
    ]

    /// Reads `uXXXX`, or two of them that make a pair.
    private static func character(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let unit = unit(rest) else { return nil }
        rest = rest.dropFirst(5)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, rest.first == .backslash, let low = self.unit(rest.dropFirst()), 0xDC00...0xDFFF ~= low
        else { return "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func unit(_ rest: ArraySlice<UInt8>) -> UInt32? {
        guard rest.first == UInt8(ascii: "u"), rest.count >= 5 else { return nil }
        return rest.dropFirst().prefix(4).reduce(0 as UInt32?) { value, byte in
            guard let value, let digit = byte.hexValue else { return nil }
            return value << 4 | UInt32(digit)
        }
    }
}
