extension JSONNode {
    /// The value that all ways to write it share: keys sorted, numbers by their value.
    var canonical: JSONNode {
        switch self {
        case .null, .bool, .string: self
        case .number(let token): .number(DecimalNumber.canonical(token))
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members): .object(Self.sorted(members.map { Member(key: $0.key, value: $0.value.canonical) }))
        }
    }

    /// Sorted by key; doubled keys keep their order.
    static func sorted(_ members: [Member]) -> [Member] {
        members.enumerated()
            .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            .map(\.element)
    }
}
