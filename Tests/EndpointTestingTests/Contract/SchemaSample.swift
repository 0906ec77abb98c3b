@_spi(EndpointTool) @testable import EndpointTesting

/// Makes values that fit a schema, from the schema as it is written. The code that is tested has no part in it.
struct SchemaSample {
    let document: OpenAPIDocument
    let direction: SchemaSet.Direction

    /// Whether members and elements that are not required are left out.
    let isMinimal: Bool

    private static let deepest = 7

    /// A value for a schema, with members that another schema of the same value requires.
    func value(_ node: OpenAPINode?, depth: Int = 0, also names: Set<String> = []) -> JSONNode {
        guard let node, let schema = try? document.resolved(node) else { return "any" }
        if let constant = schema["const"] { return constant.json }
        if let first = schema["enum"]?.elements.first { return first.json }
        for key in ["oneOf", "anyOf"] {
            guard let alternatives = schema[key]?.elements, !alternatives.isEmpty else { continue }
            let values = alternatives.filter { !isNull($0) }
            let chosen = depth > Self.deepest ? values.min { size($0) < size($1) } : values.first
            guard schema["properties"] != nil else {
                return merged([value(chosen, depth: depth + 1), ownValue(schema, depth)])
            }
            // The alternatives say which members are required together, so that all of them would fit several.
            let required = chosen?["required"]?.elements.compactMap(\.string) ?? []
            return object(schema, isMinimal ? depth : Self.deepest, also: names.union(required))
        }
        if let parts = schema["allOf"]?.elements, !parts.isEmpty {
            let names = names.union(parts.flatMap(required)).union(required(schema))
            return merged(parts.map { value($0, depth: depth + 1, also: names) } + [ownValue(schema, depth, names)])
        }
        return ownValue(schema, depth, names) ?? "any"
    }

    /// The value by `type` and what belongs to it; nil if the schema says nothing about a type.
    private func ownValue(_ schema: OpenAPINode, _ depth: Int, _ names: Set<String> = []) -> JSONNode? {
        let types = schema["type"]?.elements.compactMap(\.string) ?? []
        let type = schema["type"]?.string ?? types.first { $0 != "null" } ?? types.first
        switch type {
        case "object": return object(schema, depth, also: names)
        case nil where schema["properties"] != nil: return object(schema, depth, also: names)
        case "array": return array(schema, depth)
        case "string": return .string(text(schema))
        case "integer", "number": return .number(number(schema))
        case "boolean": return .bool(true)
        case "null": return .null
        default: return nil
        }
    }

    private func required(_ node: OpenAPINode) -> [String] {
        guard let schema = try? document.resolved(node) else { return [] }
        return (schema["required"]?.elements.compactMap(\.string) ?? [])
            + (schema["allOf"]?.elements.flatMap(required) ?? [])
    }

    private func isNull(_ node: OpenAPINode) -> Bool { node["type"]?.string == "null" }

    /// A rough measure, so that a value of schemas that contain themselves comes to an end.
    private func size(_ node: OpenAPINode) -> Int {
        guard let schema = try? document.resolved(node) else { return 0 }
        return ["string", "integer", "number", "boolean"].contains(schema["type"]?.string) ? 0 : 1
    }

    private func merged(_ values: [JSONNode?]) -> JSONNode {
        let values = values.compactMap(\.self)
        let objects = values.compactMap { value -> [JSONNode.Member]? in
            if case .object(let members) = value { members } else { nil }
        }
        guard objects.count > 1 else { return values.first { $0 != "any" } ?? "any" }
        return .object(
            objects.joined().reduce(into: []) { found, member in
                guard let place = found.firstIndex(where: { $0.key == member.key }) else { return found.append(member) }
                if found[place].value == "any" { found[place] = member }
            })
    }
}

extension SchemaSample {
    private func object(_ schema: OpenAPINode, _ depth: Int, also names: Set<String> = []) -> JSONNode {
        let own = schema["required"]?.elements.compactMap(\.string) ?? []
        let required = names.union(own)
        var members =
            schema["properties"]?.members.compactMap { name, node -> JSONNode.Member? in
                let isWanted = required.contains(name) || !isMinimal && depth < Self.deepest
                return isWanted && isSent(node) ? .init(key: name, value: value(node, depth: depth + 1)) : nil
            } ?? []
        for name in own where schema["properties"]?[name] == nil {
            let other = schema["additionalProperties"].flatMap { $0.isObject ? $0 : nil }
            members.append(.init(key: name, value: value(other, depth: depth + 1)))
        }
        return .object(members)
    }

    private func isSent(_ node: OpenAPINode) -> Bool {
        let schema = (try? document.resolved(node)) ?? node
        let key = direction == .request ? "readOnly" : "writeOnly"
        return schema[key]?.bool != true
    }

    private func array(_ schema: OpenAPINode, _ depth: Int) -> JSONNode {
        let count = max(count("minItems", schema), isMinimal || depth >= Self.deepest ? 0 : 1)
        return .array((0..<count).map { _ in value(schema["items"], depth: depth + 1) })
    }

    private func count(_ key: String, _ schema: OpenAPINode) -> Int {
        schema[key]?.number.flatMap { Int($0) } ?? 0
    }

    private func text(_ schema: OpenAPINode) -> String {
        let formats = [
            "date-time": "2024-05-31T10:00:00Z", "date": "2024-05-31", "uri": "https://example.com/a",
            "uuid": "7d0f9d5c-2f0b-4d39-9c2b-0f5d1f1a2b3c", "email": "momo@example.com",
        ]
        let patterns = [
            "^[a-zA-Z0-9_-]{1,64}$": "abc", #"^[a-zA-Z0-9._\-]+$"#: "abc", "^[a-zA-Z0-9_-]+$": "abc",
        ]
        let known =
            schema["pattern"]?.string.flatMap { patterns[$0] } ?? schema["format"]?.string.flatMap { formats[$0] }
        let text = known ?? "abc"
        return text + String(repeating: "x", count: max(0, count("minLength", schema) - text.count))
    }

    private func number(_ schema: OpenAPINode) -> String {
        if let minimum = schema["minimum"]?.number {
            let isExclusive = schema["exclusiveMinimum"]?.bool == true
            return isExclusive ? String((Double(minimum) ?? 0) + 1) : minimum
        }
        if let bound = schema["exclusiveMinimum"]?.number { return String((Int(bound) ?? 0) + 1) }
        if let maximum = schema["maximum"]?.number { return maximum }
        return "1"
    }
}
