/// A JSON value as it was written: members in their order, doubled ones too, and numbers as the text they were.
///
/// What Foundation offers loses both, and a cassette must give back exactly what it was given.
indirect enum JSONNode: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        let key: String
        let value: JSONNode
    }

    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    /// The value of the last member with this key, as every reader of JSON takes it.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// What kind of value this is, in a word for a person.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    var isNull: Bool { self == .null }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    init(stringLiteral value: String) {
        self = .string(value)
    }

    init(integerLiteral value: Int) {
        self = .number(String(value))
    }

    init(arrayLiteral elements: JSONNode...) {
        self = .array(elements)
    }
}

extension JSONNode: ExpressibleByDictionaryLiteral {
    /// An object with these members, in this order.
    init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(elements.map(Member.init))
    }

    init(_ members: [(String, JSONNode)]) {
        self = .object(members.map(Member.init))
    }
}
