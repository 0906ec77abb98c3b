// Keywords that judge a value by itself.
extension SchemaKeyword {
    /// What is wrong with a value, in words; nil if nothing is, or if the keyword applies other schemas.
    func problem(in value: JSONNode) -> String? {
        switch (self, value) {
        case (.never, _): "is not allowed"
        case (.type(let types), _):
            types.contains { $0.includes(value) } ? nil : SchemaWords.mismatch(value, types)
        case (.values(let values), _):
            value.isOne(of: values) || value.isPlaceholder
                ? nil : "is \(SchemaWords.value(value)), not \(SchemaWords.choice(values))"
        case (_, .number(let token)): numberProblem(token, value)
        case (_, .string(let text)): stringProblem(text, value)
        case (_, .array(let elements)): arrayProblem(elements)
        case (.minProperties(let count), .object(let members)) where members.count < count:
            "has \(members.count.counted("member")), fewer than \(count)"
        case (.maxProperties(let count), .object(let members)) where members.count > count:
            "has \(members.count.counted("member")), more than \(count)"
        default: nil
        }
    }

    var kind: SchemaProblem.Kind {
        switch self {
        case .type(let types): .type(types)
        case .values: .value
        default: .other
        }
    }

    private func numberProblem(_ token: String, _ value: JSONNode) -> String? {
        guard let number = DecimalNumber(token), !value.isPlaceholder else { return nil }
        switch self {
        case .minimum(let bound, let text, let isExclusive) where number < bound || isExclusive && number == bound:
            return "is \(SchemaWords.value(value)), not \(isExclusive ? "more than" : "at least") \(text)"
        case .maximum(let bound, let text, let isExclusive) where number > bound || isExclusive && number == bound:
            return "is \(SchemaWords.value(value)), not \(isExclusive ? "less than" : "at most") \(text)"
        case .multipleOf(let divisor, let text) where !number.isMultiple(of: divisor):
            return "is \(SchemaWords.value(value)), not a multiple of \(text)"
        default: return nil
        }
    }

    private func stringProblem(_ text: String, _ value: JSONNode) -> String? {
        switch self {
        case .minLength(let count) where text.unicodeScalars.count < count && !value.isPlaceholder:
            "has \(text.unicodeScalars.count.counted("character")), fewer than \(count)"
        case .maxLength(let count) where text.unicodeScalars.count > count && !value.isPlaceholder:
            "has \(text.unicodeScalars.count.counted("character")), more than \(count)"
        case .pattern(let pattern) where !pattern.matches(text) && !value.isPlaceholder:
            "does not match the pattern \(pattern.text)"
        default: nil
        }
    }

    private func arrayProblem(_ elements: [JSONNode]) -> String? {
        switch self {
        case .minItems(let count) where elements.count < count:
            return "has \(elements.count.counted("element")), fewer than \(count)"
        case .maxItems(let count) where elements.count > count:
            return "has \(elements.count.counted("element")), more than \(count)"
        case .uniqueItems:
            var places: [JSONNode: Int] = [:]
            for (index, element) in elements.enumerated() {
                if let first = places.updateValue(index, forKey: element.canonical), !element.containsPlaceholder {
                    return "has equal elements, at \(first) and \(index)"
                }
            }
            return nil
        default: return nil
        }
    }
}

extension JSONNode {
    /// Whether this is one of some canonical values. Texts are equal if their characters are, in the same encoding.
    fileprivate func isOne(of values: [JSONNode]) -> Bool {
        let value = canonical
        return values.contains {
            $0 == value && JSONPrinter.compact($0).utf8.elementsEqual(JSONPrinter.compact(value).utf8)
        }
    }

    /// Whether this text contains the replacement of a secret, or this number is one: it fits every constraint.
    fileprivate var isPlaceholder: Bool {
        switch self {
        case .string, .number: containsPlaceholder
        default: false
        }
    }
}
