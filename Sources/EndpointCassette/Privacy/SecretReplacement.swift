/// Replaces secrets by numbered placeholders: a ``Redaction`` says where they are, a ``PlaceholderTable`` which is which.
struct SecretReplacement {
    let redaction: Redaction
    var ledger: PlaceholderTable

    /// The value of a header.
    mutating func header(_ field: HeaderField) -> HeaderField {
        let redacted = redaction.header(field.name, PlaceholderScan.shielded(field.value))
        guard redacted != field.value else { return field }
        remembering(credentials: field)
        let hasNames = field.name.lowercased().hasSuffix("cookie") || !redaction.isSecret(header: field.name)
        return HeaderField(field.name, text(field.value, redacted, label: field.name, prefersName: hasNames))
    }

    /// A URL. The placeholders are percent-encoded in it.
    mutating func url(_ url: String) -> String {
        let redacted = redaction.urlText(PlaceholderScan.shielded(url))
        return redacted == url ? url : text(url, redacted, label: "url", prefersName: true, encodes: true)
    }

    /// A body of that type.
    mutating func body(_ data: Data, _ contentType: String) -> Data {
        let redacted = redaction.body(
            PlaceholderScan.shielded(data), contentType: contentType.isEmpty ? nil : contentType)
        guard redacted != data else { return data }
        if let json = json(data, redacted) ?? pieces(data, redacted, contentType) { return json }
        let encodes = BodyKind(contentType) == .form
        return bytes(data, redacted, encodes: encodes)
    }

    /// Text of no special kind.
    mutating func text(_ text: String) -> String {
        let redacted = redaction.text(PlaceholderScan.shielded(text))
        return redacted == text ? text : self.text(text, redacted, label: "text", prefersName: true)
    }

    private mutating func text(
        _ original: String, _ redacted: String, label: String, prefersName: Bool, encodes: Bool = false
    ) -> String {
        let result = bytes(
            Array(original.utf8), Array(redacted.utf8), label: label, prefersName: prefersName, encodes: encodes)
        return String(decoding: result, as: UTF8.self)
    }

    /// A body, or a piece of one, that is not JSON.
    mutating func bytes(_ original: Data, _ redacted: Data, encodes: Bool = false) -> Data {
        Data(bytes(Array(original), Array(redacted), label: "body", prefersName: true, encodes: encodes))
    }

    private mutating func bytes(
        _ original: [UInt8], _ redacted: [UInt8], label: String, prefersName: Bool, encodes: Bool
    ) -> [UInt8] {
        let found = RedactionGaps(original: original, redacted: redacted)
        let whole = String(decoding: original, as: UTF8.self)
        let placeholders = (0..<found.pieces.count - 1).map { index -> [UInt8] in
            let gap = found.gaps?[index]
            let name = prefersName ? gap?.name ?? label : label
            let text = gap.map { filling($0, label: name, encodes: encodes) }
            return Array((text ?? placeholder(of: "\(whole)#\(index)", label: name)).utf8)
        }
        return Self.joined(found.pieces, placeholders)
    }

    /// What stands in a gap instead of the secret: in the midst of JSON a value of the same type, elsewhere a placeholder, which is
    /// percent-encoded where it has to be.
    mutating func filling(_ gap: RedactionGaps.Gap, label: String, encodes: Bool = false) -> String {
        if encodes || gap.isInURL { return PercentEncoding.query(placeholder(of: gap.text, label: label)) }
        guard gap.isJSONValue, let value = gap.value else { return placeholder(of: gap.text, label: label) }
        return JSONPrinter.compact(disguised(value.node, label: label)) + value.rest
    }

    mutating func placeholder(of secret: String, label: String) -> String {
        secret == "{{secret}}" ? secret : ledger.placeholder(of: secret, label: label).text
    }

    static func joined(_ pieces: [ArraySlice<UInt8>], _ placeholders: [[UInt8]]) -> [UInt8] {
        zip(pieces, placeholders + [[]]).reduce(into: []) { joined, pair in joined += pair.0 + pair.1 }
    }

    /// The password inside of `Basic` credentials must not stand anywhere either.
    private mutating func remembering(credentials field: HeaderField) {
        let words = field.value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1]))
        else { return }
        let password = String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).last ?? ""
        let placeholder = ledger.placeholder(of: String(words[1]), label: field.name)
        ledger.remember(String(password), as: placeholder)
    }
}
