/// A JSON value as it was written (RFC 8259): members in their order, with repeated keys, and numbers with all their
/// digits.
///
/// Foundation's readers lose the order and the digits, and a cassette must give back exactly what it was given.
package indirect enum JSONNode: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package let key: String
        package let value: JSONNode

        package init(key: String, value: JSONNode) {
            self.key = key
            self.value = value
        }
    }

    case null
    case bool(Bool)
    /// The text of the number. ``JSONNumber`` says what it means.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
}

extension JSONNode {
    /// The value of the last member with this key, as readers of JSON commonly take it.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text, if this is a string.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var isNull: Bool { self == .null }

    /// The type of the value in a word: `null`, `boolean`, `number`, `string`, `array`, `object`.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONNode {
    /// The same value in one form: keys sorted, numbers by their value. Two nodes mean the same if these are equal.
    package var canonical: JSONNode {
        switch self {
        case .null, .bool, .string: self
        case .number(let token): .number(JSONNumber.canonical(token))
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members): .object(Self.sorted(members.map { Member(key: $0.key, value: $0.value.canonical) }))
        }
    }

    /// Sorted by key; members with the same key keep their order.
    private static func sorted(_ members: [Member]) -> [Member] {
        members.enumerated()
            .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            .map(\.element)
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) {
        self = .string(value)
    }

    package init(integerLiteral value: Int) {
        self = .number(String(value))
    }

    package init(arrayLiteral elements: JSONNode...) {
        self = .array(elements)
    }

    /// An object with these members, in this order.
    package init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(elements.map(Member.init))
    }

    package init(_ members: [(String, JSONNode)]) {
        self = .object(members.map(Member.init))
    }
}
