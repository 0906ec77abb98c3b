/// Reads the parts of an OpenAPI document, and collects what it cannot understand.
struct OpenAPIReader {
    let version: OpenAPIDocument.Version
    let references: OpenAPIReferences
    private(set) var problems: [String] = []

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    init(version: OpenAPIDocument.Version, references: OpenAPIReferences) {
        (self.version, self.references) = (version, references)
    }

    mutating func servers(of node: OpenAPINode) -> [OpenAPIDocument.Server] {
        elements("servers", of: node).compactMap { server in
            guard let url = text("url", of: server) else { return nil }
            let variables = members("variables", of: server).map { name, variable in
                let values = elements("enum", of: variable).compactMap(\.string)
                let first = variable["default"]?.string
                return (name, (first.map { [$0] } ?? []) + values.filter { $0 != first })
            }
            return OpenAPIDocument.Server(url: url, variables: Dictionary(variables) { $1 })
        }
    }

    mutating func operations(of root: OpenAPINode) -> [OpenAPIDocument.Operation] {
        if version == .v30, root["paths"] == nil { report(root, "\"paths\" is missing.") }
        return members("paths", of: root).flatMap { path, node -> [OpenAPIDocument.Operation] in
            if path.hasPrefix("x-") { return [] }
            guard path.hasPrefix("/") else {
                report(node, "The path does not begin with a slash.")
                return []
            }
            guard let item = object(node) else { return [] }
            return operations(of: item, at: path)
        }
    }

    mutating func keys(of root: OpenAPINode) -> [OpenAPIDocument.Key] {
        guard let components = root["components"] else { return [] }
        return members("securitySchemes", of: components).compactMap { _, node in
            guard let scheme = object(node), scheme["type"]?.string == "apiKey", let name = scheme["name"]?.string
            else { return nil }
            let location = scheme["in"]?.string.flatMap(OpenAPIDocument.Parameter.Location.init)
            return OpenAPIDocument.Key(name: name, location: location ?? .header)
        }
    }
}

extension OpenAPIReader {
    private mutating func operations(of item: OpenAPINode, at path: String) -> [OpenAPIDocument.Operation] {
        let shared = parameters(of: item)
        let servers = servers(of: item)
        return item.members.compactMap { method, node in
            guard Self.methods.contains(method) else { return nil }
            return operation(method.uppercased(), path, node, shared, servers)
        }
    }

    private mutating func operation(
        _ method: String, _ path: String, _ node: OpenAPINode, _ shared: [OpenAPIDocument.Parameter],
        _ servers: [OpenAPIDocument.Server]
    ) -> OpenAPIDocument.Operation? {
        guard let node = object(node) else { return nil }
        let own = parameters(of: node)
        let inherited = shared.filter { parameter in
            !own.contains { $0.name == parameter.name && $0.location == parameter.location }
        }
        let servers = node["servers"] == nil ? servers : self.servers(of: node)
        return OpenAPIDocument.Operation(
            method: method, path: path, id: string("operationId", of: node),
            tags: elements("tags", of: node).compactMap(\.string), isDeprecated: flag("deprecated", of: node),
            parameters: inherited + own, requestBody: node["requestBody"].flatMap { requestBody($0) },
            responses: members("responses", of: node).compactMap { response($0, $1) }, servers: servers, node: node)
    }

    private mutating func parameters(of node: OpenAPINode) -> [OpenAPIDocument.Parameter] {
        elements("parameters", of: node).compactMap { node in
            guard let node = object(node), let name = text("name", of: node), let place = text("in", of: node) else {
                return nil
            }
            guard let location = OpenAPIDocument.Parameter.Location(rawValue: place) else {
                report(node, "\"in\" is \"\(place)\", not path, query, header or cookie.")
                return nil
            }
            return parameter(name, location, node)
        }
    }

    /// A parameter, or a header field of a response, which has the same members.
    private mutating func parameter(
        _ name: String, _ location: OpenAPIDocument.Parameter.Location, _ node: OpenAPINode
    ) -> OpenAPIDocument.Parameter {
        let isForm = location == .query || location == .cookie
        var style: OpenAPIDocument.Parameter.Style = isForm ? .form : .simple
        if let text = string("style", of: node) {
            if let named = OpenAPIDocument.Parameter.Style(rawValue: text) {
                style = named
            } else {
                report(node, "\"style\" is \"\(text)\", which OpenAPI does not have.")
            }
        }
        let content = content(of: node).first
        return OpenAPIDocument.Parameter(
            name: name, location: location, isRequired: location == .path || flag("required", of: node), style: style,
            explodes: node["explode"] == nil ? style == .form : flag("explode", of: node),
            schema: content.map { $0.schema } ?? schema(of: node), contentType: content?.mediaType, node: node)
    }

    private mutating func requestBody(_ node: OpenAPINode) -> OpenAPIDocument.RequestBody? {
        guard let node = object(node) else { return nil }
        return OpenAPIDocument.RequestBody(
            isRequired: flag("required", of: node), content: content(of: node), node: node)
    }

    private mutating func response(_ status: String, _ node: OpenAPINode) -> OpenAPIDocument.Response? {
        if status.hasPrefix("x-") { return nil }
        let isRange = status.count == 3 && "12345".contains(status.prefix(1)) && status.dropFirst().uppercased() == "XX"
        let isCode = Int(status).map { (100...599).contains($0) } ?? false
        guard status == "default" || isRange || isCode else {
            report(node, "\"\(status)\" is no status, no range such as 4XX and not \"default\".")
            return nil
        }
        guard let node = object(node) else { return nil }
        let headers = members("headers", of: node).compactMap { name, header -> OpenAPIDocument.Parameter? in
            object(header).map { parameter(name, .header, $0) }
        }
        return OpenAPIDocument.Response(
            status: isRange ? status.uppercased() : status, headers: headers, content: content(of: node), node: node)
    }

    private mutating func content(of node: OpenAPINode) -> [OpenAPIDocument.Content] {
        members("content", of: node).compactMap { type, node in
            guard let node = object(node) else { return nil }
            return OpenAPIDocument.Content(mediaType: type, schema: schema(of: node), node: node)
        }
    }

    /// The schema of a parameter or a media type. Its own content is checked where it is compiled.
    private mutating func schema(of node: OpenAPINode) -> OpenAPINode? {
        guard let schema = node["schema"] else { return nil }
        if schema.isObject || version == .v31 && schema.bool != nil { return schema }
        report(schema, "The schema is \(schema.json.spoken), not an object.")
        return nil
    }
}

// Members of an object by their types. A member of another type is a problem, and a missing one is not.
extension OpenAPIReader {
    mutating func report(_ node: OpenAPINode, _ sentence: String) {
        problems.append("\(node.pointer): \(sentence)")
    }

    /// The object itself or the one that it refers to. Members beside a reference replace those of its target, which
    /// only path items may have.
    private mutating func object(_ node: OpenAPINode) -> OpenAPINode? {
        do throws(OpenAPIError) {
            let target = try references.resolved(node)
            guard case .object(let members) = target.json else {
                report(target, "This is \(target.json.spoken), not an object.")
                return nil
            }
            guard target.pointer != node.pointer, case .object(let own) = node.json, own.count > 1 else {
                return target
            }
            let siblings = own.filter { $0.key != "$ref" }
            let keys = Set(siblings.map(\.key))
            return OpenAPINode(.object(members.filter { !keys.contains($0.key) } + siblings), at: target.pointer)
        } catch {
            problems += error.problems
            return nil
        }
    }

    private mutating func members(_ key: String, of node: OpenAPINode) -> [(name: String, value: OpenAPINode)] {
        guard let value = node[key] else { return [] }
        if !value.isObject { report(value, "\"\(key)\" is \(value.json.spoken), not an object.") }
        return value.members
    }

    private mutating func elements(_ key: String, of node: OpenAPINode) -> [OpenAPINode] {
        guard let value = node[key] else { return [] }
        if !value.isArray { report(value, "\"\(key)\" is \(value.json.spoken), not an array.") }
        return value.elements
    }

    /// A text that must be there.
    private mutating func text(_ key: String, of node: OpenAPINode) -> String? {
        if node[key] == nil { report(node, "\"\(key)\" is missing.") }
        return string(key, of: node)
    }

    private mutating func string(_ key: String, of node: OpenAPINode) -> String? {
        guard let value = node[key] else { return nil }
        if value.string == nil { report(value, "\"\(key)\" is \(value.json.spoken), not a string.") }
        return value.string
    }

    private mutating func flag(_ key: String, of node: OpenAPINode) -> Bool {
        guard let value = node[key] else { return false }
        if value.bool == nil { report(value, "\"\(key)\" is \(value.json.spoken), not true or false.") }
        return value.bool ?? false
    }
}
