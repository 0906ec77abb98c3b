/// Percent-encoded text and what it stands for (RFC 3986 §2).
enum PercentForm {
    /// What the text stands for. An escape that is none stays as it is; bytes that are not UTF-8 become U+FFFD.
    static func decoded(_ text: Substring, plusIsBlank: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(text) }
        return String(decoding: bytes(text, plusIsBlank: plusIsBlank), as: UTF8.self)
    }

    /// The bytes that the text stands for.
    static func bytes(_ text: Substring, plusIsBlank: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let value = value(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == 0x2B && plusIsBlank ? 0x20 : byte)
            }
        }
        return bytes
    }

    /// The same path segment with everything escaped that can be, and nothing else.
    static func normalised(_ segment: Substring) -> String {
        if segment.utf8.allSatisfy(isPlain) { return String(segment) }
        return bytes(segment, plusIsBlank: false).reduce(into: "") { text, byte in
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func value(_ digits: Substring.UTF8View) -> UInt8? {
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(Substring(digits)), radix: 16)
    }

    /// Unreserved characters, and those that mean the same escaped or not inside a segment.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"): true
        default: false
        }
    }
}
