/// Finds the secrets in bytes: by the names of fields, by their format, and known values (`privacy.md` of the design).
///
/// What is unescaped from a text is searched again, up to four levels deep. In a text, ``JSONFields`` reads the JSON
/// and ``FieldScanner`` everything else.
struct SecretFinder {
    let redaction: Redaction
    let placeholders: SecretReplacement

    private static let deepest = 4
    private static let oauthFields: WordList = "grant_type redirect_uri code_verifier response_type"
    private static let oauthPairs: WordList = "code= state="

    /// The secrets from left to right, without overlaps.
    func secrets(in bytes: [UInt8], as format: FieldScanner.Format) -> [FoundSecret] {
        apart(found(in: bytes, as: format), in: bytes)
    }

    /// The secrets from left to right. No two overlap: a larger one takes precedence over those within it, and one that
    /// contains little but a placeholder is left out.
    private func apart(_ found: [FoundSecret], in bytes: [UInt8]) -> [FoundSecret] {
        if found.isEmpty { return [] }
        var order = Array(found.enumerated())
        order.sort { first, second in
            let (one, other) = (first.element.range, second.element.range)
            if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
            return one.upperBound != other.upperBound ? one.upperBound > other.upperBound : first.offset < second.offset
        }
        var (secrets, end) = ([FoundSecret](), 0)
        for (_, secret) in order where secret.range.lowerBound >= end && !secret.range.isEmpty {
            if keeps(secret) || placeholders.areAll(of: secret.range, in: bytes) { continue }
            secrets.append(secret)
            end = secret.range.upperBound
        }
        return secrets
    }

    /// Whether the user has listed this value as not secret.
    private func keeps(_ secret: FoundSecret) -> Bool {
        !redaction.keptValues.isEmpty && redaction.keptValues.contains(String(decoding: secret.bytes, as: UTF8.self))
    }

    /// All secrets, of which some may lie within others.
    ///
    /// - Parameter level: How often the text was unescaped.
    func found(in bytes: [UInt8], as format: FieldScanner.Format, level: Int = 0) -> [FoundSecret] {
        // Only known values are searched for, and few texts have one.
        if !redaction.names.findsFields, foundOutsideJSON(in: bytes, as: format, level).isEmpty { return [] }
        var (found, gap, position) = ([FoundSecret](), 0, JSONFields.start(in: bytes, from: 0))
        var place: JSONFields.Place?
        while position < bytes.count {
            let json = JSONFields(
                bytes, from: position, place ?? self.place(of: position, in: bytes), self, level: level)
            found += json.found
            place = json.rest
            if !json.isBroken {
                found += foundOutsideJSON(gap..<position, of: bytes, as: format, level)
                gap = json.end
            }
            position = place == nil ? JSONFields.start(in: bytes, from: max(position + 1, json.end)) : json.end
        }
        found += foundOutsideJSON(gap..<bytes.count, of: bytes, as: format, level)
        let documents = format == .text ? [] : GraphQLDocument.ranges(inQuery: bytes)
        if documents.isEmpty { return found }
        return found.filter { secret in
            secret.name == FoundSecret.valueName || !documents.contains { $0.contains(secret.range.lowerBound) }
        }
    }

    /// The secrets in the text before, between or after JSON.
    private func foundOutsideJSON(
        _ range: Range<Int>, of bytes: [UInt8], as format: FieldScanner.Format, _ level: Int
    ) -> [FoundSecret] {
        if range.count == bytes.count { return foundOutsideJSON(in: bytes, as: format, level) }
        // The rest of a URL after JSON is that of its query.
        let format = format == .url && range.lowerBound > 0 ? .form : format
        return foundOutsideJSON(in: Array(bytes[range]), as: format, level).map { $0.moved(by: range.lowerBound) }
    }

    /// What the name before JSON says about it: `"codes": [1, 2]`.
    private func place(of start: Int, in bytes: [UInt8]) -> JSONFields.Place {
        let separator = bytes.start(of: .space, in: max(0, start - 8)..<start) - 1
        guard separator > 0, ":=>".utf8.contains(bytes[separator]) else { return JSONFields.Place() }
        let secret = FieldScanner(bytes, redaction.names, as: .text, keeping: placeholders).secret(before: separator)
        return JSONFields.Place(name: secret?.title ?? "", kind: secret?.kind)
    }

    fileprivate func foundOutsideJSON(in bytes: [UInt8], as format: FieldScanner.Format, _ level: Int) -> [FoundSecret]
    {
        var found: [FoundSecret] = []
        func add(_ name: String, _ range: Range<Int>) {
            let text = format == .text ? bytes[range] : PercentEncoding.decoded(bytes[range])
            found.append(FoundSecret(name, Array(text), at: range))
        }
        if redaction.names.findsFields {
            var scanner = FieldScanner(bytes, redaction.names, as: format, keeping: placeholders)
            for field in scanner.fields() { add(field.name, field.value) }
        }
        if redaction.isStandard {
            for range in AuthenticationScheme.credentials(in: bytes) { add("authorization", range) }
            for (range, name) in SecretTokens.all(in: bytes) { add(name, range) }
        }
        found += values(in: bytes)
        return level < Self.deepest ? found + self.found(unescaping: bytes, .all, level) : found
    }

    /// The secrets in the text as it is when an encoding is undone, at their places in the bytes. None if nothing is
    /// encoded.
    func found(unescaping bytes: [UInt8], _ encoding: TextEncoding, _ level: Int) -> [FoundSecret] {
        guard TextEncoding.holdsMarks(bytes) else { return [] }
        let plain = encoding.undone(bytes).bytes
        let found = plain.count < bytes.count ? self.found(in: plain, as: .text, level: level + 1) : []
        if found.isEmpty { return [] }
        let origins = encoding.origins(in: bytes)
        return found.map { secret in secret.moved { origins[$0.lowerBound]..<origins[$0.upperBound] } }
    }

    /// The known values.
    func values(in bytes: [UInt8]) -> [FoundSecret] {
        redaction.values.ranges(in: bytes, keeping: placeholders).map {
            FoundSecret(FoundSecret.valueName, $0.secret, at: $0.range)
        }
    }

    /// The value of a field of a multipart form, if it is a secret.
    func secret(inField name: String, _ value: [UInt8]) -> FoundSecret? {
        guard let kind = redaction.names.kind(of: Array(name.utf8)[...], in: .url),
            SecretShape.isSecret(value[...], under: kind, isRead: false)
        else { return nil }
        let secret = FoundSecret(name, value, at: 0..<value.count)
        return keeps(secret) ? nil : secret
    }

    /// Whether `code` and `state` are parameters of OAuth in these bytes (RFC 6749 §4.1).
    static func isOAuth(_ bytes: [UInt8]) -> Bool {
        oauthFields.areMentioned(in: bytes) || oauthPairs.inOrder.allSatisfy { bytes.range(of: Array($0.utf8)) != nil }
    }
}

extension SecretFinder {
    private static let cookieAttributes: WordList = """
        expires max-age domain path secure httponly samesite partitioned priority
        """
    private static let dateBytes = ByteSet.alphanumerics.union(": -")

    /// The secrets in the value of a header. What isn't secret stays: schemes, names of cookies, attributes.
    func secrets(inHeader name: String, _ value: [UInt8]) -> [FoundSecret] {
        guard let kind = redaction.names.header(name), SecretShape.isSecret(value[...], under: kind, isRead: false)
        else { return secrets(in: value, as: .text) }
        let header = name.lowercased()
        if header == "cookie" { return apart(cookies(in: value, endingWith: ";", header: name), in: value) }
        if header == "set-cookie" { return apart(cookies(in: value, endingWith: ";,\n", header: name), in: value) }
        let start = header.contains("authorization") ? AuthenticationScheme.end(in: value) : 0
        return apart([FoundSecret(name, Array(value[start...]), at: start..<value.count)], in: value)
    }

    /// The values of cookies, also of several `Set-Cookie` that Foundation has joined with commas. One without a name
    /// is a secret as a whole.
    private func cookies(in value: [UInt8], endingWith ends: ByteSet, header: String) -> [FoundSecret] {
        var (found, start, isAttribute, last) = ([FoundSecret](), 0, false, "")
        while start < value.count {
            let end = value.next(ends, from: start, to: value.count)
            let first = value.end(of: .space, from: start, to: end)
            let equals = value.next(.equals, from: first, to: end)
            let name = String(decoding: value[first..<equals], as: UTF8.self)
            let word = name.trimmingCharacters(in: .whitespaces).lowercased()
            let isDate = last == "expires" && value.end(of: Self.dateBytes, from: first, to: end) == end
            let isKept = redaction.names.kept.contains(SecretNames.normalised(name))
            if !isDate, !isKept, !isAttribute || !Self.cookieAttributes.contains(word) {
                let content = equals < end ? equals + 1..<end : first..<end
                found.append(FoundSecret(equals < end ? name : header, Array(value[content]), at: content))
            }
            isAttribute = end < value.count && value[end] == .semicolon && ends.contains(.comma)
            (start, last) = (end + 1, isAttribute ? "" : word)
        }
        return found
    }
}

extension Redaction {
    /// Where known values occur in the bytes, unchanged or encoded, with the value found at each position.
    ///
    /// - Parameter placeholderEnd: The position after the placeholder that begins at a position, which is skipped.
    package func places(
        ofValuesIn bytes: [UInt8], skipping placeholderEnd: @escaping ([UInt8], Int) -> Int? = { _, _ in nil }
    ) -> [(position: Int, secret: String)] {
        SecretFinder(
            redaction: self, placeholders: SecretReplacement(text: { _ in nil }, placeholderEnd: placeholderEnd)
        )
        .foundOutsideJSON(in: bytes, as: .text, 0)
        .map { ($0.range.lowerBound, String(decoding: $0.bytes, as: UTF8.self)) }
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
    fileprivate static func ranges(inQuery bytes: [UInt8]) -> [Range<Int>] {
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
