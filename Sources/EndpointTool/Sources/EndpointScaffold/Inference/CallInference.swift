import EndpointCassette

/// Makes the description of a module from calls.
struct CallInference {
    private(set) var result: ScaffoldResult
    private let routes: [Route]
    private let namings: [EndpointNaming]
    private let dates: DateInference
    private var types: SampleInference
    private var contents: [ContentPlan] = []
    private var bodies: [Schema?] = []
    private let prefix: String

    init(_ traffic: Traffic, module name: String, prefix: String, source: String) {
        let (routes, base) = Route.routes(of: traffic.calls)
        self.routes = routes
        self.prefix = prefix
        namings = routes.map { route in
            EndpointNaming(
                method: route.method, path: route.path, isList: ContentPlan.isList(route),
                isStream: route.content == .events || route.content == .lines, isUpload: route.isUpload,
                hasPatch: routes.contains { $0.method == "PATCH" && $0.path == route.path })
        }
        let failures = Self.failures(of: traffic.calls)
        dates = DateInference(
            responses: routes.flatMap(\.contents) + failures,
            requests: routes.flatMap { $0.body == .json ? $0.bodies : [] })
        types = SampleInference(StringInference(dates: dates.format, unwritableDates: dates.unwritable))
        var module = ModuleDescription(name: name, prefix: prefix, baseURL: base, source: source)
        module.dates = dates.format
        module.headers = HeaderInference.headers(of: traffic.calls)
        module.credentials = HeaderInference.sentences(about: traffic.credentials)
        module.notes = traffic.notes + module.credentials
        result = ScaffoldResult(module: module)
        if !failures.isEmpty {
            types.add(failures, to: "APIError")
            result.module.error = "APIError"
        }
        contents = zip(routes, namings).map { ContentPlan($0, $1, &types) }
        bodies = zip(routes, namings).map { BodyPlan.schema($0, $1, &types) }
        types.shareTypes()
        describe()
    }

    /// The bodies of failures that are objects, without those that the library reads by itself.
    private static func failures(of calls: [Call]) -> [Sample] {
        calls.compactMap(\.response).filter { $0.status >= 400 && $0.headers.mediaType != "application/problem+json" }
            .compactMap { Sample(json: $0.body) }.filter { $0.isObject && !$0.members.isEmpty }
    }

    private mutating func describe() {
        let roots = types.names.map { name in
            RootSchema(key: name, name: name, schema: types.schema(ofType: name), doc: doc(ofType: name))
        }
        var naming = TypeNaming(roots, prefix: prefix, reserved: reservedTypes)
        var names = NameTable(taken: ReservedNames.endpoints(prefix: prefix))
        var endpoints: [EndpointDescription] = []
        for index in routes.indices {
            let (route, words) = (routes[index], namings[index])
            let name = names.name(among: words.candidates)
            let content = contents[index].content(types, &naming, named: name)
            let body = bodies[index].map { schema in
                naming.type(of: schema, in: nil, named: name + "Body")
            }
            let inputs = InputInference(route, words, body: body, naming.table, prefix: prefix)
            var endpoint = EndpointDescription(
                name: name, folder: words.folder, doc: [words.doc], method: route.method, path: inputs.path,
                inputs: inputs.inputs, body: inputs.body, content: content)
            endpoint.accept = HeaderInference.accept(of: route, content, module: result.module.headers)
            endpoint.examples = inputs.examples
            endpoint.doc += remarks(on: route)
            endpoints.append(endpoint)
            result.sentences[name] = words.requestSentence
        }
        result.module.models = naming.table
        result.module.notes += naming.notes
        result.module.endpoints = endpoints.map { PagingInference(naming.table).adding(to: $0) }
        for name in types.names { addSample(of: name, naming) }
        noteUnknown()
    }

    private var reservedTypes: [String] {
        [result.module.name, "\(prefix)Endpoint", "\(prefix)Environment"]
            + namings.flatMap { $0.candidates.map { $0 + "Endpoint" } }
    }

    private func doc(ofType name: String) -> [String] {
        if name == "APIError" { return ["The body of the failures of the API."] }
        if name.hasSuffix("Draft") {
            return [DocComment.noun(String(name.dropLast(5))).dropLast() + " that is to be added."]
        }
        return [DocComment.noun(name)]
    }

    private func remarks(on route: Route) -> [String] {
        var remarks: [String] = []
        if route.content == .unknown, route.method == "GET" || route.calls.contains(where: { $0.response == nil }) {
            remarks.append("There was no successful response to infer the content from: give it a type of its own.")
        }
        return remarks
    }

    /// The sample of a type that has the most members.
    private mutating func addSample(of name: String, _ naming: TypeNaming) {
        guard let typeName = naming.name(ofRoot: name) else { return }
        result.samples[typeName] = types.bestSample(of: name)
    }

    private mutating func noteUnknown() {
        for (index, route) in routes.enumerated() where route.content == .unknown {
            let name = result.module.endpoints[index].typeName
            result.module.notes.append("\(name): there was no successful response, so its content is not known.")
        }
        result.module.notes += result.module.models.notesOnUnknown
    }
}

extension Route {
    /// Whether the body is a file or a form with files.
    var isUpload: Bool {
        body == .file || calls.contains { $0.file != nil }
    }

    /// Whether the body is a form whose parts the reader has found.
    var hasParts: Bool { calls.first?.parts.isEmpty == false }

    /// Whether the body is JSON, which has a type.
    var hasTypedBody: Bool { body == .json && !hasParts && !isUpload }
}
