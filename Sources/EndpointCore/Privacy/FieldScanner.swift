/// Finds `name separator value` in text of any format: `name: value`, `"name": "value"`, `name=value`,
/// `<name>value</name>`, `<input name="name" value="value">`, and the userinfo of URLs.
struct FieldScanner {
    /// How names and values end.
    enum Format { case text, url, form }

    /// A secret value with its name.
    struct Field {
        let name: String
        let value: Range<Int>
        /// Whether the value is JSON but not a string: `"name": 12`.
        var isJSON = false
    }

    let bytes: [UInt8]
    let names: SecretNames
    let format: Format
    let placeholders: SecretReplacement
    /// Where the path of a URL ends, and where a part begins that isn't just a form.
    private let query: Int
    private let hierarchy: Int
    /// Whether `code` and `state` are parameters of OAuth.
    private let isBesideOAuth: Bool
    /// The last value found, so that a long one isn't searched again from each separator in it.
    private var reach = 0..<0

    private static let oauthFields: WordList = "grant_type= redirect_uri= code_verifier= response_type="
    private static let oauthSecrets: WordList = "code state"
    private static let separators: ByteSet = ":=><"
    private static let open = UInt8(ascii: "<")
    private static let close = UInt8(ascii: ">")
    private static let longestName = 128
    private static let longestURL = 4096
    private static let longestMeaning = 512
    private static let nameBytes = ByteSet.alphanumerics.union("_-.[]%")
    private static let nameMarks: ByteSet = "&;/?#="
    private static let wordEnds = ByteSet.wordEnds.union("&")
    /// Ends a value only if another field follows.
    private static let fieldMarks: ByteSet = ";#"
    private static let assignment: ByteSet = " \t=>"
    private static let punctuation: ByteSet = ",;)]}"
    private static let identifier = ByteSet.letters.union("_.")

    init(_ bytes: [UInt8], _ names: SecretNames, as format: Format, keeping placeholders: SecretReplacement) {
        self.bytes = bytes
        self.names = names
        self.format = format
        self.placeholders = placeholders
        query = format == .url ? bytes.next("?#", from: 0, to: bytes.count) : 0
        isBesideOAuth =
            names.isStandard
            && (Self.oauthFields.areMentioned(in: bytes)
                || Self.oauthSecrets.inOrder.allSatisfy { bytes.range(of: Array("\($0)=".utf8)) != nil })
        hierarchy = format == .url ? bytes.next("/?#", from: 0, to: bytes.count) : 0
    }

    /// The secrets that have a name; some may lie within others.
    mutating func fields() -> [Field] {
        var fields: [Field] = []
        if format == .url, let userinfo = userinfo(of: 0..<bytes.count) { fields.append(userinfo) }
        var position = bytes.next(Self.separators, from: 0, to: bytes.count)
        while position < bytes.count {
            if bytes[position] == Self.open {
                fields += MarkupTag(at: position, in: bytes).pairs(names)
            } else if let field = field(separatedAt: position) {
                fields.append(field)
                position = max(position, field.value.upperBound - 1)
            } else {
                let nested = nested(separatedAt: position)
                fields += nested
                position = max(position, (nested.last?.value.upperBound ?? 0) - 1)
            }
            position = bytes.next(Self.separators, from: position + 1, to: bytes.count)
        }
        return fields
    }

    private mutating func field(separatedAt position: Int) -> Field? {
        let separator = bytes[position]
        if separator == .colon, bytes.has([.slash, .slash], at: position + 1) {
            let start = bytes.start(of: .scheme, in: max(0, position - 32)..<position)
            return userinfo(
                of: start..<bytes.next(.wordEnds, from: position, to: min(bytes.count, position + Self.longestURL)))
        }
        guard let name = name(before: position), let kind = kind(of: name.range, separator) else { return nil }
        let value = value(after: position, isQuoted: name.isQuoted, of: name.range)
        guard !value.isEmpty, !isPlaceholder(value) else { return nil }
        let isQuotedValue = bytes[value.lowerBound - 1] == .quote || bytes[value.lowerBound - 1] == .apostrophe
        let isJSON = separator == .colon && name.isQuoted && !isQuotedValue
        let beginning = bytes[value].prefix(Self.longestMeaning)
        let meaning = format == .text ? beginning : PercentEncoding.decoded(beginning)
        if isJSON, JSONNumber.isValid(value, in: bytes) {
            guard SecretShape.isSecretNumber(under: kind) else { return nil }
        } else {
            let isRead = format == .text && separator != .equals
            guard SecretShape.isSecret(meaning, under: kind, isRead: isRead) else { return nil }
            if !isQuotedValue, kind != .certain, separator != Self.close, isProse(value, separator) { return nil }
        }
        return Field(name: text(name.range), value: value, isJSON: isJSON)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: PercentEncoding.decoded(bytes[range]), as: UTF8.self)
    }

    private func kind(of name: Range<Int>, _ separator: UInt8) -> SecretKind? {
        let isURL = separator == .equals
        if isURL, isBesideOAuth, Self.oauthSecrets.contains(SecretNames.normalised(bytes[name])) { return .code }
        if let kind = names.kind(of: bytes[name], in: isURL ? .url : .text) { return kind }
        guard format == .text, separator != Self.close else { return nil }
        let text = String(decoding: bytes[name], as: UTF8.self).lowercased()
        return names.headers.contains(text) || text.utf8.contains(0x2D) ? names.header(text) : nil
    }

    private func userinfo(of url: Range<Int>) -> Field? {
        guard let authority = URLAuthority(of: url, in: bytes), !authority.userinfo.isEmpty else { return nil }
        // The userinfo of another URL may follow behind a placeholder.
        let end = placeholders.end(ofPlaceholderAt: authority.userinfo.lowerBound, in: bytes)
        if let end, end == bytes.count || end == authority.userinfo.upperBound || bytes[end] == UInt8(ascii: "@") {
            return nil
        }
        if isPlaceholder(authority.userinfo) { return nil }
        return Field(name: "userinfo", value: authority.userinfo)
    }

    /// Whether the value is a placeholder, perhaps with punctuation after it.
    private func isPlaceholder(_ value: Range<Int>) -> Bool {
        guard let end = placeholders.end(ofPlaceholderAt: value.lowerBound, in: bytes) else { return false }
        return end >= value.upperBound
            || bytes.end(of: Self.punctuation, from: end, to: value.upperBound) == value.upperBound
    }

    /// Whether the value is the first word of a sentence or a call: `Secret: how to pick`, `password = getpass()`.
    private func isProse(_ value: Range<Int>, _ separator: UInt8) -> Bool {
        guard format == .text else { return false }
        let end = bytes.end(of: Self.identifier, from: value.lowerBound, to: bytes.count)
        if end > value.lowerBound, end < bytes.count, bytes[end] == 0x28 || bytes[end] == 0x5B { return true }
        guard separator == .colon else { return false }
        let line =
            value
            .lowerBound..<bytes.next(.lineEnds, from: value.lowerBound, to: min(bytes.count, value.lowerBound + 64))
        let words = bytes[line].split(separator: 0x20)
        return words.count >= 3
            && words.prefix(3).allSatisfy { SecretShape.isPlain($0) && !$0.contains(where: \.isDigit) }
    }
}

extension FieldScanner {
    private func name(before separator: Int) -> (range: Range<Int>, isQuoted: Bool)? {
        var end = separator
        if bytes[separator] == Self.close { return element(closedAt: separator).map { ($0, false) } }
        guard format == .text else {
            var start = end
            while start > 0, end - start < 256, !Self.nameMarks.contains(bytes[start - 1]), !bytes[start - 1].isSpace {
                start -= 1
            }
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
        guard start < end else { return nil }
        if start > 1, bytes[start - 1] == 0x7B, bytes[start - 2] == 0x7B { return nil }
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

    /// The range of the value, without the quotes around it and the scheme of credentials.
    private mutating func value(after separator: Int, isQuoted: Bool, of name: Range<Int>) -> Range<Int> {
        if bytes[separator] == Self.close { return content(from: separator + 1) }
        if format == .form { return delimited(from: separator + 1, by: "&") }
        if format == .url {
            let ends: ByteSet = separator < hierarchy ? "&" : separator < query ? "&/?#;" : "&#"
            return delimited(from: separator + 1, by: ends)
        }
        let start = bytes.end(of: Self.assignment, from: separator + 1, to: bytes.count)
        guard start < bytes.count else { return start..<start }
        if bytes[start] == .quote || bytes[start] == .apostrophe { return quoted(from: start) }
        if isQuoted, bytes[start] == 0x7B || bytes[start] == 0x5B { return start..<start }
        if isQuoted, bytes[separator] == .colon, placeholders.end(ofPlaceholderAt: start, in: bytes) == nil {
            return start..<JSONScanner.end(ofBare: start, in: bytes)
        }
        let isLine =
            bytes[separator] == .colon && SecretNames.lineHeaders.contains(SecretNames.normalised(bytes[name]))
        return isLine ? line(from: start, of: name) : word(from: start)
    }

    private mutating func delimited(from start: Int, by ends: ByteSet) -> Range<Int> {
        if !reach.contains(start) { reach = start..<max(start, bytes.next(ends, from: start, to: bytes.count)) }
        return start..<reach.upperBound
    }

    /// Up to the closing quote; without one, up to the end of the text.
    private func quoted(from opening: Int) -> Range<Int> {
        let quote = bytes[opening]
        var position = bytes.next(quote, from: opening + 1, to: bytes.count)
        while position < bytes.count, isEscaped(position, after: opening) {
            position = bytes.next(quote, from: position + 1, to: bytes.count)
        }
        return (opening + 1)..<position
    }

    private func isEscaped(_ position: Int, after start: Int) -> Bool {
        var backslashes = 0
        while position - backslashes - 1 > start, bytes[position - backslashes - 1] == .backslash { backslashes += 1 }
        return backslashes % 2 == 1
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

    /// The value of a header, to the end of the line, or to the quote before the name, as in `-H 'Authorization: …'`.
    private func line(from start: Int, of name: Range<Int>) -> Range<Int> {
        let before = name.lowerBound > 0 ? bytes[name.lowerBound - 1] : 0
        var end = bytes.next(.lineEnds, from: start, to: bytes.count)
        if before == .quote || before == .apostrophe { end = bytes.next(before, from: start, to: end) }
        let scheme = bytes.end(of: .token, from: start, to: end)
        let hasScheme = scheme + 1 < end && bytes[scheme] == 0x20 && HeaderRedactor.isScheme(bytes[start..<scheme])
        return (hasScheme ? scheme + 1 : start)..<end
    }

    /// The content between the tags of an element.
    private func content(from start: Int) -> Range<Int> {
        guard bytes.has(Array("<![CDATA[".utf8), at: start) else {
            return start..<bytes.next(Self.open, from: start, to: bytes.count)
        }
        var end = bytes.next(Self.close, from: start + 9, to: bytes.count)
        while end < bytes.count, !bytes.has(Array("]]".utf8), at: end - 2) {
            end = bytes.next(Self.close, from: end + 1, to: bytes.count)
        }
        return start + 9..<max(start + 9, end < bytes.count ? end - 2 : end)
    }

    /// The texts and numbers in a JSON list or object after the name of a secret: `"codes": ["a", "b"]`.
    private func nested(separatedAt separator: Int) -> [Field] {
        let start = bytes.end(of: .space, from: separator + 1, to: min(bytes.count, separator + 8))
        guard format == .text, bytes[separator] == .colon, start < bytes.count,
            bytes[start] == 0x5B || bytes[start] == 0x7B,
            placeholders.end(ofPlaceholderAt: start, in: bytes) == nil, let name = name(before: separator),
            name.isQuoted,
            let kind = kind(of: name.range, .colon), kind > .weak, kind > .code || bytes[start] == 0x5B,
            !SecretShape.isSchema(at: start, in: bytes)
        else { return [] }
        let end = JSONScanner.end(ofNested: start, in: bytes)
        var (fields, position) = ([Field](), start)
        while position < end {
            if bytes[position] == .quote {
                let (text, behind) = JSONScanner.string(at: position, in: bytes)
                position = behind
                let next = JSONScanner.end(ofSpace: behind, in: bytes)
                let isKey = next < end && bytes[next] == .colon
                let isSecret = SecretShape.isSecret(
                    bytes[text], under: kind, isRead: true, isListed: bytes[start] == 0x5B)
                if !isKey, isSecret, !isPlaceholder(text) {
                    fields.append(Field(name: self.text(name.range), value: text))
                }
            } else {
                let number = position..<max(position + 1, JSONScanner.end(ofBare: position, in: bytes))
                position = number.upperBound
                if JSONNumber.isValid(number, in: bytes) {
                    fields.append(Field(name: self.text(name.range), value: number, isJSON: true))
                }
            }
        }
        return fields
    }
}

/// The attributes of a tag that has the name of a field and its value in two attributes:
/// `<input name="csrf_token" value="…">`.
private struct MarkupTag {
    private var names: [Range<Int>] = []
    private var values: [Range<Int>] = []
    private let bytes: [UInt8]

    private static let longest = 4096
    private static let nameEnds = ByteSet.space.union("=<>/\"'")
    private static let bareEnds = ByteSet.space.union("<>")

    init(at start: Int, in bytes: [UInt8]) {
        self.bytes = bytes
        let end = min(bytes.count, start + Self.longest)
        var position = start + 1
        guard position < end, bytes[position].isLetter else { return }
        while position < end, bytes[position] != 0x3E, bytes[position] != 0x3C {
            position = bytes.end(of: .space, from: position, to: end)
            let name = position..<bytes.next(Self.nameEnds, from: position, to: end)
            position = bytes.end(of: .space, from: name.upperBound, to: end)
            guard position < end, bytes[position] == .equals else {
                if name.isEmpty { position += 1 }
                continue
            }
            let first = bytes.end(of: .space, from: position + 1, to: end)
            guard first < end else { return }
            let isQuoted = bytes[first] == .quote || bytes[first] == .apostrophe
            let value =
                isQuoted
                ? first + 1..<bytes.next(bytes[first], from: first + 1, to: end)
                : first..<bytes.next(Self.bareEnds, from: first, to: end)
            position = value.upperBound + (isQuoted ? 1 : 0)
            switch SecretNames.normalised(bytes[name]) {
            case "name", "key", "id", "property": names.append(value)
            case "value", "content": values.append(value)
            default: break
            }
        }
    }

    /// The secret values, with the first of the names that is the name of a secret.
    func pairs(_ secret: SecretNames) -> [FieldScanner.Field] {
        guard !values.isEmpty else { return [] }
        for name in names {
            guard let kind = secret.kind(of: bytes[name], in: .text) else { continue }
            let title = String(decoding: bytes[name], as: UTF8.self)
            return values.filter { SecretShape.isSecret(bytes[$0], under: kind, isRead: true) }.map {
                FieldScanner.Field(name: title, value: $0)
            }
        }
        return []
    }
}
