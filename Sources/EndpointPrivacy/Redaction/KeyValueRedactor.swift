/// Replaces what stands beside a secret name in a text: `name: value`, `"name": {…}`, `name=value`,
/// `<name>value</name>`.
struct KeyValueRedactor {
    let redactor: Redactor

    private var names: SecretNames { redactor.redaction.names }

    private static let separators: ByteSet = ":=>"

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: redactor)
        var position = bytes.next(Self.separators, from: 0, to: bytes.count)
        while position < bytes.count {
            if let field = TextField(endingAt: position, in: bytes), isSecret(field) {
                let value = field.value(keeping: redactor.replacement)
                rewriter.redact(value, named: bytes[field.name], as: field.isJSON(value) ? .jsonInText : .text)
                position = max(position, value.upperBound - 1)
            }
            position = bytes.next(Self.separators, from: position + 1, to: bytes.count)
        }
        return rewriter.result
    }

    private func isSecret(_ field: TextField) -> Bool {
        let name = field.bytes[field.name]
        switch field.separator {
        case .equals:
            return names.containsParameter(name) || isSecretHeader(name)
        case .colon:
            return names.containsKey(name) || isSecretHeader(name)
        default:
            return names.containsKey(name)
        }
    }

    /// Whether this is the name of a secret header. In a text, only names with a hyphen count, unlike `tokens: 12`.
    private func isSecretHeader(_ name: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return names.headers.contains(name) || name.utf8.contains(0x2D) && names.containsHeader(name)
    }
}

/// A name in a text with the separator and the value behind it.
struct TextField {
    let bytes: [UInt8]
    let name: Range<Int>
    let separator: UInt8

    private let position: Int
    /// The quote behind the name, with a backslash if it is escaped; empty if the name is not quoted.
    private let quote: Range<Int>

    private static let longestName = 128
    private static let close = UInt8(ascii: ">")
    private static let nameBytes = ByteSet.alphanumerics.union("_-.[]%")
    private static let wordEnds = ByteSet.wordEnds.union("&")
    private static let assignment: ByteSet = " \t="
    private static let literals: WordList = "true false null nil none"

    /// The field whose separator stands here; nil where none does.
    init?(endingAt position: Int, in bytes: [UInt8]) {
        let separator = bytes[position]
        guard Self.isSeparator(separator) else { return nil }
        var end = position
        while end > 0, position - end < 3, bytes[end - 1] == 0x20, separator != Self.close { end -= 1 }
        quote = Self.quote(before: end, in: bytes)
        end = quote.lowerBound
        let start = bytes.start(of: Self.nameBytes, in: max(0, end - Self.longestName)..<end)
        guard start < end else { return nil }
        if separator == Self.close {
            guard start > 0, bytes[start - 1] == 0x3C || bytes[start - 1] == .colon else { return nil }
        }
        if start > 1, bytes[start - 1] == 0x7B, bytes[start - 2] == 0x7B { return nil }
        name = start..<end
        self.bytes = bytes
        self.separator = separator
        self.position = position
    }

    /// The range of the value, without the quotes around it and without the scheme of credentials; empty for a literal.
    func value(keeping placeholders: SecretReplacement) -> Range<Int> {
        if separator == Self.close { return (position + 1)..<bytes.next(0x3C, from: position + 1, to: bytes.count) }
        let start = bytes.end(of: Self.assignment, from: position + 1, to: bytes.count)
        let opening = Self.quote(from: start, in: bytes)
        if !opening.isEmpty { return quoted(by: opening) }
        if start < bytes.count, !quote.isEmpty, bytes[start] == 0x7B || bytes[start] == 0x5B {
            return
                start..<(placeholders.end(ofPlaceholderAt: start, in: bytes)
                ?? JSONScanner.end(ofNested: start, in: bytes))
        }
        return isLineHeader ? line(from: start) : word(from: start, keeping: placeholders)
    }

    /// Whether the value is one of JSON and no string: `"name": 12`.
    func isJSON(_ value: Range<Int>) -> Bool {
        let before = value.isEmpty ? 0 : bytes[value.lowerBound - 1]
        let isQuoted = before == .quote || before == .apostrophe
        return separator == .colon && !quote.isEmpty && bytes[quote.upperBound - 1] == .quote && !isQuoted
    }

    static func isSeparator(_ byte: UInt8) -> Bool {
        byte == .colon || byte == .equals || byte == close
    }

    private func word(from start: Int, keeping placeholders: SecretReplacement) -> Range<Int> {
        let skipped = placeholders.end(ofPlaceholderAt: start, in: bytes) ?? start
        let end = bytes.next(Self.wordEnds, from: skipped, to: bytes.count)
        let letters = bytes.end(of: .letters, from: start, to: end)
        guard end - letters < 2, letters - start <= 5 else { return start..<end }
        let isLiteral = Self.literals.contains(SecretNames.normalised(bytes[start..<letters]))
        return start..<(isLiteral ? start : end)
    }

    private func line(from start: Int) -> Range<Int> {
        let bare = bytes.next(lineEnds, from: start, to: bytes.count)
        let scheme = bytes.end(of: .token, from: start, to: bytes.count)
        let hasScheme = scheme + 1 < bare && bytes[scheme] == 0x20 && HeaderRedactor.isScheme(bytes[start..<scheme])
        return (hasScheme ? scheme + 1 : start)..<bare
    }

    /// Up to the closing quote; where there is none, to the end of the text.
    private func quoted(by quote: Range<Int>) -> Range<Int> {
        let start = quote.upperBound
        let closing = Array(bytes[quote])
        var position = start
        while position < bytes.count, !bytes.has(closing, at: position) {
            position += bytes[position] == .backslash ? 2 : 1
        }
        return start..<min(position, bytes.count)
    }

    private var isLineHeader: Bool {
        separator == .colon && SecretNames.lineHeaders.contains(SecretNames.normalised(bytes[name]))
    }

    /// The bytes that end the value of a header: the end of the line, and the quote before the name if there is one, as
    /// in `-H 'Authorization: …'`.
    private var lineEnds: ByteSet {
        switch name.lowerBound > 0 ? bytes[name.lowerBound - 1] : 0 {
        case .quote: ByteSet.lineEnds.union("\"")
        case .apostrophe: ByteSet.lineEnds.union("'")
        default: ByteSet.lineEnds
        }
    }

    private static func quote(before end: Int, in bytes: [UInt8]) -> Range<Int> {
        guard end > 0, bytes[end - 1] == .quote || bytes[end - 1] == .apostrophe else { return end..<end }
        let isEscaped = end > 1 && bytes[end - 2] == .backslash
        return (isEscaped ? end - 2 : end - 1)..<end
    }

    private static func quote(from start: Int, in bytes: [UInt8]) -> Range<Int> {
        let quoted = start < bytes.count && bytes[start] == .backslash ? start + 1 : start
        guard quoted < bytes.count, bytes[quoted] == .quote || bytes[quoted] == .apostrophe else {
            return start..<start
        }
        return start..<(quoted + 1)
    }
}
