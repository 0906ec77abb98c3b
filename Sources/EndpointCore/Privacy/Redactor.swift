/// A secret that a redaction has found, and its syntax there.
package struct FoundSecret {
    package enum Syntax {
        /// In a text, or between the quotes of a JSON string. The replacement must not need JSON escapes.
        case text
        /// In a URL or a form: the replacement should be percent-encoded.
        case url
        /// A number, object or array in JSON, or something broken in its place. The replacement is a JSON value: text
        /// needs quotes.
        case json
        /// The same in the middle of a text: the end of the secret may contain punctuation of the JSON around it.
        case jsonInText
    }

    /// The name of the secret, as written there, or the kind of a secret that needs no name: `userinfo`, `jwt`.
    package let name: String

    /// The secret, without JSON escapes. Percent-encoding is still there.
    package let bytes: [UInt8]

    package let syntax: Syntax

    private let source: [UInt8]
    private let position: Int

    init(name: String, bytes: [UInt8], syntax: Syntax, source: [UInt8], position: Int) {
        self.name = name
        self.bytes = bytes
        self.syntax = syntax
        self.source = source
        self.position = position
    }
}

extension FoundSecret {
    /// The name of a secret that was found by its value. Its bytes are that value, whatever its encoding in the text.
    package static let valueName = "value"

    private static let wordStarts = ByteSet.space.union("\"<")
    private static let longestWord = 2048

    /// Whether the secret is in a URL, even one in the middle of a text.
    package var isInURL: Bool {
        if syntax == .url || syntax == .jsonInText { return syntax == .url }
        let start = max(0, position - Self.longestWord)
        let word = source[source.behindLast(Self.wordStarts, in: start..<position)..<position]
        return word.contains(UInt8(ascii: "?")) || Array(word).range(of: Array("://".utf8)) != nil
    }
}

/// What replaces secrets, and how a replacement is recognised in text that is redacted again.
package struct SecretReplacement {
    /// The replacement of a secret. Nil leaves it, because it is already a placeholder.
    let text: (FoundSecret) -> [UInt8]?

    /// The position after the placeholder that begins at a position; nil if none does. Called at `{` and `%` only.
    let placeholderEnd: ([UInt8], Int) -> Int?

    package init(
        text: @escaping (FoundSecret) -> [UInt8]?, placeholderEnd: @escaping ([UInt8], Int) -> Int?
    ) {
        self.text = text
        self.placeholderEnd = placeholderEnd
    }

    /// Whether a placeholder may begin with this byte: `{`, or `%` for a percent-encoded one.
    static func mayBegin(with byte: UInt8) -> Bool { byte == 0x7B || byte == .percent }

    func end(ofPlaceholderAt position: Int, in bytes: [UInt8]) -> Int? {
        guard position < bytes.count, Self.mayBegin(with: bytes[position]) else { return nil }
        return placeholderEnd(bytes, position)
    }

    /// The placeholders in a text, from left to right.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for mark in [UInt8(0x7B), .percent] {
            var position = bytes.next(mark, from: 0, to: bytes.count)
            while position < bytes.count {
                let end = placeholderEnd(bytes, position)
                if let end { ranges.append(position..<end) }
                position = bytes.next(mark, from: end ?? position + 1, to: bytes.count)
            }
        }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether a range contains a placeholder, and otherwise less than a secret needs.
    func areAll(of range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let text = Array(bytes[range])
        let inside = ranges(in: text)
        guard !inside.isEmpty else { return false }
        let rest = text.indices.count { position in
            text[position].isAlphanumeric && !inside.contains { $0.contains(position) }
        }
        return rest < 6
    }
}

extension SecretReplacement {
    private static let placeholder = Array("{{secret}}".utf8)

    /// `{{secret}}` for all secrets.
    ///
    /// Braces mark a gap that no server sends by chance, and they stay unchanged in JSON, headers and forms. Only a
    /// `URL` can't contain them: there they are percent-encoded.
    static var standard: SecretReplacement {
        SecretReplacement {
            if $0.bytes == placeholder { return nil }
            return $0.syntax == .json ? [.quote] + placeholder + [.quote] : placeholder
        } placeholderEnd: { bytes, position in
            bytes.has(placeholder, at: position) ? position + placeholder.count : nil
        }
    }

    /// No replacement, and no known placeholder.
    static var none: SecretReplacement {
        SecretReplacement { _ in
            nil
        } placeholderEnd: { _, _ in
            nil
        }
    }

    static func percentEncoded(in text: String) -> String {
        text.replacingOccurrences(of: "{{secret}}", with: "%7B%7Bsecret%7D%7D")
    }

    /// Decodes the placeholder in a URL that was redacted before, for people to read.
    static func readable(in text: String) -> String {
        text.replacingOccurrences(of: "%7B%7Bsecret%7D%7D", with: "{{secret}}")
    }
}

/// Applies a ``Redaction`` to bytes: finds the secrets in each format and replaces them.
package struct Redactor {
    let redaction: Redaction
    let replacement: SecretReplacement
    /// Whether the bytes are a URL or a form.
    fileprivate var isURL = false

    package init(_ redaction: Redaction, replacing replacement: SecretReplacement) {
        self.redaction = redaction
        self.replacement = replacement
    }

    init(_ redaction: Redaction) {
        self.init(redaction, replacing: .standard)
    }
}

extension Redactor {
    /// How many levels of parts within parts are redacted.
    static let deepest = 3

    /// Free text: see ``Redaction/text(_:)``.
    package func text(_ bytes: [UInt8]) -> [UInt8] {
        rewritten(bytes, as: .text)
    }

    /// A URL: see ``Redaction/urlText(_:)``.
    package func url(_ bytes: [UInt8]) -> [UInt8] {
        rewritten(bytes, as: .url)
    }

    func form(_ bytes: [UInt8]) -> [UInt8] {
        rewritten(bytes, as: .form)
    }

    private func rewritten(_ bytes: [UInt8], as format: FieldScanner.Format) -> [UInt8] {
        var redactor = self
        redactor.isURL = format != .text
        var rewriter = Rewriter(bytes, by: redactor)
        for finding in SecretFinder(redactor: redactor, format: format).findings(in: bytes) {
            rewriter.redact(finding.range, named: finding.name, as: finding.syntax, meaning: finding.meaning)
        }
        return rewriter.result
    }

    func json(_ bytes: [UInt8]) -> [UInt8] {
        var redactor = JSONRedactor(redactor: self, bytes)
        return redactor.redacted()
    }

    /// For code, and bytes that aren't text: replaces the known values of eight or more bytes, and nothing else.
    func opaque(_ bytes: [UInt8]) -> [UInt8] {
        var rewriter = Rewriter(bytes, by: self)
        for (range, secret) in redaction.values.ranges(in: bytes, keeping: replacement) where secret.count >= 8 {
            rewriter.redact(range, named: FoundSecret.valueName, meaning: secret)
        }
        return rewriter.result
    }

    /// The value of a header: see ``Redaction/header(_:_:)``.
    package func header(_ name: String, _ value: [UInt8]) -> [UInt8] {
        guard let kind = redaction.names.header(name), SecretShape.isSecret(value[...], under: kind, isRead: false)
        else {
            return text(value)
        }
        var header = HeaderRedactor(redactor: self, name: name, value: value)
        return header.redacted()
    }

    /// A body: see ``Redaction/body(_:contentType:)``.
    package func body(_ body: Data, contentType: String?) -> Data {
        let media = contentType.flatMap { MediaType($0) }
        if let wide = UTF16Or32Text(body, media) {
            let redacted = String(decoding: self.body(Array(wide.text.utf8), media), as: UTF8.self)
            if redacted != wide.text { return wide.encoded(redacted) }
            let bytes = Array(body)
            let unnamed = opaque(bytes)
            return unnamed == bytes ? body : Data(unnamed)
        }
        let bytes = Array(body)
        let redacted = self.body(bytes, media)
        return redacted == bytes ? body : Data(redacted)
    }

    func body(_ bytes: [UInt8], _ media: MediaType?, level: Int = 0) -> [UInt8] {
        if let boundary = media?.parameters["boundary"], media?.type == "multipart", level < Self.deepest {
            return MultipartRedactor(redactor: self, boundary: boundary, level: level).redact(bytes)
        }
        if media?.subtype == "graphql" || media?.isText != true && !Self.isUTF8(bytes) { return opaque(bytes) }
        if media?.isJSON == true || Self.looksLikeJSON(bytes) { return json(bytes) }
        return media?.subtype == "x-www-form-urlencoded" ? form(bytes) : text(bytes)
    }

    /// Whether the user has listed this value as not secret.
    func keeps(_ value: [UInt8]) -> Bool {
        guard !redaction.keptValues.isEmpty else { return false }
        let value = isURL ? Array(PercentEncoding.decoded(value[...])) : value
        return redaction.keptValues.contains(String(decoding: value, as: UTF8.self))
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(bytes: bytes, encoding: .utf8) != nil
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        for byte in bytes where !byte.isSpace && byte < 0xBB { return byte == 0x7B || byte == 0x5B }
        return false
    }
}

/// Copies bytes from left to right with some ranges replaced; without a replacement, nothing is copied.
struct Rewriter {
    let bytes: [UInt8]
    private let redactor: Redactor
    private var output: [UInt8] = []
    private var copied = 0

    init(_ bytes: [UInt8], by redactor: Redactor) {
        self.bytes = bytes
        self.redactor = redactor
    }

    /// Replaces a range, which must not be empty and must come after all earlier ones.
    mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
        output += bytes[copied..<range.lowerBound]
        output += replacement
        copied = range.upperBound
    }

    /// Replaces a secret, unless it is empty or already replaced.
    ///
    /// - Parameters:
    ///   - name: The name of the secret, as written, or its kind.
    ///   - meaning: The bytes unescaped, if they have escapes.
    mutating func redact(
        _ range: Range<Int>, named name: String, as syntax: FoundSecret.Syntax = .text, meaning: [UInt8]? = nil
    ) {
        guard !range.isEmpty else { return }
        if redactor.keeps(meaning ?? Array(bytes[range])) { return }
        let secret = FoundSecret(
            name: name, bytes: meaning ?? Array(bytes[range]),
            syntax: redactor.isURL && syntax != .jsonInText ? .url : syntax, source: bytes,
            position: range.lowerBound)
        if let replacement = redactor.replacement.text(secret) { replace(range, with: replacement) }
    }

    mutating func redact(_ range: Range<Int>, named name: ArraySlice<UInt8>, as syntax: FoundSecret.Syntax = .text) {
        redact(range, named: String(decoding: name, as: UTF8.self), as: syntax)
    }

    var result: [UInt8] {
        copied == 0 ? bytes : output + bytes[copied...]
    }
}
