/// A description of an API by OpenAPI 3.0 or 3.1, read from JSON: its servers, operations and schemas.
///
/// References to parameters, request bodies, responses, headers and path items are resolved. Schemas stay as they are
/// written, with their references: ``resolved(_:)`` follows those.
@_spi(EndpointTool) public struct OpenAPIDocument: Sendable {
    /// The versions that can be read.
    public enum Version: String, Hashable, Sendable {
        /// 3.0.0 to 3.0.4, with schemas of its own.
        case v30 = "3.0"
        /// 3.1.0 to 3.1.2, with the schemas of JSON Schema 2020-12.
        case v31 = "3.1"
    }

    /// The version of OpenAPI.
    public let version: Version

    /// The title of the API; empty if there is none.
    public let title: String

    /// The servers of the API, in order.
    public let servers: [Server]

    /// The operations in the order of the document, path by path.
    public let operations: [Operation]

    /// The query items and header fields that carry the API's keys (`apiKey` among the security schemes). No operation
    /// lists them among its parameters.
    public let keys: [Key]

    /// The whole document.
    public let root: OpenAPINode

    private let references: OpenAPIReferences

    /// Reads a document.
    ///
    /// - Throws: ``OpenAPIError`` with each place that cannot be understood.
    public init(json data: Data) throws(OpenAPIError) {
        root = OpenAPINode(try Self.node(data), at: "#")
        version = try Self.version(of: root)
        references = OpenAPIReferences(root: root, components: Self.components(of: root))
        var reader = OpenAPIReader(version: version, references: references)
        title = root["info"]?["title"]?.string ?? ""
        servers = reader.servers(of: root)
        operations = reader.operations(of: root)
        keys = reader.keys(of: root)
        if !reader.problems.isEmpty { throw OpenAPIError(reader.problems) }
    }
}

@_spi(EndpointTool) extension OpenAPIDocument {
    /// The schemas of `components`, in order, by their names.
    public var schemas: [(name: String, value: OpenAPINode)] { root["components"]?["schemas"]?.members ?? [] }

    /// The value that a reference leads to, through any number of references; a value that is none is itself.
    ///
    /// - Throws: ``OpenAPIError`` if it leads to another document, nowhere, or back to itself.
    public func resolved(_ node: OpenAPINode) throws(OpenAPIError) -> OpenAPINode {
        try references.resolved(node)
    }
}

@_spi(EndpointTool) extension OpenAPIDocument {
    /// A server of an API.
    public struct Server: Hashable, Sendable {
        /// The URL, perhaps relative, with its variables in braces: `https://{region}.example.com/v1`.
        public let url: String

        /// The variables by their names. Each has a default, which is the first of its values.
        public let variables: [String: [String]]

        /// The URL with the default of each variable.
        public var defaultURL: String {
            variables.reduce(url) { $0.replacing("{\($1.key)}", with: $1.value.first ?? "") }
        }
    }

    /// A key of the API that is no parameter of an operation.
    public struct Key: Hashable, Sendable {
        /// The name of the query item, the header field or the cookie.
        public let name: String

        /// Where it is sent.
        public let location: Parameter.Location
    }

    /// One method of one path.
    public struct Operation: Hashable, Sendable {
        /// The method in upper case: `GET`.
        public let method: String

        /// The path below a server, with its parameters in braces: `/books/{id}`.
        public let path: String

        /// `operationId`; nil if there is none.
        public let id: String?

        /// The tags, in order.
        public let tags: [String]

        /// Whether it is marked as deprecated.
        public let isDeprecated: Bool

        /// The parameters of the operation and of its path, in order.
        public let parameters: [Parameter]

        /// The body of the request; nil if none is described.
        public let requestBody: RequestBody?

        /// The responses, in order.
        public let responses: [Response]

        /// The servers of the operation or its path; empty if they are those of the document.
        public let servers: [Server]

        /// The object in the document, for `summary`, `description` and extensions.
        public let node: OpenAPINode

        /// `operationId`, or else method and path: `addBook`, `POST /books`.
        public var name: String { id ?? "\(method) \(path)" }
    }

    /// One value of a request outside its body.
    public struct Parameter: Hashable, Sendable {
        /// Where the value is sent.
        public enum Location: String, Hashable, Sendable {
            /// In the path, in place of its name in braces.
            case path
            /// In the query.
            case query
            /// As a header field.
            case header
            /// As a cookie.
            case cookie
        }

        /// How arrays and objects are written as text.
        public enum Style: String, Hashable, Sendable {
            /// `a,b`
            case simple
            /// `tag=a&tag=b`, or `tag=a,b`
            case form
            /// `tag=a%20b`
            case spaceDelimited
            /// `tag=a|b`
            case pipeDelimited
            /// `filter[author]=Ende`
            case deepObject
            /// `.a.b`
            case label
            /// `;tag=a;tag=b`
            case matrix
        }

        /// The name, which is case-sensitive except in header fields.
        public let name: String

        /// Where the value is sent.
        public let location: Location

        /// Whether each request must have it.
        public let isRequired: Bool

        /// How arrays and objects are written.
        public let style: Style

        /// Whether each element of an array, and each member of an object, is written on its own.
        public let explodes: Bool

        /// The schema of the value; nil if there is none.
        public let schema: OpenAPINode?

        /// The media type of a value that is written in one, as JSON is; nil for a value with a style.
        public let contentType: String?

        /// The object in the document, for `description` and examples.
        public let node: OpenAPINode
    }

    /// The body of a request.
    public struct RequestBody: Hashable, Sendable {
        /// Whether each request must have it.
        public let isRequired: Bool

        /// The media types in which it may be sent, in order.
        public let content: [Content]

        /// The object in the document.
        public let node: OpenAPINode
    }

    /// One media type of a body.
    public struct Content: Hashable, Sendable {
        /// The media type, perhaps a range: `application/json`, `image/*`.
        public let mediaType: String

        /// The schema of the body; nil if there is none.
        public let schema: OpenAPINode?

        /// The object in the document, for `example`, `examples` and `encoding`.
        public let node: OpenAPINode
    }

    /// The response of an operation to one status.
    public struct Response: Hashable, Sendable {
        /// `200`, `4XX` or `default`.
        public let status: String

        /// The header fields, in order.
        public let headers: [Parameter]

        /// The media types in which the body may be sent, in order.
        public let content: [Content]

        /// The object in the document, for `description`.
        public let node: OpenAPINode
    }
}

extension OpenAPIDocument {
    private static func node(_ data: Data) throws(OpenAPIError) -> JSONNode {
        do {
            return try JSONParser.reading(data) { parser in
                let node = try parser.value()
                try parser.end()
                return node
            }
        } catch let error as JSONSyntaxError {
            throw OpenAPIError(at: "#", "The document is not JSON: \(error.sentence)")
        } catch {
            throw OpenAPIError(at: "#", "The document is not JSON.")
        }
    }

    private static func version(of root: OpenAPINode) throws(OpenAPIError) -> Version {
        guard root.isObject else { throw OpenAPIError(at: "#", "The document is not an object.") }
        if let old = root["swagger"] {
            throw OpenAPIError(at: "#/swagger", "OpenAPI \(old.string ?? old.text) is not read, only 3.0 and 3.1.")
        }
        guard let node = root["openapi"] else {
            throw OpenAPIError(at: "#", "\"openapi\" is missing, so this is no OpenAPI document.")
        }
        guard let text = node.string else {
            throw OpenAPIError(at: "#/openapi", "The version is \(node.json.spoken), not a string.")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let version = Version(rawValue: parts[0...1].joined(separator: ".")) else {
            throw OpenAPIError(at: "#/openapi", "OpenAPI \(text) is not read, only 3.0 and 3.1.")
        }
        return version
    }

    private static func components(of root: OpenAPINode) -> [String: OpenAPINode] {
        guard let components = root["components"] else { return [:] }
        let values = components.members.flatMap { $0.value.members.map { ($0.value.pointer, $0.value) } }
        return Dictionary(values) { $1 }
    }
}
