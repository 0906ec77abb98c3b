@_spi(EndpointTool) import EndpointTesting

/// Reads the schemas of a document (JSON Schema 2020-12, or those of OpenAPI 3.0) as what Swift can declare.
struct OpenAPISchemas {
    let document: OpenAPIDocument
    let components: [String: OpenAPINode]

    /// The schemas that have been referred to, in order, which become types with files of their own.
    private(set) var used: [String] = []
    private var seen: Set<String> = []
    private(set) var hasDates = false

    private static let prefix = "#/components/schemas/"

    init(_ document: OpenAPIDocument) {
        self.document = document
        components = Dictionary(document.schemas.map { ($0.name, $0.value) }) { $1 }
    }

    /// The schema at a node, and whether its value may be null.
    typealias Found = (schema: Schema, isNullable: Bool)

    /// - Throws: `OpenAPIError` for a reference that leads to another document or nowhere.
    mutating func schema(of node: OpenAPINode?) throws -> Found {
        guard let node else { return (.any("The description has no schema for it."), false) }
        return try schema(of: node, depth: 0)
    }

    /// All schemas that were referred to, and those to which they refer.
    mutating func roots() throws -> [RootSchema] {
        var roots: [RootSchema] = []
        var index = 0
        while index < used.count {
            let name = used[index]
            index += 1
            guard let node = components[name] else { continue }
            let found = try schema(of: node, depth: 0)
            roots.append(RootSchema(key: name, name: name, schema: found.schema, doc: OpenAPIText.paragraphs(of: node)))
        }
        return roots
    }

    /// A reference to a schema of the document.
    mutating func refer(to name: String) -> Schema {
        if seen.insert(name).inserted { used.append(name) }
        return .reference(name)
    }

    /// The name of the component that a node refers to.
    func component(_ node: OpenAPINode) -> String? {
        guard let reference = node.reference, reference.hasPrefix(Self.prefix) else { return nil }
        let name = reference.dropFirst(Self.prefix.count)
        let plain = (name.removingPercentEncoding ?? String(name)).replacingOccurrences(of: "~1", with: "/")
            .replacingOccurrences(of: "~0", with: "~")
        return components[plain] == nil ? nil : plain
    }
}

extension OpenAPISchemas {
    private mutating func schema(of node: OpenAPINode, depth: Int) throws -> Found {
        guard depth < 200 else { return (.any("It is nested too deeply."), false) }
        if node.reference != nil {
            if let name = component(node) {
                let target = components[name]
                return (refer(to: name), try target.map { try isNullable($0, depth: 0) } ?? false)
            }
            return try schema(of: document.resolved(node), depth: depth + 1)
        }
        let types = types(of: node)
        let isNull = types.contains("null") || node["nullable"]?.bool == true
        if let parts = node["allOf"], parts.isArray {
            let found = try all(of: node, parts.elements, depth)
            return (found.schema, isNull || found.isNullable)
        }
        for key in ["oneOf", "anyOf"] {
            guard let parts = node[key], parts.isArray, !parts.elements.isEmpty, node["properties"] == nil else {
                continue
            }
            let found = try one(of: node, parts.elements, depth)
            return (found.schema, isNull || found.isNullable)
        }
        return (try plain(node, types, depth), isNull)
    }

    /// Whether a component may be null, for the members that refer to it.
    private func isNullable(_ node: OpenAPINode, depth: Int) throws -> Bool {
        guard depth < 20 else { return false }
        if types(of: node).contains("null") || node["nullable"]?.bool == true { return true }
        let parts = (node["oneOf"]?.elements ?? []) + (node["anyOf"]?.elements ?? [])
        return parts.contains { types(of: $0) == ["null"] }
    }

    /// The values of `type`: one text, or a list in 3.1.
    func types(of node: OpenAPINode) -> [String] {
        if let text = node["type"]?.string { return [text] }
        return node["type"]?.elements.compactMap(\.string) ?? []
    }

    private mutating func plain(_ node: OpenAPINode, _ types: [String], _ depth: Int) throws -> Schema {
        if node["const"]?.string != nil { return .string }
        let values = node["enum"]?.elements.filter { !$0.isNull } ?? []
        if !values.isEmpty, values.allSatisfy({ $0.string != nil }) {
            let distinct = values.compactMap(\.string).distinct(by: \.self)
            return distinct.count == 1 ? .string : .enumeration(distinct)
        }
        let kinds = types.filter { $0 != "null" }
        if kinds.count > 1 {
            return Set(kinds) == ["integer", "number"]
                ? .number : .any("It is of one of the types \(kinds.joined(separator: ", ")).")
        }
        switch kinds.first {
        case "string": return string(node)
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .bool
        case "array": return try array(node, depth)
        case "object": return try object(node, depth)
        default:
            if node["properties"] != nil { return try object(node, depth) }
            if node["items"] != nil { return try array(node, depth) }
            if !values.isEmpty, values.allSatisfy({ $0.number != nil }) { return .number }
            return .any(Schema.allowsAnything)
        }
    }

    private mutating func string(_ node: OpenAPINode) -> Schema {
        switch node["format"]?.string {
        case "date-time":
            hasDates = true
            return .date
        case "uri", "url": return .url
        case "binary": return .binary
        default: return node["contentMediaType"] != nil && node["contentEncoding"] == nil ? .binary : .string
        }
    }

    private mutating func array(_ node: OpenAPINode, _ depth: Int) throws -> Schema {
        guard let items = node["items"] else { return .array(.any(Schema.allowsAnything)) }
        let element = try schema(of: items, depth: depth + 1)
        return .array(element.isNullable ? .any("Some elements may be null.") : element.schema)
    }

    private mutating func object(_ node: OpenAPINode, _ depth: Int) throws -> Schema {
        let members = try members(of: node, depth)
        if !members.isEmpty { return .object(members) }
        guard let values = node["additionalProperties"], values.isObject, !values.members.isEmpty else {
            return .map(.any(Schema.allowsAnything))
        }
        let value = try schema(of: values, depth: depth + 1)
        return .map(value.isNullable ? .any("Some values may be null.") : value.schema)
    }

    private mutating func members(of node: OpenAPINode, _ depth: Int) throws -> [Schema.Member] {
        let required = Set(node["required"]?.elements.compactMap(\.string) ?? [])
        var members: [Schema.Member] = []
        for (key, value) in node["properties"]?.members ?? [] {
            let found = try schema(of: value, depth: depth + 1)
            let isOneWay = value["readOnly"]?.bool == true || value["writeOnly"]?.bool == true
            var doc = OpenAPIText.paragraphs(of: value)
            if found.schema == .string, let text = constant(of: value) { doc.append("Always `\(text)`.") }
            members.append(
                Schema.Member(
                    key: key, schema: found.schema, isOptional: !required.contains(key) || found.isNullable || isOneWay,
                    doc: doc))
        }
        return members
    }
}

// Compositions.
extension OpenAPISchemas {
    /// The members of all parts together; a single part is itself.
    private mutating func all(of node: OpenAPINode, _ parts: [OpenAPINode], _ depth: Int) throws -> Found {
        if parts.count == 1, node["properties"] == nil { return try schema(of: parts[0], depth: depth + 1) }
        var members: [Schema.Member] = []
        var other: Found?
        var visited: Set<String> = []
        try collect(node, &members, &other, &visited, depth)
        if members.isEmpty, let other { return other }
        return (members.isEmpty ? .map(.any(Schema.allowsAnything)) : .object(members), false)
    }

    /// Adds the members of a node and of the parts of its `allOf`, down to the last.
    private mutating func collect(
        _ node: OpenAPINode, _ members: inout [Schema.Member], _ other: inout Found?, _ visited: inout Set<String>,
        _ depth: Int
    ) throws {
        guard depth < 200, visited.insert(node.pointer).inserted else { return }
        let node = try document.resolved(node)
        for part in node["allOf"]?.elements ?? [] {
            if let reference = part.reference, !visited.insert(reference).inserted { continue }
            try collect(part, &members, &other, &visited, depth + 1)
        }
        let own = try self.members(of: node, depth + 1)
        for member in own {
            if let place = members.firstIndex(where: { $0.key == member.key }) {
                members[place] = member
            } else {
                members.append(member)
            }
        }
        let required = Set(node["required"]?.elements.compactMap(\.string) ?? [])
        if !required.isEmpty {
            for index in members.indices
            where required.contains(members[index].key) && node["properties"]?[members[index].key] == nil {
                members[index].isOptional = false
            }
        }
        if own.isEmpty, node["allOf"] == nil, other == nil, node["type"]?.string != "object" || node["oneOf"] != nil {
            let found = try schema(of: node, depth: depth + 1)
            if case .any = found.schema { return }
            other = found
        }
    }

    /// One of several parts: an optional, an open set of texts, a union with a discriminator, or any JSON.
    private mutating func one(of node: OpenAPINode, _ parts: [OpenAPINode], _ depth: Int) throws -> Found {
        let real = parts.filter { types(of: $0) != ["null"] }
        let isNullable = real.count < parts.count
        if real.count == 1 {
            let found = try schema(of: real[0], depth: depth + 1)
            return (found.schema, isNullable || found.isNullable)
        }
        if let variants = try variants(of: node, real) {
            return (.union(discriminator: variants.discriminator, variants.list), isNullable)
        }
        var found: [Schema] = []
        for part in real { found.append(try kind(of: part, depth: depth + 1)) }
        if found.allSatisfy({ if case .enumeration = $0 { true } else { $0 == .string } }) {
            let values = found.flatMap { schema -> [String] in
                if case .enumeration(let values) = schema { values } else { [] }
            }
            let distinct = values.distinct(by: \.self)
            return (distinct.isEmpty ? .string : .enumeration(distinct), isNullable)
        }
        if found.allSatisfy({ $0 == .integer || $0 == .number }) { return (.number, isNullable) }
        let names = real.compactMap { component($0) }
        return (
            .any(
                names.count == real.count
                    ? "It is one of \(names.joined(separator: ", "))." : "It is one of \(real.count) kinds."),
            isNullable
        )
    }

    /// The schema of a part without declaring a type for it.
    private mutating func kind(of part: OpenAPINode, depth: Int) throws -> Schema {
        let node = try document.resolved(part)
        let kinds = types(of: node)
        guard kinds.count == 1, kinds != ["object"], kinds != ["array"] else { return .any("") }
        return try plain(node, kinds, depth)
    }

    /// The objects of a union and the values by which they are told apart: those of its discriminator, or of a member
    /// that each of them has with another constant.
    private mutating func variants(
        of node: OpenAPINode, _ parts: [OpenAPINode]
    ) throws -> (discriminator: String, list: [Schema.Variant])? {
        let names = parts.compactMap { component($0) }
        guard names.count == parts.count, Set(names).count == names.count else { return nil }
        var objects: [OpenAPINode] = []
        for part in parts { objects.append(try document.resolved(part)) }
        guard objects.allSatisfy({ $0["properties"] != nil || $0["allOf"] != nil }) else { return nil }
        if let property = node["discriminator"]?["propertyName"]?.string {
            let mapping = node["discriminator"]?["mapping"]?.members ?? []
            let list = names.flatMap { name -> [Schema.Variant] in
                let values = mapping.filter { $0.value.string == Self.prefix + name || $0.value.string == name }.map(
                    \.name)
                let constant = constant(property, of: components[name])
                return (values.isEmpty ? [constant ?? name] : values).map { Schema.Variant(value: $0, reference: name) }
            }
            guard Set(list.map(\.value)).count == list.count else { return nil }
            for variant in list { _ = refer(to: variant.reference) }
            return (property, list)
        }
        let keys = objects[0]["properties"]?.members.map(\.name) ?? []
        for key in keys {
            let values = objects.compactMap { constant(key, of: $0) }
            guard values.count == objects.count, Set(values).count == values.count else { continue }
            for name in names { _ = refer(to: name) }
            return (key, zip(values, names).map { Schema.Variant(value: $0, reference: $1) })
        }
        return nil
    }

    /// The only text that a member of an object can have.
    private func constant(_ key: String, of object: OpenAPINode?) -> String? {
        (object?["properties"]?[key]).flatMap { constant(of: $0) }
    }

    private func constant(of property: OpenAPINode) -> String? {
        guard let node = try? document.resolved(property) else { return nil }
        if let text = node["const"]?.string { return text }
        let values = node["enum"]?.elements ?? []
        return values.count == 1 ? values[0].string : nil
    }
}

/// Texts of a document for comments.
enum OpenAPIText {
    /// The summary and the first paragraphs of the description.
    static func paragraphs(of node: OpenAPINode, limit: Int = 3) -> [String] {
        let texts = [node["summary"]?.string, node["description"]?.string].compactMap(\.self)
        var found: [String] = []
        for text in texts {
            for paragraph in text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n\n") {
                let line = paragraph.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if line.isEmpty || found.contains(line) || line.hasPrefix("```") || line.hasPrefix("|") { continue }
                found.append(sentence(line))
            }
        }
        return Array(found.prefix(limit))
    }

    /// The text with a capital at its start and a full stop at its end; a long one is cut after a sentence.
    private static func sentence(_ text: String) -> String {
        var text = text
        if text.count > 400 {
            let start = text.prefix(400)
            let end = start.range(of: ". ", options: .backwards)?.lowerBound ?? start.lastIndex(of: " ")
            text = String(end.map { start[..<$0] } ?? start)
            text += text.hasSuffix(".") ? "" : text.count < 390 && end != nil ? "." : " …"
        }
        if let first = text.first, first.isLowercase,
            text.split(separator: " ").first?.contains(where: { "_`(.:".contains($0) }) != true
        {
            text = first.uppercased() + text.dropFirst()
        }
        return text.last.map { $0.isLetter || $0.isNumber || $0 == "`" || $0 == ")" } == true ? text + "." : text
    }
}
