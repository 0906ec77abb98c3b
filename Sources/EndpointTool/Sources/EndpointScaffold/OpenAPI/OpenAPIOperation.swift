@_spi(EndpointTool) import EndpointTesting

/// An operation of a document, ready to become an endpoint.
struct OpenAPIOperation {
    /// What the operation reads.
    enum Content {
        case void, data(accept: String)
        case json(Schema, isOptional: Bool)
        case events(Schema?), lines(Schema)
    }

    /// What the operation sends.
    enum Body {
        case none, text, data(String), file
        case json(Schema)
        case form([Schema.Member]), multipart([Schema.Member], types: [String: String])
    }

    let operation: OpenAPIDocument.Operation
    private(set) var names: [String] = []
    private(set) var content = Content.void
    private(set) var body = Body.none
    private(set) var parameters: [(parameter: OpenAPIDocument.Parameter, schema: Schema)] = []

    /// The components that failures have as their bodies.
    private(set) var failures: [String] = []
    private(set) var notes: [String] = []
    private(set) var bodyExample: Sample?

    /// The operation of a document; its schemas are read.
    init(_ operation: OpenAPIDocument.Operation, _ schemas: inout OpenAPISchemas) throws {
        self.operation = operation
        try readParameters(&schemas)
        try readBody(&schemas)
        try readResponses(&schemas)
        names = OpenAPINaming.names(of: operation, isList: isList)
    }

    private var isList: Bool {
        if case .json(.array, _) = content { return true }
        let last = operation.path.split(separator: "/").last.map(String.init) ?? ""
        return Noun.isPlural(last)
    }

    private mutating func readParameters(_ schemas: inout OpenAPISchemas) throws {
        for parameter in operation.parameters {
            let found = try schemas.parameter(parameter.schema)
            switch parameter.location {
            case .cookie: notes.append("the cookie \(parameter.name) is left out.")
            case .header where ["accept", "content-type", "authorization"].contains(parameter.name.lowercased()):
                continue
            case .header where ReservedHeaders.isReserved(parameter.name):
                notes.append("the header \(parameter.name) is left out, because the client sets it.")
            case .path, .query, .header:
                guard let schema = found, parameter.contentType == nil,
                    parameter.style != .deepObject || Self.isScalar(schema)
                else {
                    notes.append("the parameter \(parameter.name) is left out, because it is an object.")
                    continue
                }
                parameters.append((parameter, schema))
            }
        }
        let described = Set(operation.parameters.filter { $0.location == .path }.map(\.name))
        for name in OpenAPIPath.names(in: operation.path) where !described.contains(name) {
            notes.append("the path has the parameter \(name), which is not described.")
        }
    }

    static func isScalar(_ schema: Schema) -> Bool {
        switch schema {
        case .string, .integer, .number, .bool, .enumeration: true
        default: false
        }
    }

    private mutating func readBody(_ schemas: inout OpenAPISchemas) throws {
        guard let request = operation.requestBody, !["GET", "HEAD"].contains(operation.method) else {
            if operation.requestBody != nil {
                notes.append("the body is left out, because \(operation.method) has none.")
            }
            return
        }
        func content(_ isWanted: (String) -> Bool) -> OpenAPIDocument.Content? {
            request.content.first { isWanted(HeaderFields.essence($0.mediaType)) }
        }
        if let json = content({ $0.hasSuffix("json") || $0 == "*/*" }) {
            bodyExample = OpenAPIExample.value(of: json.node)
            body = .json(try schemas.schema(of: json.schema).schema)
        } else if let form = content({ $0 == "application/x-www-form-urlencoded" }) {
            body = .form(try schemas.members(of: form.schema))
        } else if let form = content({ $0 == "multipart/form-data" }) {
            var types: [String: String] = [:]
            for (name, encoding) in form.node["encoding"]?.members ?? [] {
                types[name] = encoding["contentType"]?.string.flatMap {
                    $0.contains(",") || $0.contains("*") ? nil : $0
                }
            }
            body = .multipart(try schemas.members(of: form.schema), types: types)
        } else if content({ $0 == "text/plain" }) != nil {
            body = .text
        } else if let other = request.content.first {
            let isText =
                other.mediaType.contains("xml") || other.mediaType.contains("yaml")
                || other.mediaType.hasPrefix("text/")
            body = isText ? .data(other.mediaType) : .file
        }
    }

    private mutating func readResponses(_ schemas: inout OpenAPISchemas) throws {
        let successes = operation.responses.filter { $0.status.hasPrefix("2") }.sorted { $0.status < $1.status }
        for response in operation.responses where !response.status.hasPrefix("2") && !response.status.hasPrefix("3") {
            let json = response.content.first { HeaderFields.essence($0.mediaType) == "application/json" }
            if let schema = json?.schema, let name = schemas.component(schema) { failures.append(name) }
        }
        guard let response = successes.first(where: { !$0.content.isEmpty }) else { return }
        let isOptional = successes.contains { $0.status == "204" }
        func found(_ isWanted: (String) -> Bool) -> OpenAPIDocument.Content? {
            response.content.first { isWanted(HeaderFields.essence($0.mediaType)) }
        }
        if let json = found({ $0.hasSuffix("json") && !$0.contains("ndjson") })
            ?? found({ $0 == "*/*" && response.content[0].schema != nil })
        {
            content = .json(try schemas.schema(of: json.schema).schema, isOptional: isOptional)
            if found({ $0 == "text/event-stream" }) != nil {
                notes.append("the response may also be a stream of events, which has no endpoint.")
            }
        } else if let events = found({ $0 == "text/event-stream" }) {
            let schema = try events.schema.map { try schemas.schema(of: $0).schema }
            if case .string = schema { content = .events(nil) } else { content = .events(schema) }
        } else if let lines = found({
            ["application/x-ndjson", "application/ndjson", "application/jsonl"].contains($0)
        }) {
            content = .lines(try schemas.schema(of: lines.schema).schema)
        } else {
            content = .data(accept: response.content[0].mediaType)
        }
    }
}

/// Headers that a request cannot have, because the client sets them.
enum ReservedHeaders {
    static func isReserved(_ name: String) -> Bool {
        [
            "host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer",
            "expect", "proxy-connection",
        ].contains(name.lowercased()) || !name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
            || name.isEmpty
    }
}

extension OpenAPISchemas {
    /// The schema of a parameter through references, without a type of its own: of a value or an array of values. Nil
    /// for an object.
    mutating func parameter(_ node: OpenAPINode?) throws -> Schema? {
        guard let node else { return .string }
        let target = try document.resolved(node)
        if let parts = target["allOf"]?.elements, parts.count == 1 { return try parameter(parts[0]) }
        let parts = (target["anyOf"]?.elements ?? []) + (target["oneOf"]?.elements ?? [])
        if let first = parts.first {
            let kinds = try parts.map { try document.resolved($0)["type"]?.string }
            return kinds.allSatisfy { $0 == kinds[0] } ? try parameter(first) : .string
        }
        if target["type"]?.string == "array" {
            let element = try parameter(target["items"])
            return element.map { OpenAPIOperation.isScalar($0) ? .array($0) : .array(.string) }
        }
        switch types(of: target).first(where: { $0 != "null" }) {
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .bool
        case "object": return nil
        default: return target["properties"] == nil ? .string : nil
        }
    }

    /// The members of a form.
    mutating func members(of node: OpenAPINode?) throws -> [Schema.Member] {
        guard let node else { return [] }
        let target = try document.resolved(node)
        if case .object(let members) = try schema(of: target).schema { return members }
        return []
    }
}
