/// Percent-encoding (RFC 3986 §2.1): text to URL-safe ASCII, by way of UTF-8, and back.
///
/// ```swift
/// let segment = PercentEncoding.segment("a/b é")  // a%2Fb%20%C3%A9
/// ```
///
/// Encoding text that is already encoded encodes it twice: `%2F` becomes `%252F`.
package enum PercentEncoding {
    /// The text as one segment of a path: everything except letters, digits and `-._~` is encoded, including `/`.
    ///
    /// `.` and `..` are not changed; they would make it another path.
    static func segment(_ text: String) -> String {
        encode(text, keeping: .unreserved)
    }

    /// The text as a name or a value of a query: everything except letters, digits and `-._~` is encoded.
    ///
    /// RFC 3986 would allow `+ & = ;` here, but servers read them as a blank and as separators.
    package static func query(_ text: String) -> String {
        encode(text, keeping: .unreserved)
    }

    /// The text as a name or a value of an HTML form (WHATWG URL §5.2): a blank is a `+`, and `~` is encoded.
    package static func form(_ text: String) -> String {
        encode(text, keeping: .form, blankAsPlus: true)
    }

    /// The decoded text; the text itself when its bytes are not UTF-8, or a `%` has no two hexadecimal digits.
    package static func lenientlyDecoded(_ text: some StringProtocol) -> String {
        text.utf8.contains(.percent) ? text.removingPercentEncoding ?? String(text) : String(text)
    }

    /// The decoded text, or nil when its bytes are not UTF-8. A `%` without two hexadecimal digits is not changed.
    static func decode(_ text: String) -> String? {
        let decoded = Array(decoded(Array(text.utf8)[...]))
        let meant = String(decoding: decoded, as: UTF8.self)
        return Array(meant.utf8) == decoded ? meant : nil
    }
}

extension PercentEncoding {
    /// The bytes with everything except the unreserved characters encoded.
    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        encoded(bytes, keeping: .unreserved)
    }

    /// The normalised form of a part of a URL (RFC 3986 §6.2.2): only the characters that need it are encoded.
    package static func normalised(_ text: Substring) -> String {
        if text.utf8.allSatisfy(ByteSet.unreserved.contains) { return String(text) }
        return String(decoding: encoded(Array(decoded(Array(text.utf8)[...]))), as: UTF8.self)
    }

    private static func encode(_ text: String, keeping kept: ByteSet, blankAsPlus: Bool = false) -> String {
        for byte in text.utf8 where !kept.contains(byte) {
            return String(decoding: encoded(Array(text.utf8), keeping: kept, blankAsPlus: blankAsPlus), as: UTF8.self)
        }
        return text
    }

    private static func encoded(_ bytes: [UInt8], keeping kept: ByteSet, blankAsPlus: Bool = false) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if kept.contains(byte) {
                encoded.append(byte)
            } else if blankAsPlus, byte == UInt8(ascii: " ") {
                encoded.append(UInt8(ascii: "+"))
            } else {
                append(byte, to: &encoded)
            }
        }
        return encoded
    }

    /// Appends `%` and the byte as two upper-case hexadecimal digits.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(.percent)
        appendDigits(of: byte, to: &bytes)
    }

    /// Appends the byte as two upper-case hexadecimal digits.
    static func appendDigits(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 0xF))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension PercentEncoding {
    /// The decoded bytes. Never fails: a `%` without two hexadecimal digits is kept.
    package static func decoded(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        source.contains(.percent) ? TextEncoding.percent.undone(Array(source)).bytes[...] : source
    }

    /// The byte that is encoded at a position; nil unless there are a `%` and two hexadecimal digits.
    static func byte(in source: ArraySlice<UInt8>, at position: Int) -> UInt8? {
        guard source[position] == .percent, position + 2 < source.endIndex,
            let high = source[position + 1].hexValue, let low = source[position + 2].hexValue
        else { return nil }
        return high << 4 | low
    }

    /// The name or value of a form (WHATWG URL §5.1), with U+FFFD for invalid UTF-8.
    package static func repairForm(_ text: ArraySlice<UInt8>) -> String {
        var bytes = text
        for position in bytes.indices where bytes[position] == UInt8(ascii: "+") { bytes[position] = 0x20 }
        return String(decoding: decoded(bytes), as: UTF8.self)
    }
}
