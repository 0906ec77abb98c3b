/// What is said about values: their types and lengths, and only short words and numbers themselves, so that a message
/// shows no secret.
enum SchemaWords {
    private static let longestWord = 24
    private static let mostListed = 6

    /// The place of a member: `body.year`. A name that may be data, such as an address, is replaced.
    static func path(_ parent: String, _ key: String) -> String {
        JSONDifference.path(parent, name(key))
    }

    /// The name of a member, unless it may be data.
    static func name(_ key: String) -> String { Redaction.standard.shownName(key) ?? "…" }

    /// The value, if it is short: `"lent"`, `0`. Or else what it is: `a string of 40 characters`.
    static func value(_ node: JSONNode) -> String {
        switch node {
        case .string(let text) where isWord(text): "\"\(text)\""
        case .string(let text): "a string of \(text.unicodeScalars.count.counted("character"))"
        case .number(let text) where SpokenValue.isShortNumber(text): text
        default: node.spoken
        }
    }

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= longestWord && !text.isEmpty
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D }
    }

    /// The values of a description, which are no secrets: `"new", "used" or "lent"`.
    static func choice(_ values: [JSONNode]) -> String {
        guard values.count <= mostListed else { return "one of its \(values.count) values" }
        return list(values.map(JSONPrinter.compactReadable), "or")
    }

    /// `a, b or c`
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(words[words.count - 1])"
    }

    /// That a value has none of some types: `is a string, not an integer or null`.
    static func mismatch(_ value: JSONNode, _ types: [JSONType]) -> String {
        "is \(value.spoken), not \(list(types.map(\.spoken), "or"))"
    }
}

extension JSONPrinter {
    /// A canonical value as people write it, at most 60 characters of it.
    fileprivate static func compactReadable(_ node: JSONNode) -> String {
        if case .number(let canonical) = node { return JSONNumber.readable(canonical) }
        let text = compact(node)
        return text.count > 60 ? "\(text.prefix(59))…" : text
    }
}
