// JSON operations of cassettes: looking up members, comparing values, and writing literals.
extension JSONNode {
    /// The value of the last member with this key, as JSON readers commonly do.
    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text, if this is a string.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The Boolean value, if this is one.
    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var isNull: Bool { self == .null }

    /// The type of the value in a word: `null`, `boolean`, `number`, `string`, `array`, `object`.
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
}

extension JSONNode {
    /// The canonical form: keys sorted, numbers by their value. Two nodes are equivalent if these are equal.
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

    init(_ members: [(String, JSONNode)]) {
        self = .object(members.map(Member.init))
    }
}

extension JSONNumber {
    /// A canonical number as people write it: `15e-1` is `1.5`.
    package static func readable(_ canonical: String) -> String {
        let parts = canonical.split(separator: "e")
        guard parts.count == 2, let power = Int(parts[1]), (-19...19).contains(power) else { return canonical }
        let sign = parts[0].hasPrefix("-") ? "-" : ""
        let digits = String(parts[0].drop { $0 == "-" })
        if power >= 0 { return sign + digits + String(repeating: "0", count: power) }
        let padded = String(repeating: "0", count: max(0, 1 - power - digits.count)) + digits
        return "\(sign)\(padded.dropLast(-power)).\(padded.suffix(-power))"
    }
}
