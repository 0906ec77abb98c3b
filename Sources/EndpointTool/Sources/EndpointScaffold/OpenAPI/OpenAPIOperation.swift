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
    let parameters: OpenAPIParameters

    /// The components that failures have as their bodies.
    private(set) var failures: [String] = []

    /// What the endpoint does not do, in sentences.
    private(set) var remarks: [String]
    private(set) var bodyExample: Sample?

    /// The operation of a document; its schemas are read.
    init(_ operation: OpenAPIDocument.Operation, _ schemas: inout OpenAPISchemas) throws {
        self.operation = operation
        parameters = try OpenAPIParameters(operation, schemas)
        remarks = parameters.remarks
        try readBody(&schemas)
        try readResponses(&schemas)
        names = OpenAPINaming.names(of: operation, isList: isList)
    }

    private var isList: Bool {
        if case .json(.array, _) = content { return true }
        let last = operation.path.split(separator: "/").last.map(String.init) ?? ""
        return Noun.isPlural(last)
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
                remarks.append("The body is left out, because \(operation.method) has none.")
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
                remarks.append("The response may also be a stream of events, which is not read.")
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
    /// The members of a form.
    mutating func members(of node: OpenAPINode?) throws -> [Schema.Member] {
        guard let node else { return [] }
        let target = try document.resolved(node)
        if case .object(let members) = try schema(of: target).schema { return members }
        return []
    }
}
