/// A JSON value as it was written, with its members in their order and the digits of its numbers: what the tool
/// `endpoint` sees of ``JSONNode``.
///
/// It wraps the tree because a type of the system programming interface is invisible in files that do not import that
/// interface, even in the package's own.
@_spi(EndpointTool) public struct JSONDocument: Hashable, Sendable {
    let node: JSONNode

    init(_ node: JSONNode) {
        self.node = node
    }

    /// The one value that the data holds (RFC 8259); nil if the data is not JSON.
    public init?(json data: Data) {
        guard let node = JSONParser.node(data) else { return nil }
        self.node = node
    }

    /// The value without blanks.
    public var compact: String { JSONPrinter.compact(node) }

    /// The value on several lines, indented by two blanks.
    public var indented: String {
        var printer = JSONPrinter()
        printer.print(node, depth: 0)
        return String(decoding: printer.bytes, as: UTF8.self)
    }
}

// Making a value.
@_spi(EndpointTool) extension JSONDocument {
    /// `null`
    public static var null: JSONDocument { JSONDocument(.null) }

    /// `true` or `false`
    public static func bool(_ value: Bool) -> JSONDocument { JSONDocument(.bool(value)) }

    /// A number from its text, which must be one of JSON.
    public static func number(_ text: String) -> JSONDocument { JSONDocument(.number(text)) }

    /// A string.
    public static func string(_ text: String) -> JSONDocument { JSONDocument(.string(text)) }

    /// An array.
    public static func array(_ elements: [JSONDocument]) -> JSONDocument { JSONDocument(.array(elements.map(\.node))) }

    /// An object with its members in their order.
    public static func object(_ members: [(key: String, value: JSONDocument)]) -> JSONDocument {
        JSONDocument(.object(members.map { JSONNode.Member(key: $0.key, value: $0.value.node) }))
    }
}

// Reading a value.
@_spi(EndpointTool) extension JSONDocument {
    /// The type of the value in a word: `null`, `boolean`, `number`, `string`, `array`, `object`.
    public var kind: String { node.kind }

    /// The Boolean value, if this is one.
    public var bool: Bool? { node.bool }

    /// The text, if this is a string.
    public var string: String? { node.string }

    /// The text of the number, if this is one.
    public var number: String? {
        guard case .number(let text) = node else { return nil }
        return text
    }

    /// The elements, if this is an array.
    public var elements: [JSONDocument]? {
        guard case .array(let elements) = node else { return nil }
        return elements.map(JSONDocument.init)
    }

    /// The members in their order, with repeated keys, if this is an object.
    public var members: [(key: String, value: JSONDocument)]? {
        guard case .object(let members) = node else { return nil }
        return members.map { ($0.key, JSONDocument($0.value)) }
    }

    /// The value of the last member with this key.
    public subscript(key: String) -> JSONDocument? { node[key].map(JSONDocument.init) }
}
