/// Replaces what stands beside a secret name in a text: `name: value`, `"name": {…}`, `name=value`,
/// `<name>value</name>`.
struct KeyValueRedactor {
    let redactor: Redactor

    private var names: SecretNames { redactor.redaction.names }

    private static let separators: ByteSet = ":=>"

    func redact(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: redactor)
        let holdsWordTokens = WordTokens.areMentioned(in: bytes)
        var position = bytes.next(Self.separators, from: 0, to: bytes.count)
        while position < bytes.count {
            if let field = TextField(endingAt: position, in: bytes), let kind = kind(of: field) {
                let value = field.value(keeping: redactor.replacement)
                let isWordToken = holdsWordTokens && kind == .general && !SecretShape.isRandom(bytes[value])
                if !isWordToken, field.isSecret(value, under: kind) {
                    rewriter.redact(value, named: bytes[field.name], as: field.isJSON(value) ? .jsonInText : .text)
                    position = max(position, value.upperBound - 1)
                }
            }
            position = bytes.next(Self.separators, from: position + 1, to: bytes.count)
        }
        return rewriter.result
    }

    private func kind(of field: TextField) -> SecretKind? {
        let name = field.bytes[field.name]
        switch field.separator {
        case .equals: return names.parameter(name) ?? headerKind(name)
        case .colon: return names.key(name) ?? headerKind(name)
        default: return names.key(name)
        }
    }

    /// What the name says if it is that of a header. In a text, only names with a hyphen count, unlike `tokens: 12`.
    private func headerKind(_ name: ArraySlice<UInt8>) -> SecretKind? {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return names.headers.contains(name) || name.utf8.contains(0x2D) ? names.header(name) : nil
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
    private static let elementBytes = nameBytes.union(":")
    private static let tagMarks: ByteSet = "<>"
    private static let wordEnds = ByteSet.wordEnds.union("&")
    private static let assignment: ByteSet = " \t="
    private static let literals: WordList = "true false null nil none"
    private static let punctuation: ByteSet = ",]}"
    private static let longestTag = 512
    private static let cdata = Array("<![CDATA[".utf8)
    private static let cdataEnd = Array("]]>".utf8)
    private static let firstWords: WordList = """
        a an the at as how what why when where who is are was must should may can your our my this that it no not more required
        optional missing invalid expired wrong incorrect changed reset forgotten please enter
        """

    /// The field whose separator stands here; nil where none does.
    init?(endingAt position: Int, in bytes: [UInt8]) {
        let separator = bytes[position]
        guard Self.isSeparator(separator) else { return nil }
        var end = position
        while end > 0, position - end < 3, bytes[end - 1] == 0x20, separator != Self.close { end -= 1 }
        quote = Self.quote(before: end, in: bytes)
        end = quote.lowerBound
        var start = bytes.start(of: Self.nameBytes, in: max(0, end - Self.longestName)..<end)
        if separator == Self.close {
            guard let element = Self.element(closedAt: position, start, in: bytes) else { return nil }
            (start, end) = (element.lowerBound, element.upperBound)
        }
        guard start < end else { return nil }
        if start > 1, bytes[start - 1] == 0x7B, bytes[start - 2] == 0x7B { return nil }
        name = start..<end
        self.bytes = bytes
        self.separator = separator
        self.position = position
    }

    /// The range of the value, without the quotes around it and without the scheme of credentials; empty for a literal.
    func value(keeping placeholders: SecretReplacement) -> Range<Int> {
        if separator == Self.close { return content }
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

    /// Whether a value under a name of that kind is a secret.
    func isSecret(_ value: Range<Int>, under kind: SecretKind) -> Bool {
        guard let first = value.first else { return false }
        let isNested = !quote.isEmpty && separator == .colon && (bytes[first] == 0x7B || bytes[first] == 0x5B)
        if isNested, isJSON(value) {
            guard case .secret = SecretObject(value, in: bytes, under: kind) else { return false }
            return true
        }
        let digits = bytes.end(of: .digits, from: first, to: value.upperBound)
        if digits > first, bytes.end(of: Self.punctuation, from: digits, to: value.upperBound) == value.upperBound,
            isJSON(value),
            SecretShape.isHarmless(number: bytes[first..<digits], under: kind)
        {
            return false
        }
        return !isProse(value, under: kind)
            && !SecretShape.isHarmless(bytes[value], under: kind, isText: separator != .equals)
    }

    /// Whether the value is the first word of a sentence: `Secret: how to pick`, `Password: required.`
    private func isProse(_ value: Range<Int>, under kind: SecretKind) -> Bool {
        guard separator == .colon, quote.isEmpty, kind != .certain, position + 1 < bytes.count,
            bytes[position + 1] == 0x20
        else { return false }
        let start = value.lowerBound + (bytes[value.lowerBound] == UInt8(ascii: "(") ? 1 : 0)
        let letters = bytes.end(of: .letters, from: start, to: value.upperBound)
        guard letters > start, value.upperBound - letters < 2 else { return false }
        let next = value.upperBound + 1
        let isFollowed =
            next + 1 < bytes.count && bytes[next - 1] == 0x20 && bytes[next].isLetter && bytes[next + 1].isLetter
        if Self.firstWords.contains(SecretNames.normalised(bytes[start..<letters])) {
            return isFollowed || letters - start > 2
        }
        return isFollowed && letters == value.upperBound && kind.rawValue < SecretKind.token.rawValue
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

    /// The name of the element whose start tag ends here, with attributes or without; `start` is where the name bytes before it begin.
    private static func element(closedAt position: Int, _ start: Int, in bytes: [UInt8]) -> Range<Int>? {
        if start > 0, start < position, bytes[start - 1] == 0x3C || bytes[start - 1] == .colon {
            return start..<position
        }
        guard position > 0, bytes[position - 1] != .slash else { return nil }
        let first = bytes.behindLast(tagMarks, in: max(0, position - longestTag)..<position)
        guard first > 0, first < position, bytes[first - 1] == 0x3C, bytes[first].isLetter else { return nil }
        let end = bytes.end(of: elementBytes, from: first, to: position)
        guard end < position, bytes[end].isSpace else { return nil }
        return bytes.behindLast(":", in: first..<end)..<end
    }

    /// What stands between the tags of an element.
    private var content: Range<Int> {
        let start = position + 1
        guard bytes.has(Self.cdata, at: start) else { return start..<bytes.next(0x3C, from: start, to: bytes.count) }
        let first = start + Self.cdata.count
        return first..<(bytes.range(of: Self.cdataEnd, from: first)?.lowerBound ?? bytes.count)
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

/// The tokens of a text, which a language model or a search engine gives: words, not secrets.
enum WordTokens {
    private static let fields: WordList = "\"logprob \"token_str\" \"start_offset\""

    /// Whether a text has the fields that stand beside such tokens.
    static func areMentioned(in bytes: [UInt8]) -> Bool { fields.areMentioned(in: bytes) }
}
