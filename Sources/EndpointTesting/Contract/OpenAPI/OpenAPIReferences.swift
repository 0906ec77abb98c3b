/// Follows the references of an OpenAPI document.
struct OpenAPIReferences: Sendable {
    let root: OpenAPINode

    /// The values of all sections of `components` by their pointers, so that a reference to one needs no search.
    let components: [String: OpenAPINode]

    /// The value that a reference leads to, through any number of references; a value that is none is itself.
    func resolved(_ node: OpenAPINode) throws(OpenAPIError) -> OpenAPINode {
        var (node, seen) = (node, Set<String>())
        while let reference = node["$ref"] {
            guard let text = reference.string else {
                throw OpenAPIError(at: reference.pointer, "The reference is \(reference.json.spoken), not a string.")
            }
            guard seen.insert(text).inserted else {
                throw OpenAPIError(at: reference.pointer, "The reference to \(text) leads back to itself.")
            }
            node = try target(of: text, at: reference.pointer)
        }
        return node
    }

    private func target(of text: String, at pointer: String) throws(OpenAPIError) -> OpenAPINode {
        guard text.hasPrefix("#") else {
            throw OpenAPIError(at: pointer, "The reference to \(text) leads to another document, which is not read.")
        }
        if let component = components[text] { return component }
        guard let keys = JSONPointer.keys(text.dropFirst()), let json = JSONPointer.node(keys, in: root.json) else {
            throw OpenAPIError(at: pointer, "The reference to \(text) leads nowhere.")
        }
        return OpenAPINode(json, at: keys.reduce("#") { JSONPointer.appending($1, to: $0) })
    }
}

extension JSONNode {
    /// What it is, in words: `a string`, `an integer`.
    var spoken: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let text): JSONNumber.integer(text) == nil ? "a number" : "an integer"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
