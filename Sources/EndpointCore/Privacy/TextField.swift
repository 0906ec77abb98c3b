/// A name in a text with the separator behind it, and how far its value goes.
struct TextField {
    let bytes: [UInt8]
    let name: Range<Int>
    let separator: UInt8

    private let position: Int
    /// The quote that opens before the name, with a backslash if it is escaped; empty if the name stands bare.
    private let quote: ArraySlice<UInt8>

    private static let longestName = 128
    private static let close = UInt8(ascii: ">")

    /// The field whose separator stands here; nil where none does.
    init?(endingAt position: Int, in bytes: [UInt8]) {
        let separator = bytes[position]
        guard Self.isSeparator(separator) else { return nil }
        var end = position
        while end > 0, position - end < 3, bytes[end - 1] == 0x20, separator != Self.close { end -= 1 }
        quote = Self.quote(before: end, in: bytes)
        end -= quote.count
        let length = bytes[..<end].suffix(Self.longestName).reversed().prefix(while: Self.isName).count
        guard length > 0 else { return nil }
        let start = end - length
        if separator == Self.close {
            guard start > 0, bytes[start - 1] == 0x3C || bytes[start - 1] == .colon else { return nil }
        }
        if start > 1, bytes[start - 1] == 0x7B, bytes[start - 2] == 0x7B { return nil }
        name = start..<end
        self.bytes = bytes
        self.separator = separator
        self.position = position
    }

    /// Where the value stands, without the quotes around it and without the scheme of credentials. Literals are empty values.
    var value: Range<Int> {
        var start = position + 1
        if separator == Self.close { return start..<end(from: start) { $0 == 0x3C } }
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 || bytes[start] == .equals {
            start += 1
        }
        let opening = Self.quote(from: start, in: bytes)
        if !opening.isEmpty { return quoted(from: start + opening.count, by: opening) }
        if start < bytes.count, !quote.isEmpty, bytes[start] == 0x7B || bytes[start] == 0x5B {
            return start..<(Placeholder.end(in: bytes, at: start) ?? JSONSkipper.end(ofNested: start, in: bytes))
        }
        return isLineHeader ? line(from: start) : word(from: start)
    }

    static func isSeparator(_ byte: UInt8) -> Bool {
        byte == .colon || byte == .equals || byte == close
    }

    private func word(from start: Int) -> Range<Int> {
        let skipped = Placeholder.end(in: bytes, at: start) ?? start
        let end = end(from: skipped) { $0.isSpace || $0 == .ampersand || "\"'`<>".utf8.contains($0) }
        let word = bytes[start..<end].prefix(while: \.isLetter).map(\.lowercased)
        let isLiteral = ["true", "false", "null", "nil", "none"].contains { word.elementsEqual($0.utf8) }
        return isLiteral && (end - start - word.count) < 2 ? start..<start : start..<end
    }

    private func line(from start: Int) -> Range<Int> {
        let bare = end(from: start) { $0 == .newline || $0 == 0x0D || opensName($0) }
        let scheme = end(from: start) { !$0.isToken }
        let hasScheme = scheme + 1 < bare && bytes[scheme] == 0x20 && SecretHeader.isScheme(bytes[start..<scheme])
        return (hasScheme ? scheme + 1 : start)..<bare
    }

    /// Up to the closing quote; where there is none, to the end of the text.
    private func quoted(from start: Int, by quote: ArraySlice<UInt8>) -> Range<Int> {
        var position = start
        while position < bytes.count {
            if bytes[position...].starts(with: quote) { return start..<position }
            position += bytes[position] == .backslash ? 2 : 1
        }
        return start..<max(start, bytes.count)
    }

    private var isLineHeader: Bool {
        separator == .colon && SecretNames.lineHeaders.contains(SecretNames.normalised(bytes[name]))
    }

    /// Whether the byte is the quote that stands before the name: `-H 'Authorization: …'`.
    private func opensName(_ byte: UInt8) -> Bool {
        guard name.lowerBound > 0 else { return false }
        let opening = bytes[name.lowerBound - 1]
        return byte == opening && (opening == .quote || opening == .apostrophe)
    }

    private func end(from start: Int, where ends: (UInt8) -> Bool) -> Int {
        guard start < bytes.count else { return bytes.count }
        return bytes[start...].firstIndex(where: ends) ?? bytes.count
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "_-.[]%".utf8.contains(byte)
    }

    private static func quote(before end: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard end > 0, bytes[end - 1] == .quote || bytes[end - 1] == .apostrophe else { return [] }
        let isEscaped = end > 1 && bytes[end - 2] == .backslash
        return bytes[(isEscaped ? end - 2 : end - 1)..<end]
    }

    private static func quote(from start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let quoted = start < bytes.count && bytes[start] == .backslash ? start + 1 : start
        guard quoted < bytes.count, bytes[quoted] == .quote || bytes[quoted] == .apostrophe else { return [] }
        return bytes[start...quoted]
    }
}
