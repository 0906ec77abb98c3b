extension HAREntry {
    /// The header fields, in any of the forms in which programs write them. Pseudo fields of HTTP/2 are left out with a note.
    mutating func headers(
        of message: JSONNode, in place: String, without dropped: Set<String>
    ) throws -> [HeaderField] {
        let path = place + ".headers"
        let fields = try (message.list("headers", in: place) ?? []).flatMap { try Self.fields($0, path) }
        let isDropped = { (field: HeaderField) in field.name.hasPrefix(":") || dropped.contains(field.name.lowercased())
        }
        let lost = fields.filter(isDropped)
        if !lost.isEmpty {
            let names = lost.map(\.name).joined(separator: ", ")
            note("\(place) headers left out: \(names)")
        }
        return lost.isEmpty ? fields : fields.filter { !isDropped($0) }
    }

    /// An object with a name and a value or several, or a pair.
    private static func fields(_ node: JSONNode, _ path: String) throws -> [HeaderField] {
        switch node {
        case .array(let pair) where pair.count == 2:
            return [HeaderField(try text(pair[0], path), try text(pair[1], path))]
        case .object:
            let name = try node.text("name", in: path).orMissing(path + ".name")
            if case .array(let values)? = node["value"] {
                return try values.map { HeaderField(name, try text($0, path)) }
            }
            return SetCookie.unfolded(HeaderField(name, try text(node["value"] ?? .null, path)))
        default:
            throw FieldError(path: path, expected: "name and value", found: node.kind)
        }
    }

    private static func text(_ node: JSONNode, _ path: String) throws -> String {
        switch node {
        case .string(let text), .number(let text): text
        case .bool(let value): String(value)
        case .null: ""
        case .array, .object: throw FieldError(path: path, expected: "string", found: node.kind)
        }
    }
}
