/// One line of a header section. A list of them keeps what a dictionary loses: the order, and names that stand several times.
public struct HeaderField: Hashable, Sendable {
    /// The name as it was written. Names are compared without regard to case (RFC 9110 §5.1).
    public let name: String

    /// The value.
    public let value: String

    /// A line of a header section.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this is the field of that name, whatever the case.
    public func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
}

extension [HeaderField] {
    /// The value of the first field of that name.
    public func value(of name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }

    /// The fields of a dictionary, sorted by name, because a dictionary has no order of its own.
    public init(_ fields: [String: String]) {
        self = fields.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
    }
}
