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
        encode(text, keeping: .unreserved)
    }

    /// The text as a name or a value of a query: all but letters, digits and `-._~` is encoded.
    ///
    /// RFC 3986 would allow `+ & = ;` here, but servers read them as a blank and as separators.
    public static func query(_ text: String) -> String {
        encode(text, keeping: .unreserved)
    }

    /// The text as a name or a value of an HTML form (WHATWG URL §5.2): a blank is a `+`, and `~` is encoded.
    public static func form(_ text: String) -> String {
        encode(text, keeping: .form, blankAsPlus: true)
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
    /// Appends `%` and the byte as two upper-case hexadecimal digits.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 0xF))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func encode(_ text: String, keeping kept: ByteSet, blankAsPlus: Bool = false) -> String {
        guard needsEncoding(text, keeping: kept) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8 {
            if kept.contains(byte) {
                bytes.append(byte)
            } else if blankAsPlus, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func needsEncoding(_ text: String, keeping kept: ByteSet) -> Bool {
        for byte in text.utf8 where !kept.contains(byte) { return true }
        return false
    }

    /// The name or value of a form, with U+FFFD for what is not UTF-8.
    package static func repairForm(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: decoded(Array(text), plusAsBlank: true), as: UTF8.self)
    }

    private static func decode(_ text: String, plusAsBlank: Bool) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.holds("%+", in: 0..<bytes.count) else { return text }
        let decoded = decoded(bytes, plusAsBlank: plusAsBlank)
        let meant = String(decoding: decoded, as: UTF8.self)
        return Array(meant.utf8) == decoded ? meant : nil
    }

    private static func decoded(_ bytes: [UInt8], plusAsBlank: Bool) -> [UInt8] {
        var bytes = bytes
        for position in bytes.indices where plusAsBlank && bytes[position] == UInt8(ascii: "+") {
            bytes[position] = 0x20
        }
        return Array(PercentDecoding.decoded(bytes[...]))
    }
}

/// Undoes percent-encoding (RFC 3986 §2.1) byte by byte. Total: a `%` that no two digits follow stands for itself.
package struct PercentDecoding {
    /// The bytes that are meant.
    package private(set) var bytes: [UInt8] = []
    /// Where each of them begins in the source, and at last where the source ends.
    package private(set) var origins: [Int] = []

    package init(_ source: ArraySlice<UInt8>) {
        var position = source.startIndex
        while position < source.endIndex {
            let decoded = Self.byte(in: source, at: position)
            bytes.append(decoded ?? source[position])
            origins.append(position)
            position += decoded == nil ? 1 : 3
        }
        origins.append(position)
    }

    package static func decoded(_ source: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for byte in source where byte == .percent { return PercentDecoding(source).bytes[...] }
        return source
    }

    /// The bytes with all but the unreserved characters encoded.
    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte.isUnreserved { encoded.append(byte) } else { PercentEncoding.append(byte, to: &encoded) }
        }
        return encoded
    }

    /// The byte that stands behind a `%`, when two hexadecimal digits do.
    package static func byte(in source: ArraySlice<UInt8>, at position: Int) -> UInt8? {
        guard source[position] == .percent, position + 2 < source.endIndex,
            let high = source[position + 1].hexValue, let low = source[position + 2].hexValue
        else { return nil }
        return high << 4 | low
    }
}
