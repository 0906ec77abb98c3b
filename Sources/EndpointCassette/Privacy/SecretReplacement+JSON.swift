extension SecretReplacement {
    /// What stands in place of a secret object or array, or of what is in it: its structure, with a placeholder for each text and a
    /// number for each number, so that what reads the recording reads the replay.
    mutating func disguised(_ node: JSONNode, label: String) -> JSONNode {
        switch node {
        case .null, .bool, .string(""): node
        case .string(let text): .string(placeholder(of: text, label: label))
        case .number(let token): .number(ledger.number(of: token, label: label).text)
        case .array(let elements): .array(elements.map { disguised($0, label: label) })
        case .object(let members):
            .object(
                members.map { member in
                    .init(key: disguised(key: member.key), value: disguised(member.value, label: member.key))
                })
        }
    }

    /// A key stays if it is a word that a program would know; what might be a token, such as the key of a dictionary, does not.
    private mutating func disguised(key: String) -> String {
        let bytes = key.utf8
        let isWord =
            bytes.count <= 32 && bytes.first?.isLetter != false
            && bytes.allSatisfy { $0.isAlphanumeric || $0 == 0x5F || $0 == 0x2D }
            && bytes.count { $0.isAlphanumeric && !$0.isLetter } <= 3
        return isWord && redaction.text(key) == key ? key : placeholder(of: key, label: "key")
    }
}

extension SecretReplacement {
    /// JSON, where a secret may be a number or a whole object, so that the texts do not fit together but the trees do.
    mutating func json(_ original: Data, _ redacted: Data) -> Data? {
        guard let before = JSONParser.node(original), let after = JSONParser.node(redacted) else { return nil }
        var fillings: [Filling] = []
        guard compare(before, after, label: "body", into: &fillings) else { return nil }
        var pieces = RedactionGaps(original: [], redacted: Array(redacted)).pieces
        guard pieces.count == fillings.count + 1 else { return nil }
        for (index, filling) in fillings.enumerated() where !filling.isText {
            pieces[index] = pieces[index].dropLast()
            pieces[index + 1] = pieces[index + 1].dropFirst()
        }
        return Data(Self.joined(pieces, fillings.map(\.bytes)))
    }

    /// What stands in a gap; what is no text takes the place of the quotes around the gap too.
    private struct Filling {
        let bytes: [UInt8]
        var isText = true
    }

    /// Walks both trees in the order of the text, and says whether they fit.
    private mutating func compare(
        _ before: JSONNode, _ after: JSONNode, label: String, into fillings: inout [Filling]
    ) -> Bool {
        switch (before, after) {
        case (.string(let old), .string(let new)):
            return strings(old, new, label: label, into: &fillings)
        case (.null, .string("{{secret}}")), (.bool, .string("{{secret}}")):
            let placeholder = placeholder(of: JSONPrinter.compact(before), label: label)
            fillings.append(Filling(bytes: Array(placeholder.utf8)))
            return true
        case (_, .string("{{secret}}")):
            let value = JSONPrinter.compact(disguised(before, label: label))
            fillings.append(Filling(bytes: Array(value.utf8), isText: false))
            return true
        case (.array(let old), .array(let new)) where old.count == new.count:
            return zip(old, new).allSatisfy { compare($0, $1, label: label, into: &fillings) }
        case (.object(let old), .object(let new)) where old.count == new.count:
            return zip(old, new).allSatisfy { old, new in
                strings(old.key, new.key, label: "key", into: &fillings)
                    && compare(old.value, new.value, label: old.key, into: &fillings)
            }
        default: return before == after
        }
    }

    private mutating func strings(_ old: String, _ new: String, label: String, into fillings: inout [Filling]) -> Bool {
        guard new.utf8.contains(UInt8(ascii: "{")) else { return old == new }
        let found = RedactionGaps(original: Array(old.utf8), redacted: Array(new.utf8))
        guard let gaps = found.gaps else { return false }
        for gap in gaps {
            let bytes: [UInt8]
            bytes = JSONString.escaped(Array(filling(gap, label: gap.name ?? label).utf8))
            fillings.append(Filling(bytes: bytes))
        }
        return true
    }
}
