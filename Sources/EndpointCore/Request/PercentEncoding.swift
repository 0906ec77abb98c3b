/// Percent-encoding (RFC 3986 §2.1): text to URL-safe ASCII, by way of UTF-8, and back.
///
/// ```swift
/// let segment = PercentEncoding.segment("a/b é")  // a%2Fb%20%C3%A9
/// ```
///
/// Encoding text that is encoded already encodes it twice: `%2F` becomes `%252F`.
public enum PercentEncoding {
    /// The text as one segment of a path: all but letters, digits and `-._~` is encoded, also `/`.
    ///
    /// `.` and `..` stay as they are; a path made of them names another path.
    public static func segment(_ text: String) -> String {
        encode(text) { $0.isUnreserved }
    }

    /// The text as a name or a value of a query: all but letters, digits and `-._~` is encoded.
    ///
    /// RFC 3986 would allow `+ & = ;` here, but servers read them as a blank and as separators.
    public static func query(_ text: String) -> String {
        encode(text) { $0.isUnreserved }
    }

    /// The text as a name or a value of an HTML form (WHATWG URL §5.2): a blank is a `+`, and `~` is encoded.
    public static func form(_ text: String) -> String {
        encode(text, blankAsPlus: true) { $0.isForm }
    }

    /// The text that was encoded, or nil when its bytes are not UTF-8. A `%` without two hexadecimal digits stays as it is.
    public static func decode(_ text: String) -> String? {
        decode(text, plusAsBlank: false)
    }

    /// The name or value of a form that was encoded (WHATWG URL §5.1), or nil when its bytes are not UTF-8.
    public static func decodeForm(_ text: String) -> String? {
        decode(text, plusAsBlank: true)
    }
}

extension PercentEncoding {
    /// The byte that stands behind a `%`, when two hexadecimal digits do.
    package static func byte(escapedBy text: Substring.UTF8View) -> UInt8? {
        var digits = text.makeIterator()
        guard let high = digits.next()?.hexValue, let low = digits.next()?.hexValue else { return nil }
        return high << 4 | low
    }

    /// Appends `%` and the byte as two upper-case hexadecimal digits.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 0xF))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func encode(_ text: String, blankAsPlus: Bool = false, keeping keeps: (UInt8) -> Bool) -> String {
        guard let first = text.utf8.firstIndex(where: { !keeps($0) }) else { return text }
        var bytes = Array(text.utf8[..<first])
        bytes.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8[first...] {
            if keeps(byte) {
                bytes.append(byte)
            } else if blankAsPlus, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name or value of a form, with U+FFFD for what is not UTF-8.
    static func repairForm(_ text: Substring.UTF8View) -> String {
        String(decoding: bytes(text, plusAsBlank: true), as: UTF8.self)
    }

    private static func decode(_ text: String, plusAsBlank: Bool) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return text }
        let bytes = bytes(text[...].utf8, plusAsBlank: plusAsBlank)
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }

    private static func bytes(_ text: Substring.UTF8View, plusAsBlank: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = Self.byte(escapedBy: rest) {
                bytes.append(escaped)
                rest.removeFirst(2)
            } else {
                bytes.append(plusAsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return bytes
    }
}
