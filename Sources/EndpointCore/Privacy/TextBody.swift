/// Decodes a body as text, by its charset.
package enum TextBody {
    private static let latin: WordList = "iso-8859-1 latin1 windows-1252"

    /// The text, decoded by the byte order mark or the charset of the media type, UTF-8 by default; nil if the bytes
    /// aren't text.
    ///
    /// A body that isn't whole may end within a UTF-8 character, which is left out.
    package static func decoded(_ body: Data, _ media: MediaType?, isWhole: Bool = true) -> String? {
        if let wide = UTF16Or32Text(body, media) { return wide.text }
        if let charset = media?.charset, latin.contains(charset),
            let text = String(data: Data(body), encoding: .windowsCP1252)
        {
            return text
        }
        var bytes = Array(body)
        for _ in 0...(isWhole ? 0 : Swift.min(3, bytes.count)) {
            let text = String(decoding: bytes, as: UTF8.self)
            if text.utf8.elementsEqual(bytes) { return text }
            bytes.removeLast()
        }
        return nil
    }
}

/// A text in UTF-16 or UTF-32, which must be decoded before ASCII names can be found in it. Accepts any bytes: invalid
/// ones become U+FFFD, so that a truncated body can be redacted as well.
struct UTF16Or32Text {
    let text: String

    private let width: Int
    private let isBigEndian: Bool
    private let hasMark: Bool

    /// Nil for every encoding that extends ASCII. A byte order mark takes precedence over the charset.
    init?(_ body: Data, _ media: MediaType?) {
        guard let encoding = Self.marked(Array(body.prefix(4))) ?? Self.charset(media?.charset) else { return nil }
        (width, isBigEndian) = (encoding.width, encoding.isBigEndian)
        var units = Self.units(Array(body), encoding)
        hasMark = units.first == 0xFEFF
        if hasMark { units.removeFirst() }
        text = Self.string(units, encoding.width)
    }

    /// Another text in the same encoding, with the same mark.
    func encoded(_ text: String) -> Data {
        let marked = hasMark ? "\u{FEFF}" + text : text
        let (utf16, utf32): (String.Encoding, String.Encoding) =
            isBigEndian ? (.utf16BigEndian, .utf32BigEndian) : (.utf16LittleEndian, .utf32LittleEndian)
        return marked.data(using: width == 2 ? utf16 : utf32) ?? Data()
    }

    private typealias Encoding = (width: Int, isBigEndian: Bool)

    private static func marked(_ body: [UInt8]) -> Encoding? {
        if body.has([0xFF, 0xFE, 0, 0], at: 0) { return (4, false) }
        if body.has([0, 0, 0xFE, 0xFF], at: 0) { return (4, true) }
        if body.has([0xFF, 0xFE], at: 0) { return (2, false) }
        return body.has([0xFE, 0xFF], at: 0) ? (2, true) : nil
    }

    private static func charset(_ name: String?) -> Encoding? {
        switch name {
        case "utf-16", "utf-16be": (2, true)
        case "utf-16le": (2, false)
        case "utf-32", "utf-32be": (4, true)
        case "utf-32le": (4, false)
        default: nil
        }
    }

    private static func units(_ bytes: [UInt8], _ encoding: Encoding) -> [UInt32] {
        var units: [UInt32] = []
        for start in stride(from: 0, to: bytes.count, by: encoding.width) {
            let end = min(start + encoding.width, bytes.count)
            var unit: UInt32 = 0
            for position in start..<end {
                unit = unit << 8 | UInt32(bytes[encoding.isBigEndian ? position : start + end - 1 - position])
            }
            units.append(unit)
        }
        return units
    }

    private static func string(_ units: [UInt32], _ width: Int) -> String {
        if width == 2 { return String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self) }
        return String(decoding: units, as: UTF32.self)
    }
}
