/// A text in UTF-16 or UTF-32, in which no ASCII name is to be found byte by byte. Reads any bytes: what is no character becomes
/// U+FFFD, so that a body that is cut off can be redacted as well.
struct WideText {
    let text: String

    private let width: Int
    private let isBigEndian: Bool
    private let mark: Data

    /// Nil for everything that extends ASCII. A byte order mark counts more than the charset.
    init?(_ body: Data, _ media: MediaType?) {
        guard let encoding = Self.marked(body) ?? Self.charset(media?.charset) else { return nil }
        (width, isBigEndian) = (encoding.width, encoding.isBigEndian)
        let units = Self.units(Array(body), encoding)
        let hasMark = units.first == 0xFEFF
        mark = hasMark ? body.prefix(encoding.width) : Data()
        text = Self.string(units.dropFirst(hasMark ? 1 : 0), encoding.width)
    }

    /// Another text in the same encoding, with the same mark.
    func encoded(_ text: String) -> Data {
        let units = width == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
        return units.reduce(into: mark) { data, unit in
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) }
            data.append(contentsOf: isBigEndian ? bytes.reversed() : bytes)
        }
    }

    private typealias Encoding = (width: Int, isBigEndian: Bool)

    private static func marked(_ body: Data) -> Encoding? {
        if body.starts(with: [0xFF, 0xFE, 0, 0]) { return (4, false) }
        if body.starts(with: [0, 0, 0xFE, 0xFF]) { return (4, true) }
        if body.starts(with: [0xFF, 0xFE]) { return (2, false) }
        return body.starts(with: [0xFE, 0xFF]) ? (2, true) : nil
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
        stride(from: 0, to: bytes.count, by: encoding.width).map { start in
            let unit = bytes[start..<min(start + encoding.width, bytes.count)]
            return (encoding.isBigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func string(_ units: ArraySlice<UInt32>, _ width: Int) -> String {
        if width == 2 { return String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self) }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: units.map { Unicode.Scalar($0) ?? "\u{FFFD}" })
        return String(text)
    }
}
