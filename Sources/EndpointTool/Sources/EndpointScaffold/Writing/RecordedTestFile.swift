import EndpointCassette

/// Writes the tests that replay recorded exchanges, and their cassettes.
struct RecordedTestFile {
    let module: ModuleDescription

    /// The largest number of exchanges that one test replays.
    private static let limit = 12

    /// The file and the cassettes by name; nil if no exchange can be replayed.
    func files() throws -> (text: String, cassettes: [String: Data], notes: [String])? {
        var tests: [String] = []
        var cassettes: [String: Data] = [:]
        var notes: [String] = []
        for endpoint in module.endpoints {
            let recorded = endpoint.examples.filter { $0.interaction != nil && $0.reply != nil }
            let repeated = recorded.filter { repeats($0, endpoint) }
            let usable = Self.selection(repeated)
            let rest = recorded.count - repeated.count
            if rest > 0 {
                notes.append(
                    "\(endpoint.typeName): \(rest) of \(recorded.count) recorded calls are not in a cassette, because the endpoint would not send exactly the same request."
                )
            }
            var names = NameTable(taken: ["client"])
            let lines = usable.enumerated().compactMap {
                statement(for: $1, endpoint, number: usable.count > 1 ? "\($0 + 1)" : "", &names)
            }
            guard !usable.isEmpty, lines.count == usable.count else { continue }
            let name = NameWords.phrase(endpoint.name, separator: "-")
            let label = NameWords.phrase(endpoint.name)
            cassettes[name + ".har"] = try Cassette(usable.compactMap(\.interaction)).har(
                Cassette.Format(largestEmbeddedBody: .max)
            ).data
            let count = usable.count == 1 ? "response" : "responses"
            tests.append(
                "    @Test(.cassette(\"\(name)\")) func `the \(label.spoken) endpoint reads the recorded \(count)`() async throws {\n"
                    + lines.joined() + "    }\n")
        }
        guard !tests.isEmpty else { return nil }
        let text = """
            import EndpointTraits
            import \(module.name)
            import Testing

            /// Each endpoint with responses that were recorded from the server.
            ///
            /// `ENDPOINT_CASSETTE=all swift test` records them again.
            @Suite(.cassette) struct RecordedTests {
                private let client = Cassette.client(environment: \(module.prefix)Environment.production)

            \(tests.joined(separator: "\n"))}

            """
        return (text, cassettes, notes)
    }

    /// Different requests and statuses first, in the order of the recording.
    private static func selection(_ examples: [Example]) -> [Example] {
        var seen: Set<Interaction.Request> = []
        let new = examples.map { example in
            example.interaction.map { seen.insert($0.request).inserted } ?? false
        }
        var count = 0
        return zip(examples, new).filter { _, isNew in
            count += isNew ? 1 : 0
            return isNew && count <= limit
        }.map(\.0)
    }

    /// Whether the endpoint sends the recorded request with the values of the example.
    private func repeats(_ example: Example, _ endpoint: EndpointDescription) -> Bool {
        guard let recorded = example.interaction?.request, !endpoint.isUpload,
            !(300..<400 ~= example.reply?.status ?? 0),
            let path = ExampleCall.relativeURL(endpoint, example, nil)
        else { return false }
        let base = module.baseURL.hasSuffix("/") ? module.baseURL : module.baseURL + "/"
        var live = recorded
        live.url = base + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path == "." ? "" : path)
        if path.hasPrefix(".?") { live.url = base + path.dropFirst() }
        live.body = body(of: example, endpoint, recorded)
        return Matching.standard.differences(recorded: recorded, live: live).isEmpty && recorded.headers["Range"] == nil
    }

    private func body(of example: Example, _ endpoint: EndpointDescription, _ recorded: Interaction.Request)
        -> Interaction.Body?
    {
        switch endpoint.body {
        case .none, .file, .multipart: return nil
        case .json:
            guard let input = endpoint.inputs.first(where: { $0.role == .body }), let value = example.values[input.name]
            else { return nil }
            let sent = SampleValue(models: module.models).encoded(value, as: input.type)
            return Interaction.Body(Data(sent.compact.utf8), contentType: "application/json")
        case .form, .text, .data:
            let type = recorded.body?.contentType ?? ""
            return ExampleCall.bodyText(endpoint, example).map { Interaction.Body(Data($0.utf8), contentType: type) }
        }
    }

    /// The statements of a call: a large body is a constant of its own before it.
    private func statement(
        for example: Example, _ endpoint: EndpointDescription, number: String, _ names: inout NameTable
    ) -> String? {
        guard let call = ExampleCall(endpoint, example, module, nil) else { return nil }
        guard let input = endpoint.inputs.first(where: { $0.role == .body }), let body = call.value(of: input),
            call.expression.line.count > 60
        else { return statement(for: example, endpoint, call.expression, number: number, &names) }
        let plain = names.name(input.name.plain + number, "sent\(number)")
        let name = SwiftIdentifier(plain: plain)
        let constant = body.text(after: "        let \(name): \(input.type.text) = ", indent: 8) + "\n"
        let short = call.expression(replacing: input.name, by: "\(name)")
        return statement(for: example, endpoint, short, number: number, &names).map { constant + $0 }
    }

    /// The statement of a call. An endpoint that does not fit into it is a constant before it.
    private func statement(
        for example: Example, _ endpoint: EndpointDescription, _ call: SwiftText, number: String,
        _ names: inout NameTable
    ) -> String? {
        let text = statement(for: example, endpoint, call)
        guard let text, text.dropLast().contains("\n") else { return text }
        let name = names.name("endpoint\(number)", "call\(number)")
        let constant = call.text(after: "        let \(name) = ", indent: 8) + "\n"
        return statement(for: example, endpoint, .plain(name)).map { constant + $0 }
    }

    private func statement(for example: Example, _ endpoint: EndpointDescription, _ call: SwiftText) -> String? {
        guard let reply = example.reply else { return nil }
        if endpoint.content.isStream { return stream(call, reply) }
        guard 200..<300 ~= reply.status else {
            let isOwn = module.error != nil && isAPIError(reply)
            let text = call.text(
                after:
                    "        await #expect(throws: \(isOwn ? "APIError" : "HTTPError").self) { try await client.request(",
                indent: 8, suffix: ") }")
            return text.split(separator: "\n").allSatisfy { $0.count <= SwiftText.width }
                ? text + "\n"
                : "        await #expect(throws: \(isOwn ? "APIError" : "HTTPError").self) {\n"
                    + call.text(after: "            try await client.request(", indent: 12, suffix: ")")
                    + "\n        }\n"
        }
        if endpoint.content == .void {
            return call.text(after: "        try await client.request(", indent: 8, suffix: ")") + "\n"
        }
        if let check = check(reply, endpoint) {
            return call.text(after: "        #expect(try await client.request(", indent: 8, suffix: ")\(check)") + "\n"
        }
        return call.text(after: "        _ = try await client.request(", indent: 8, suffix: ")") + "\n"
    }

    private func stream(_ call: SwiftText, _ reply: Example.Reply) -> String? {
        guard 200..<300 ~= reply.status else { return nil }
        return call.text(after: "        for try await _ in client.stream(", indent: 8, suffix: ") {}") + "\n"
    }

    private func isAPIError(_ reply: Example.Reply) -> Bool {
        guard let error = module.error, let sample = Sample(json: reply.body) else { return false }
        return SampleValue(models: module.models).expression(of: sample, as: .named(error)) != nil
    }

    /// What is known about the content in a short expression: the number of its elements, or its identifier.
    private func check(_ reply: Example.Reply, _ endpoint: EndpointDescription) -> String? {
        guard var sample = Sample(json: reply.body), var type = endpoint.content.type else { return nil }
        if case .nested(let key, _) = endpoint.content { sample = sample.member(key) ?? .null }
        if type.isOptional { return sample.isNull ? " == nil)" : nil }
        if case .array = type { return ".count == \(sample.elements.count))" }
        type = type.unwrapped
        guard case .named(let name) = type, let model = module.models[name] else { return nil }
        let values = SampleValue(models: module.models)
        let preferred =
            model.properties.filter { ["id", "name", "title", "login", "slug", "code"].contains($0.name) }
            + model.properties
        for property in preferred {
            guard [.string, .integer, .bool].contains(property.type), let value = sample.member(property.key),
                let text = values.expression(of: value, as: property.type)?.line, text.count < 60
            else { continue }
            if property.type == .bool {
                return text == "true"
                    ? ".\(SwiftName.escaped(property.name)))" : ".\(SwiftName.escaped(property.name)) == false)"
            }
            return ".\(SwiftName.escaped(property.name)) == \(text))"
        }
        return nil
    }
}
