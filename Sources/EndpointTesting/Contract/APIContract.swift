/// The description of an API, OpenAPI 3.0 or 3.1 in JSON, by which requests and responses are checked.
///
/// ```swift
/// let contract = try APIContract(json: openAPI)
/// try contract.check(UserEndpoint(id: 1))
/// ```
///
/// A difference is a ``ContractViolation``: `operation addBook: body.year is a string, not an integer`.
///
/// It finds the operation by method and path, below the servers of the description, and compares the parameters of the
/// request, its body, and the status, header fields and body of the response. The body of a stream, of XML and of other
/// media types than JSON, forms and plain text is not compared with its schema. `format` is not compared.
///
/// Each check also counts what it has touched: see ``coverage``. Copies share that count.
public struct APIContract: Sendable {
    @_spi(EndpointTool) public let document: OpenAPIDocument

    let schemas: SchemaSet

    /// The index of the schema of each place.
    let indices: [String: Int]

    let finder: OperationFinder
    let touched = Locked(TouchedOperations())

    /// Reads a description in JSON. A description in YAML is converted first, with `endpoint json openapi.yaml`.
    ///
    /// - Throws: ``OpenAPIError`` with each place that cannot be understood: the text is not JSON, the version of
    ///   OpenAPI is another one, a reference leads nowhere or to another document, or a value has the wrong type.
    public init(json data: Data) throws(OpenAPIError) {
        try self.init(OpenAPIDocument(json: data))
    }

    @_spi(EndpointTool) public init(_ document: OpenAPIDocument) throws(OpenAPIError) {
        self.document = document
        let schemas = document.describedSchemas
        var compiler = SchemaCompiler()
        compiler.add(
            document.root.json, uri: "", dialect: document.version == .v30 ? .openAPI30 : .openAPI31, schemas: schemas)
        compiler.heirs = document.heirs
        let pairs = schemas.map { ($0.pointer, compiler.index(of: $0)) }
        indices = Dictionary(pairs) { $1 }
        self.schemas = compiler.compiled()
        finder = OperationFinder(document)
        if !self.schemas.problems.isEmpty { throw OpenAPIError(self.schemas.problems) }
    }

    /// What of the description cannot be compared with anything, a sentence each.
    @_spi(EndpointTool) public var notes: [String] { schemas.notes }
}

extension OpenAPIDocument {
    /// All schemas that a check may need: those of components, parameters, bodies and header fields.
    fileprivate var describedSchemas: [OpenAPINode] {
        schemas.map(\.value)
            + operations.flatMap { operation in
                operation.parameters.compactMap(\.schema)
                    + (operation.requestBody?.content.compactMap(\.schema) ?? [])
                    + operation.responses.flatMap { response in
                        response.headers.compactMap(\.schema) + response.content.compactMap(\.schema)
                    }
            }
    }

    /// The schemas that consist of another one and more, by the pointer of that one.
    fileprivate var heirs: [String: [(name: String, schema: OpenAPINode)]] {
        var heirs: [String: [(name: String, schema: OpenAPINode)]] = [:]
        for (name, schema) in schemas {
            for part in schema["allOf"]?.elements ?? [] {
                if let parent = part.reference { heirs[parent, default: []].append((name, schema)) }
            }
        }
        return heirs
    }
}
