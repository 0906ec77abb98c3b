/// Replaces secrets by numbered placeholders: a ``Redaction`` says where they are, a ``SecretLedger`` which is which.
struct SecretReplacement {
    let redaction: Redaction
    var ledger: SecretLedger

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
        if let json = json(data, redacted) { return json }
        let encodes = BodyKind(contentType) == .form
        return Data(bytes(Array(data), Array(redacted), label: "body", prefersName: true, encodes: encodes))
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

    private mutating func bytes(
        _ original: [UInt8], _ redacted: [UInt8], label: String, prefersName: Bool, encodes: Bool
    ) -> [UInt8] {
        let found = RedactionGaps(original: original, redacted: redacted)
        let whole = String(decoding: original, as: UTF8.self)
        let placeholders = (0..<found.pieces.count - 1).map { index -> [UInt8] in
            let gap = found.gaps?[index]
            let name = prefersName ? gap?.name ?? label : label
            let text = placeholder(of: gap?.text ?? "\(whole)#\(index)", label: name)
            return Array((encodes || gap?.isInURL == true ? PercentEncoding.query(text) : text).utf8)
        }
        return Self.joined(found.pieces, placeholders)
    }

    private mutating func placeholder(of secret: String, label: String) -> String {
        secret == "{{secret}}" ? secret : ledger.placeholder(of: secret, label: label).text
    }

    private static func joined(_ pieces: [ArraySlice<UInt8>], _ placeholders: [[UInt8]]) -> [UInt8] {
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

extension SecretReplacement {
    /// JSON, where a secret may be a whole object, so that the texts do not fit together but the trees do.
    private mutating func json(_ original: Data, _ redacted: Data) -> Data? {
        guard let before = JSONParser.node(original), let after = JSONParser.node(redacted) else { return nil }
        var placeholders: [[UInt8]] = []
        guard compare(before, after, label: "body", into: &placeholders) else { return nil }
        let pieces = RedactionGaps(original: [], redacted: Array(redacted)).pieces
        guard pieces.count == placeholders.count + 1 else { return nil }
        return Data(Self.joined(pieces, placeholders))
    }

    /// Walks both trees in the order of the text, and says whether they fit.
    private mutating func compare(
        _ before: JSONNode, _ after: JSONNode, label: String, into placeholders: inout [[UInt8]]
    ) -> Bool {
        switch (before, after) {
        case (.string(let old), .string(let new)):
            return strings(old, new, label: label, into: &placeholders)
        case (_, .string("{{secret}}")):
            let secret = JSONPrinter.compact(before)
            let placeholder = ledger.placeholder(of: secret, label: label)
            for text in before.texts { ledger.remember(text, as: placeholder) }
            placeholders.append(Array(placeholder.text.utf8))
            return true
        case (.array(let old), .array(let new)) where old.count == new.count:
            return zip(old, new).allSatisfy { compare($0, $1, label: label, into: &placeholders) }
        case (.object(let old), .object(let new)) where old.count == new.count:
            return zip(old, new).allSatisfy { old, new in
                strings(old.key, new.key, label: "key", into: &placeholders)
                    && compare(old.value, new.value, label: old.key, into: &placeholders)
            }
        default: return before == after
        }
    }

    private mutating func strings(
        _ old: String, _ new: String, label: String, into placeholders: inout [[UInt8]]
    ) -> Bool {
        guard new.utf8.contains(UInt8(ascii: "{")) else { return old == new }
        let found = RedactionGaps(original: Array(old.utf8), redacted: Array(new.utf8))
        guard let gaps = found.gaps else { return false }
        for gap in gaps {
            let text = placeholder(of: gap.text, label: gap.name ?? label)
            placeholders.append(Array((gap.isInURL ? PercentEncoding.query(text) : text).utf8))
        }
        return true
    }
}

extension JSONNode {
    /// All strings in it.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        case .null, .bool, .number: []
        }
    }
}
