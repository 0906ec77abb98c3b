/// Finds `name separator value` in text of any format except JSON: `name: value`, `"name": "value"`, `name=value`,
/// `<name>value</name>`, `<input name="name" value="value">`, and the userinfo of URLs.
struct FieldScanner {
    /// How names and values end.
    enum Format { case text, url, form }

    let bytes: [UInt8]
    let names: SecretNames
    let format: Format
    let placeholders: SecretReplacement
    /// Where the path of a URL ends, and where a part begins that isn't just a form.
    private let query: Int
    private let hierarchy: Int
    /// The last value found, so that a long one isn't searched again from each separator in it.
    private var reach = 0..<0

    private static let oauthSecrets: WordList = "code state"
    private static let separators: ByteSet = ":=><"
    private static let open = UInt8(ascii: "<")
    private static let close = UInt8(ascii: ">")
    private static let longestName = 128
    private static let longestTag = 4096
    private static let longestURL = 4096
    private static let longestMeaning = 512
    private static let nameBytes = ByteSet.alphanumerics.union("_-.[]%")
    private static let nameMarks = ByteSet.space.union("&;/?#=")
    private static let wordEnds = ByteSet.wordEnds.union("&")
    /// A URL may contain an apostrophe (RFC 3986 §2.2), so only one before it lets another one end it.
    private static let urlEnds = ByteSet.space.union("\"<>`")
    /// Ends a value only if another field follows.
    private static let fieldMarks: ByteSet = ";#"
    private static let assignment: ByteSet = " \t=>"
    private static let punctuation: ByteSet = ",;)]}"
    private static let identifier = ByteSet.letters.union("_.")
    private static let attributeNames: WordList = "name key id property"
    private static let attributeValues: WordList = "value content"

    init(_ bytes: [UInt8], _ names: SecretNames, as format: Format, keeping placeholders: SecretReplacement) {
        (self.bytes, self.names, self.format, self.placeholders) = (bytes, names, format, placeholders)
        query = format == .url ? bytes.next("?#", from: 0, to: bytes.count) : 0
        hierarchy = format == .url ? bytes.next("/?#", from: 0, to: bytes.count) : 0
    }

    /// The names and values of secrets; some may lie within others.
    mutating func fields() -> [(name: String, value: Range<Int>)] {
        var fields: [(name: String, value: Range<Int>)] = []
        if format == .url, let userinfo = userinfo(of: 0..<bytes.count) { fields.append(("userinfo", userinfo)) }
        var position = bytes.next(Self.separators, from: 0, to: bytes.count)
        while position < bytes.count {
            if bytes[position] == Self.open {
                fields += attributes(ofTagAt: position)
            } else if bytes[position] == .colon, bytes.has([.slash, .slash], at: position + 1) {
                let start = bytes.start(of: .scheme, in: max(0, position - 32)..<position)
                let isQuoted = start > 0 && bytes[start - 1] == UInt8(ascii: "'")
                let ends = isQuoted ? .wordEnds : Self.urlEnds
                let end = bytes.next(ends, from: position, to: min(bytes.count, position + Self.longestURL))
                if let userinfo = userinfo(of: start..<end) {
                    fields.append(("userinfo", userinfo))
                    position = max(position, userinfo.upperBound - 1)
                }
            } else if let secret = secret(before: position), let value = value(of: secret, after: position) {
                fields.append((secret.title, value))
                position = max(position, value.upperBound - 1)
            }
            position = bytes.next(Self.separators, from: position + 1, to: bytes.count)
        }
        return fields
    }

    private func userinfo(of url: Range<Int>) -> Range<Int>? {
        guard let userinfo = URLAuthority(of: url, in: bytes)?.userinfo, !userinfo.isEmpty else { return nil }
        // The userinfo of another URL may follow behind a placeholder.
        let end = placeholders.end(ofPlaceholderAt: userinfo.lowerBound, in: bytes)
        if let end, end == bytes.count || end == userinfo.upperBound || bytes[end] == UInt8(ascii: "@") { return nil }
        return isPlaceholder(userinfo) ? nil : userinfo
    }

    /// Whether the value is a placeholder, perhaps with punctuation after it.
    private func isPlaceholder(_ value: Range<Int>) -> Bool {
        guard let end = placeholders.end(ofPlaceholderAt: value.lowerBound, in: bytes) else { return false }
        return end >= value.upperBound
            || bytes.end(of: Self.punctuation, from: end, to: value.upperBound) == value.upperBound
    }
}

// Names.
extension FieldScanner {
    /// The name of a secret.
    struct Name {
        let title: String
        let kind: SecretKind
        fileprivate let range: Range<Int>
        fileprivate let isQuoted: Bool
    }

    /// The name before a separator, if it is that of a secret.
    func secret(before separator: Int) -> Name? {
        guard let (range, isQuoted) = name(before: separator), let kind = kind(of: range, bytes[separator]) else {
            return nil
        }
        return Name(title: title(range), kind: kind, range: range, isQuoted: isQuoted)
    }

    private func title(_ name: Range<Int>) -> String {
        String(decoding: PercentEncoding.decoded(bytes[name]), as: UTF8.self)
    }

    private func kind(of name: Range<Int>, _ separator: UInt8) -> SecretKind? {
        let isURL = separator == .equals
        if isURL, names.isStandard, Self.oauthSecrets.contains(SecretNames.normalised(bytes[name])),
            SecretFinder.isOAuth(bytes)
        {
            return .code
        }
        if let kind = names.kind(of: bytes[name], in: isURL ? .url : .text) { return kind }
        guard format == .text, separator != Self.close else { return nil }
        let text = String(decoding: bytes[name], as: UTF8.self).lowercased()
        return names.headers.contains(text) || text.utf8.contains(0x2D) ? names.header(text) : nil
    }

    private func name(before separator: Int) -> (range: Range<Int>, isQuoted: Bool)? {
        var end = separator
        if bytes[separator] == Self.close { return element(closedAt: separator).map { ($0, false) } }
        guard format == .text else {
            let start = bytes.behindLast(Self.nameMarks, in: max(0, end - 256)..<end)
            return start < end && bytes[separator] == .equals ? (start..<end, false) : nil
        }
        while end > 0, separator - end < 3, bytes[end - 1] == 0x20 { end -= 1 }
        let isQuoted = end > 0 && (bytes[end - 1] == .quote || bytes[end - 1] == .apostrophe)
        if isQuoted { end -= 1 }
        var start = end
        while start > 0, end - start < Self.longestName,
            Self.nameBytes.contains(bytes[start - 1]) || bytes[start - 1] >= 0x80
        {
            start -= 1
        }
        if start == end || start > 1 && bytes.has([0x7B, 0x7B], at: start - 2) { return nil }
        return (start..<end, isQuoted)
    }

    /// The name of the element whose start tag ends here.
    private func element(closedAt position: Int) -> Range<Int>? {
        guard position > 0, bytes[position - 1] != .slash else { return nil }
        let first = bytes.behindLast("<>", in: max(0, position - 512)..<position)
        guard first > 0, first < position, bytes[first - 1] == Self.open, bytes[first].isLetter else { return nil }
        let end = bytes.next(ByteSet.space, from: first, to: position)
        return bytes.behindLast(":", in: first..<end)..<end
    }

    /// The secret values of a tag that has the name of a field and its value in two attributes:
    /// `<input name="csrf_token" value="…">`.
    private mutating func attributes(ofTagAt start: Int) -> [(name: String, value: Range<Int>)] {
        let limit = min(bytes.count, start + Self.longestTag)
        guard start + 1 < limit, bytes[start + 1].isLetter else { return [] }
        let end = bytes.next("<>", from: start + 1, to: limit)
        var (names, values) = ([Range<Int>](), [Range<Int>]())
        var equals = bytes.next(.equals, from: start, to: end)
        while equals < end {
            let value = text(after: equals)
            if let name = name(before: equals)?.range {
                let word = SecretNames.normalised(bytes[name])
                if Self.attributeNames.contains(word) { names.append(value) }
                if Self.attributeValues.contains(word) { values.append(value) }
            }
            equals = bytes.next(.equals, from: max(equals + 1, value.upperBound), to: end)
        }
        for name in values.isEmpty ? [] : names {
            guard let kind = self.names.kind(of: bytes[name], in: .text) else { continue }
            return values.filter { SecretShape.isSecret(bytes[$0], under: kind, isRead: true) }.map {
                (title(name), $0)
            }
        }
        return []
    }
}

// Values.
extension FieldScanner {
    /// The value after a separator, if it is a secret, without the quotes around it and the scheme of credentials.
    private mutating func value(of name: Name, after position: Int) -> Range<Int>? {
        let separator = bytes[position]
        let isLine = separator == .colon && SecretNames.lineHeaders.contains(SecretNames.normalised(bytes[name.range]))
        let value = text(after: position, isLine: isLine, of: name)
        guard !value.isEmpty, !isPlaceholder(value) else { return nil }
        let isQuoted = bytes[value.lowerBound - 1] == .quote || bytes[value.lowerBound - 1] == .apostrophe
        let beginning = bytes[value].prefix(Self.longestMeaning)
        if name.isQuoted, !isQuoted, separator == .colon, JSONNumber.isValid(value, in: bytes) {
            return SecretShape.isSecretNumber(under: name.kind) ? value : nil
        }
        let meaning = format == .text ? beginning : PercentEncoding.decoded(beginning)
        let isRead = format == .text && separator != .equals
        guard SecretShape.isSecret(meaning, under: name.kind, isRead: isRead) else { return nil }
        let mayBeProse = !isQuoted && name.kind != .certain && separator != Self.close
        return mayBeProse && isProse(value, separator) ? nil : value
    }

    /// Whether the value is the first word of a sentence or a call: `Secret: how to pick`, `password = getpass()`.
    private func isProse(_ value: Range<Int>, _ separator: UInt8) -> Bool {
        guard format == .text else { return false }
        let end = bytes.end(of: Self.identifier, from: value.lowerBound, to: bytes.count)
        if end > value.lowerBound, end < bytes.count, bytes[end] == 0x28 || bytes[end] == 0x5B { return true }
        guard separator == .colon else { return false }
        let line = bytes.next(.lineEnds, from: value.lowerBound, to: min(bytes.count, value.lowerBound + 64))
        let words = bytes[value.lowerBound..<line].split(separator: 0x20).prefix(3)
        return words.count == 3 && words.allSatisfy { SecretShape.isPlain($0) && !$0.contains(where: \.isDigit) }
    }

    /// The text after a separator.
    private mutating func text(after separator: Int, isLine: Bool = false, of name: Name? = nil) -> Range<Int> {
        if bytes[separator] == Self.close { return content(from: separator + 1) }
        if format == .form { return delimited(from: separator + 1, by: "&") }
        if format == .url {
            let ends: ByteSet = separator < hierarchy ? "&" : separator < query ? "&/?#;" : "&#"
            return delimited(from: separator + 1, by: ends)
        }
        let start = bytes.end(of: Self.assignment, from: separator + 1, to: bytes.count)
        guard start < bytes.count else { return start..<start }
        if bytes[start] == .quote || bytes[start] == .apostrophe {
            return JSONScanner.string(at: start, in: bytes).content
        }
        if name?.isQuoted == true, placeholders.end(ofPlaceholderAt: start, in: bytes) == nil {
            // JSON that has been cut off: a number, or an object that is read by itself.
            return start..<(JSONFields.begins(bytes, at: start) ? start : JSONScanner.end(ofBare: start, in: bytes))
        }
        return isLine ? line(from: start, after: name?.range.lowerBound ?? 0) : word(from: start)
    }

    private mutating func delimited(from start: Int, by ends: ByteSet) -> Range<Int> {
        if !reach.contains(start) { reach = start..<max(start, bytes.next(ends, from: start, to: bytes.count)) }
        return start..<reach.upperBound
    }

    private mutating func word(from start: Int) -> Range<Int> {
        let placeholder = placeholders.end(ofPlaceholderAt: start, in: bytes) ?? start
        var end = delimited(from: placeholder, by: Self.wordEnds).upperBound
        var mark = bytes.next(Self.fieldMarks, from: placeholder, to: end)
        while mark < end, !isField(from: mark + 1) { mark = bytes.next(Self.fieldMarks, from: mark + 1, to: end) }
        end = min(end, mark)
        while end > max(start + 1, placeholder), bytes[start] != 0x7B, Self.punctuation.contains(bytes[end - 1]) {
            end -= 1
        }
        return start..<end
    }

    /// Whether a name with an equals sign begins here.
    private func isField(from start: Int) -> Bool {
        let name = bytes.end(of: .space, from: start, to: min(bytes.count, start + 8))
        let end = bytes.end(of: Self.nameBytes, from: name, to: min(bytes.count, name + 64))
        return end > name && end < bytes.count && bytes[end] == .equals
    }

    /// The value of a header without its scheme, to the end of the line, or to the quote before its name, as in
    /// `-H 'Authorization: …'`.
    private func line(from start: Int, after name: Int) -> Range<Int> {
        var end = bytes.next(.lineEnds, from: start, to: bytes.count)
        if name > 0, bytes[name - 1] == .quote || bytes[name - 1] == .apostrophe {
            end = bytes.next(bytes[name - 1], from: start, to: end)
        }
        return AuthenticationScheme.end(in: bytes, from: start, to: end)..<end
    }

    /// The content between the tags of an element.
    private func content(from start: Int) -> Range<Int> {
        let mark = Array("<![CDATA[".utf8)
        guard bytes.has(mark, at: start) else { return start..<bytes.next(Self.open, from: start, to: bytes.count) }
        let end = bytes.range(of: Array("]]>".utf8), from: start + mark.count)?.lowerBound
        return start + mark.count..<(end ?? bytes.count)
    }
}
