/// Any JSON value (RFC 8259), for data without a Swift type.
public enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true`, `false`
    case bool(Bool)
    /// An integer that fits 64 bits, so that identifiers stay exact. A number is an integer if its value is one, in any
    /// notation: `100`, `100.0` and `1e2` are the same.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name. When a name occurs more than once, the last value counts.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of an object; nil for anything but an object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element of an array; nil beyond its bounds and for anything but an array.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The text, if this is a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if it has no fraction.
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue {
    /// Deeper nesting is rejected, so that no body can exhaust the stack.
    private static let maximumDepth = 128

    /// Reads a JSON text; nil for anything else, for numbers that are too large for `Double`, and for more than 128
    /// levels. Bytes that are not UTF-8 become U+FFFD, because the bodies of errors are often in the wrong charset.
    init?(json data: Data) {
        let text = Data(String(decoding: data, as: UTF8.self).utf8)
        guard let node = JSONParser.node(text, maximumDepth: Self.maximumDepth) else { return nil }
        self.init(node)
    }

    private init?(_ node: JSONNode) {
        switch node {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .string(let text): self = .string(text)
        case .number(let token):
            if let integer = JSONNumber.integer(token) {
                self = .integer(integer)
            } else if let number = Double(token), number.isFinite {
                self = .number(number)
            } else {
                return nil
            }
        case .array(let nodes):
            var elements: [JSONValue] = []
            for node in nodes {
                guard let element = JSONValue(node) else { return nil }
                elements.append(element)
            }
            self = .array(elements)
        case .object(let nodes):
            var members: [String: JSONValue] = [:]
            for member in nodes {
                guard let value = JSONValue(member.value) else { return nil }
                members[member.key] = value
            }
            self = .object(members)
        }
    }
}
