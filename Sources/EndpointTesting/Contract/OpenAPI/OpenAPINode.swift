/// A value of an OpenAPI document, and its place in it as a JSON pointer (RFC 6901).
@_spi(EndpointTool) public struct OpenAPINode: Hashable, Sendable {
    package let json: JSONNode

    /// The place in the document as the fragment of a URL: `#/paths/~1books/get`.
    public let pointer: String

    package init(_ json: JSONNode, at pointer: String) {
        (self.json, self.pointer) = (json, pointer)
    }
}

@_spi(EndpointTool) extension OpenAPINode {
    /// The member of an object; nil if there is none, or if this is no object.
    public subscript(key: String) -> OpenAPINode? {
        json[key].map { OpenAPINode($0, at: JSONPointer.appending(key, to: pointer)) }
    }

    /// The members of an object in the order of the document; empty if this is no object.
    public var members: [(name: String, value: OpenAPINode)] {
        guard case .object(let members) = json else { return [] }
        return members.map { ($0.key, OpenAPINode($0.value, at: JSONPointer.appending($0.key, to: pointer))) }
    }

    /// The elements of an array in order; empty if this is no array.
    public var elements: [OpenAPINode] {
        guard case .array(let elements) = json else { return [] }
        return elements.enumerated().map { OpenAPINode($1, at: "\(pointer)/\($0)") }
    }

    /// The text, if this is a string.
    public var string: String? { json.string }

    /// The Boolean value, if this is one.
    public var bool: Bool? { json.bool }

    /// The text of the number as it was written, if this is one.
    public var number: String? {
        guard case .number(let text) = json else { return nil }
        return text
    }

    /// Whether this is an object.
    public var isObject: Bool {
        if case .object = json { true } else { false }
    }

    /// Whether this is an array.
    public var isArray: Bool {
        if case .array = json { true } else { false }
    }

    /// Whether this is `null`.
    public var isNull: Bool { json.isNull }

    /// The value as JSON without blanks, its members in the order of the document.
    public var text: String { JSONPrinter.compact(json) }

    /// The target of a `$ref`; nil if this is no reference.
    public var reference: String? { self["$ref"]?.string }
}

/// JSON pointers as fragments of URLs (RFC 6901 §6): `#/paths/~1books~1%7Bid%7D`, here without percent-encoding.
enum JSONPointer {
    /// The pointer of a member or an element below a place.
    static func appending(_ key: String, to pointer: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "\(pointer)/\(key)"
        }
        return "\(pointer)/\(key.replacing("~", with: "~0").replacing("/", with: "~1"))"
    }

    /// The keys of a pointer without its `#`, whose percent-encoding is decoded; nil if it does not begin with a slash.
    static func keys(_ pointer: Substring) -> [String]? {
        if pointer.isEmpty { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { key in
            PercentEncoding.lenientlyDecoded(key).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// The value below a node; nil if a key leads nowhere.
    static func node(_ keys: some Sequence<String>, in root: JSONNode) -> JSONNode? {
        var node = root
        for key in keys {
            switch node {
            case .object: guard let next = node[key] else { return nil }; node = next
            case .array(let elements):
                guard let index = Int(key), elements.indices.contains(index) else { return nil }
                node = elements[index]
            default: return nil
            }
        }
        return node
    }
}
