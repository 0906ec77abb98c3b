/// A secret that the rules have found in a text.
struct Finding {
    let range: Range<Int>
    /// The name of the secret, or its kind.
    let name: String
    /// The bytes, decoded.
    let meaning: [UInt8]
    let syntax: FoundSecret.Syntax
}

/// Finds the secrets of a text: by their names, by their format, and known values. Searches the text, then the
/// unescaped text, up to four levels deep.
struct SecretFinder {
    let redactor: Redactor
    let format: FieldScanner.Format

    /// From left to right; no two overlap.
    func findings(in bytes: [UInt8]) -> [Finding] {
        var levels = TextLevels(bytes)
        var found = findings(at: bytes, as: format)
        if format != .text, bytes.contains(.quote) { found += findings(at: bytes, as: .text) }
        while let plain = levels.next() {
            for finding in findings(at: plain, as: .text) {
                found.append(
                    Finding(
                        range: levels.origin(of: finding.range), name: finding.name, meaning: finding.meaning,
                        syntax: finding.syntax))
            }
        }
        let documents = format == .text ? [] : GraphQLDocument.ranges(inQuery: bytes)
        if !documents.isEmpty {
            found.removeAll { finding in
                finding.name != FoundSecret.valueName && documents.contains { $0.contains(finding.range.lowerBound) }
            }
        }
        return Self.apart(found, from: redactor.replacement, in: bytes)
    }

    /// Those that don't overlap another. A larger one takes precedence over those within it; one that contains little
    /// but a placeholder is left out.
    private static func apart(_ found: [Finding], from placeholders: SecretReplacement, in bytes: [UInt8]) -> [Finding]
    {
        var apart: [Finding] = []
        var order = Array(found.enumerated())
        order.sort { first, second in
            let (one, other) = (first.element.range, second.element.range)
            if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
            return one.upperBound != other.upperBound ? one.upperBound > other.upperBound : first.offset < second.offset
        }
        for (_, finding) in order where finding.range.lowerBound >= apart.last?.range.upperBound ?? 0 {
            if !finding.range.isEmpty, !placeholders.areAll(of: finding.range, in: bytes) { apart.append(finding) }
        }
        return apart
    }

    private func findings(at bytes: [UInt8], as format: FieldScanner.Format) -> [Finding] {
        let redaction = redactor.redaction
        var found: [Finding] = []
        func add(_ range: Range<Int>, _ name: String, _ syntax: FoundSecret.Syntax = .text) {
            let meaning = format == .text ? Array(bytes[range]) : Array(PercentEncoding.decoded(bytes[range]))
            found.append(Finding(range: range, name: name, meaning: meaning, syntax: syntax))
        }
        if redaction.isStandard {
            var scanner = FieldScanner(bytes, redaction.names, as: format, keeping: redactor.replacement)
            for field in scanner.fields() { add(field.value, field.name, field.isJSON ? .jsonInText : .text) }
            for range in AuthenticationScheme.credentials(in: bytes) { add(range, "authorization") }
            for (range, name) in SecretTokens.all(in: bytes) { add(range, name) }
        }
        for (range, secret) in redaction.values.ranges(in: bytes, keeping: redactor.replacement) {
            found.append(Finding(range: range, name: FoundSecret.valueName, meaning: secret, syntax: .text))
        }
        return found
    }
}

/// The documents of GraphQL are code, in which only known values are secrets: the member `query` of JSON and of a URL.
enum GraphQLDocument {
    private static let keywords: WordList = "query mutation subscription fragment {"
    private static let field = Array("query=".utf8)

    static func begins(_ text: [UInt8]) -> Bool {
        keywords.end(ofOneAt: text.end(of: .space, from: 0, to: text.count), in: text) != nil && text.contains(0x7B)
    }

    /// The documents in a URL or a form.
    static func ranges(inQuery bytes: [UInt8]) -> [Range<Int>] {
        var (ranges, position) = ([Range<Int>](), 0)
        while let name = bytes.range(of: field, from: position) {
            position = bytes.next("&#", from: name.upperBound, to: bytes.count)
            let isName = name.lowerBound == 0 || "?&".utf8.contains(bytes[name.lowerBound - 1])
            let value = name.upperBound..<position
            if isName, begins(Array(PercentEncoding.decoded(bytes[value]))) { ranges.append(value) }
        }
        return ranges
    }
}

/// A text, and the result of unescaping it up to four times.
struct TextLevels {
    private var texts: [[UInt8]]
    /// The position of each byte of the last level in the first.
    private var origins: [Int]?

    private static let deepest = 4

    init(_ text: [UInt8]) {
        texts = [text]
    }

    /// The next level; nil if nothing is escaped any more.
    mutating func next() -> [UInt8]? {
        let text = texts[texts.count - 1]
        guard texts.count <= Self.deepest, TextEncoding.holdsMarks(text) else { return nil }
        let plain = TextEncoding.all.undone(text).bytes
        guard plain.count < text.count else { return nil }
        texts.append(plain)
        origins = nil
        return plain
    }

    /// The range in the text that a range of the last level comes from.
    mutating func origin(of range: Range<Int>) -> Range<Int> {
        guard texts.count > 1 else { return range }
        if origins == nil {
            var positions = TextEncoding.all.origins(in: texts[texts.count - 2])
            for text in texts.dropLast(2).reversed() {
                let outer = TextEncoding.all.origins(in: text)
                for index in positions.indices { positions[index] = outer[positions[index]] }
            }
            origins = positions
        }
        return (origins?[range.lowerBound] ?? 0)..<(origins?[range.upperBound] ?? 0)
    }
}

extension Redaction {
    /// Where known values occur in the bytes, unchanged or encoded, with the value found at each position.
    package func places(ofValuesIn bytes: [UInt8]) -> [(position: Int, secret: String)] {
        func places(_ text: [UInt8]) -> [(range: Range<Int>, secret: String)] {
            values.ranges(in: text, keeping: .none).map { ($0.range, String(decoding: $0.secret, as: UTF8.self)) }
        }
        var levels = TextLevels(bytes)
        var found = places(bytes).map { (position: $0.range.lowerBound, secret: $0.secret) }
        while let plain = levels.next() {
            found += places(plain).map { (levels.origin(of: $0.range).lowerBound, $0.secret) }
        }
        return found
    }
}

/// The credentials after `Bearer` and `Basic` in a text (RFC 6750 §2.1, RFC 7617).
enum AuthenticationScheme {
    private static let wordEnds = ByteSet.wordEnds.union(",;\\")
    private static let sentence = ByteSet { $0.isLetter && $0 == $0.lowercased }.union(".")

    /// Words that follow the schemes in plain English and in challenges.
    private static let harmless: WordList = """
        token tokens auth authentication authorization credential credentials scheme realm header error is was of and or in
        not format required missing invalid expired type plan access info usage
        """

    static func credentials(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var blank = bytes.next(0x20, from: 0, to: bytes.count)
        while blank < bytes.count {
            let end = bytes.end(of: " ", from: blank, to: bytes.count)
            if let name = scheme(before: blank, in: bytes) {
                let word = end..<bytes.next(wordEnds, from: end, to: bytes.count)
                if !word.isEmpty, isSecret(word, in: bytes, isBearer: name == 6) { found.append(word) }
            }
            blank = bytes.next(0x20, from: end, to: bytes.count)
        }
        return found
    }

    /// The length of the scheme that ends here.
    private static func scheme(before end: Int, in bytes: [UInt8]) -> Int? {
        for name in ["bearer", "basic"] where end >= name.utf8.count {
            let start = end - name.utf8.count
            guard bytes[start].lowercased == 0x62, start == 0 || !bytes[start - 1].isLetter else { continue }
            if bytes[start..<end].lazy.map(\.lowercased).elementsEqual(name.utf8) { return name.utf8.count }
        }
        return nil
    }

    /// After "Basic" any plain word counts as English, after "Bearer" only the harmless ones; `realm="x"` is a
    /// challenge.
    private static func isSecret(_ word: Range<Int>, in bytes: [UInt8], isBearer: Bool) -> Bool {
        let next = bytes.next(.equals, from: word.lowerBound, to: word.upperBound) + 1
        if next < bytes.count, next <= word.upperBound {
            if next < word.upperBound ? bytes[next] != .equals : bytes[next] == .quote { return false }
        }
        let letters = bytes.end(of: .letters, from: word.lowerBound, to: word.upperBound)
        if word.upperBound - letters < 2, harmless.contains(SecretNames.normalised(bytes[word.lowerBound..<letters])) {
            return false
        }
        let isPlain = bytes.end(of: sentence, from: word.lowerBound + 1, to: word.upperBound) == word.upperBound
        return isBearer || !isPlain || word.count > 20
    }
}
