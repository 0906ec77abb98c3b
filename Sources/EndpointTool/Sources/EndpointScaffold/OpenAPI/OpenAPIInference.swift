@_spi(EndpointTool) import EndpointTesting

/// Makes the description of a module from a description of an API.
struct OpenAPIInference {
    private(set) var result: ScaffoldResult
    private let document: OpenAPIDocument
    private var schemas: OpenAPISchemas
    private let prefix: String

    /// - Throws: `OpenAPIError` for a reference that cannot be followed, ``ScaffoldError`` for a document without
    ///   operations.
    init(_ document: OpenAPIDocument, module name: String, prefix: String, source: String) throws {
        self.document = document
        self.prefix = prefix
        schemas = OpenAPISchemas(document)
        if document.operations.isEmpty {
            throw ScaffoldError(
                "The document describes no operation below \"paths\", so there is nothing to make a module of.")
        }
        let server = OpenAPIServer(document)
        var module = ModuleDescription(name: name, prefix: prefix, baseURL: server.url, source: source)
        module.notes = server.notes
        module.credentials = OpenAPISecurity.sentences(document)
        module.notes += module.credentials
        result = ScaffoldResult(module: module)
        try describe()
    }

    private mutating func describe() throws {
        var drafts: [OpenAPIOperation] = []
        for operation in document.operations { drafts.append(try OpenAPIOperation(operation, &schemas)) }
        let error = try errorSchema(drafts)
        var roots = try schemas.roots()
        if let error, let index = roots.firstIndex(where: { $0.key == error }) { roots[index].name = "APIError" }
        for index in roots.indices where roots[index].doc.isEmpty {
            roots[index].doc = [DocComment.noun(roots[index].name)]
        }
        let reserved =
            [result.module.name, "\(prefix)Endpoint", "\(prefix)Environment"]
            + drafts.flatMap { $0.names.map { $0 + "Endpoint" } }
        var naming = TypeNaming(roots, prefix: prefix, reserved: reserved)
        result.module.dates = schemas.hasDates ? .wholeOrFractional : .none
        result.module.error = error.flatMap { naming.name(ofRoot: $0) }
        if drafts.contains(where: { if case .json = $0.content { true } else { false } }) {
            result.module.headers = [.init(name: "Accept", value: "application/json")]
        }
        var names = NameTable(taken: ReservedNames.endpoints(prefix: prefix))
        for draft in drafts {
            let name = names.name(among: draft.names)
            let endpoint = draft.endpoint(named: name, &naming)
            result.module.endpoints.append(endpoint)
            result.sentences[name] = draft.sentence(endpoint)
            result.module.notes += draft.remarks.map {
                "\(endpoint.typeName): \($0.continuingSentence)"
            }
        }
        result.module.models = naming.table
        result.module.notes += naming.notes + naming.table.notesOnUnknown
        addExamples(drafts, roots, naming)
        let paging = PagingInference(naming.table)
        result.module.endpoints = result.module.endpoints.map(paging.adding)
    }

    /// The component that most failures have as their body, if it is an object.
    private mutating func errorSchema(_ drafts: [OpenAPIOperation]) throws -> String? {
        var counts: [String: Int] = [:]
        for draft in drafts {
            for name in Set(draft.failures) { counts[name, default: 0] += 1 }
        }
        let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        guard let best, let node = document.schemas.first(where: { $0.name == best })?.value,
            case .object(let members) = try schemas.schema(of: node).schema, !members.isEmpty
        else { return nil }
        _ = schemas.refer(to: best)
        return best
    }

    private mutating func addExamples(_ drafts: [OpenAPIOperation], _ roots: [RootSchema], _ naming: TypeNaming) {
        let generator = SampleGenerator(naming.table)
        for root in roots {
            guard let name = naming.name(ofRoot: root.key) else { continue }
            let given = schemas.components[root.key].flatMap { OpenAPIExample.value(of: $0) }
            result.samples[name] = generator.sample(of: .named(name), preferring: given)
        }
        for model in naming.table.models where model.parent == nil && result.samples[model.name] == nil {
            result.samples[model.name] = generator.sample(of: .named(model.name), preferring: nil)
        }
        for index in result.module.endpoints.indices {
            result.module.endpoints[index].examples = [
                drafts[index].example(for: result.module.endpoints[index], generator)
            ]
        }
    }
}

/// The base URL of a document.
private struct OpenAPIServer {
    private(set) var url = "https://api.example.com"
    private(set) var notes: [String] = []

    init(_ document: OpenAPIDocument) {
        guard let server = document.servers.first else {
            notes = ["The document names no server. The base URL is \(url): change it in the environment."]
            return
        }
        let text = server.defaultURL
        if CallURL(text) != nil, !text.contains(where: { "{}\"\\ ".contains($0) }) {
            url = text.hasSuffix("/") ? String(text.dropLast()) : text
        } else {
            url +=
                text.hasPrefix("/") && CallURL(url + text) != nil
                ? String(text.reversed().drop { $0 == "/" }.reversed()) : ""
            notes = [
                "The server of the document is \"\(text.prefix(100))\", which is no complete URL. The base URL is \(url): change it in the environment."
            ]
        }
        if document.servers.count > 1 { notes.append("Of the \(document.servers.count) servers the first is used.") }
    }
}

/// What a program has to add to requests, by the security schemes of a document.
private enum OpenAPISecurity {
    static func sentences(_ document: OpenAPIDocument) -> [String] {
        let schemes = document.root["components"]?["securitySchemes"]?.members ?? []
        return schemes.compactMap { (try? document.resolved($0.value)).flatMap(sentence) }.distinct(by: \.self)
    }

    private static func sentence(_ scheme: OpenAPINode) -> String? {
        let name = scheme["name"]?.string ?? ""
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased(), scheme["in"]?.string) {
        case ("http", "bearer", _), ("oauth2", _, _), ("openIdConnect", _, _):
            return
                "Requests need a bearer token, which is not part of this module: give it to the client, as in `LiveClient(environment: …).standard { $0.credential = .bearer(token) }`."
        case ("http", "basic", _):
            return
                "Requests need a user name and a password, which are not part of this module: give them to the client, as in `LiveClient(environment: …).standard { $0.credential = .basic(user: user, password: password) }`."
        case ("apiKey", _, "header"):
            return
                "Requests need a key in the header `\(name)`, which is not part of this module: give it to the client, as in `$0.credential = .header(\(SwiftLiteral.string(name)), key)`."
        case ("apiKey", _, "query"):
            return
                "Requests need a key in the item `\(name)` of the query, which is not part of this module: put it into the base URL, as in `https://api.example.com?\(name)=…`."
        case ("apiKey", _, _): return "Requests need a key in the cookie `\(name)`, which is not part of this module."
        default: return nil
        }
    }
}
