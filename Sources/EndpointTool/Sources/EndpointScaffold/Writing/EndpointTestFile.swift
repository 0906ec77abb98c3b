/// Writes the tests of an endpoint, which need no network.
struct EndpointTestFile {
    let endpoint: EndpointDescription
    let sentence: String
    let module: ModuleDescription
    let fixtures: Fixtures

    /// The file; nil if no call can be written down.
    var text: String? {
        guard let example = endpoint.examples.first, let call = ExampleCall(endpoint, example, module, fixtures) else {
            return nil
        }
        var tests = [requestTest(call)]
        tests += fuzzTests(call)
        if let test = contentTest(example) { tests.append(test) }
        var text = "import EndpointTesting\nimport \(module.name)\nimport Testing\n\n"
        text += "@Suite struct \(endpoint.typeName)Tests {\n"
        if endpoint.inputs.contains(where: { $0.type.unwrapped == .url }) {
            text += "    /// Any file that there is.\n    private static let file = URL(fileURLWithPath: #filePath)\n\n"
        }
        text += call.expression.text(after: "    private let endpoint = ", indent: 4) + "\n\n"
        return text + tests.joined(separator: "\n") + "}\n"
    }

    private func requestTest(_ call: ExampleCall) -> String {
        var text = "    @Test func `\(sentence)`() throws {\n"
        if endpoint.isUpload {
            text += "        let (request, body): (URLRequest, UploadEndpointBody) = try endpoint.makeRequest()\n"
        } else {
            text += "        let request = try endpoint.makeRequest()\n"
        }
        text += "        #expect(request.httpMethod == \(SwiftLiteral.string(endpoint.method)))\n"
        text += line("        #expect(request.url?.relativeString == ", SwiftLiteral.string(call.relativeURL), ")")
        if let accept = endpoint.accept { text += header("Accept", accept) }
        for field in call.headers { text += header(field.name, field.value) }
        switch endpoint.body {
        case .none: text += endpoint.method == "DELETE" ? "        #expect(request.httpBody == nil)\n" : ""
        case .json:
            text += header("Content-Type", "application/json")
            if let json = call.bodyJSON {
                text += "        #expect(try json(request.httpBody) == json(Data(\(json).utf8)))\n"
            }
        case .form:
            text += header("Content-Type", "application/x-www-form-urlencoded")
            if let body = call.bodyText {
                text += line("        #expect(request.httpBody == Data(", SwiftLiteral.string(body), ".utf8))")
            }
        case .text:
            if let body = call.bodyText {
                text += line("        #expect(request.httpBody == Data(", SwiftLiteral.string(body), ".utf8))")
            }
        case .data(let type): text += header("Content-Type", type)
        case .file:
            text += "        guard case .file(Self.file) = body else {\n"
            text +=
                "            Issue.record(\"The body is not the file, but \\(body).\")\n            return\n        }\n"
        case .multipart:
            let names = endpoint.inputs.compactMap { input -> String? in
                guard case .part(let name, _) = input.role, !input.isOptional || call.hasValue(of: input) else {
                    return nil
                }
                return SwiftLiteral.string(name)
            }
            text += "        guard case .multipart(let form) = body else {\n"
            text += "            Issue.record(\"The body is no form, but \\(body).\")\n            return\n        }\n"
            text += line("        #expect(form.parts.map(\\.name) == ", "[\(names.joined(separator: ", "))]", ")")
        }
        return text + "    }\n"
    }

    private func header(_ name: String, _ value: String) -> String {
        line(
            "        #expect(request.value(forHTTPHeaderField: \(SwiftLiteral.string(name))) == ",
            SwiftLiteral.string(value), ")")
    }

    /// A line that is divided before the value if it is too long.
    private func line(_ start: String, _ value: String, _ end: String) -> String {
        let text = start + value + end
        return
            (text.count <= SwiftText.width
            ? text : "\(start.hasSuffix(" ") ? String(start.dropLast()) : start)\n            \(value)\(end)") + "\n"
    }

    private func fuzzTests(_ call: ExampleCall) -> [String] {
        endpoint.inputs.compactMap { input in
            guard case .path = input.role, input.type == .string else { return nil }
            let label = NameWords.phrase(input.name.plain)
            let subject = input.name.plain == "id" ? "identifier" : label
            let expression = call.expression(replacing: input.name, by: "$0")
            let text = expression.text(after: "        try EndpointFuzz.check { ", indent: 8, suffix: " }")
            return "    @Test func `any \(subject.spoken) keeps its place in the path`() throws {\n\(text)\n    }\n"
        }
    }

    private func contentTest(_ example: Example) -> String? {
        let verb = endpoint.isUpload ? "upload" : "request"
        switch endpoint.content {
        case .void:
            return test(
                "the success has no content", "On(endpoint).status(204)", ["try await client.\(verb)(endpoint)"])
        case .data:
            return test(
                "the body is returned byte for byte", "On(endpoint).status(200, body: bytes)",
                ["#expect(try await client.\(verb)(endpoint) == bytes)"],
                before: "let bytes = Data([0x89, 0x50, 0, 0xFF])")
        case .json(let type): return jsonTest(type, key: nil, verb)
        case .nested(let key, let type): return jsonTest(type, key: key, verb)
        case .events(let type, let end): return eventTest(type, end)
        case .lines(let type):
            guard fixtures.value(of: type) != nil else { return nil }
            return test(
                "the elements are read in order", "On(endpoint).stream([.example, .example])",
                [
                    "#expect(try await client.stream(endpoint).reduce(into: []) { $0.append($1) } == [.example, .example])"
                ])
        }
    }

    private func test(_ name: String, _ stub: String, _ statements: [String], before: String? = nil) -> String {
        var text = "    @Test func `\(name)`() async throws {\n"
        if let before { text += "        \(before)\n" }
        let line = "        let client = MockClient { \(stub) }\n"
        text +=
            line.count <= SwiftText.width + 1
            ? line : "        let client = MockClient {\n            \(stub)\n        }\n"
        return text + statements.map { "        \($0)\n" }.joined() + "    }\n"
    }

    private func jsonTest(_ type: SwiftType, key: String?, _ verb: String) -> String? {
        let subject = Fixtures.root(type).map(Model.shortName) ?? "content"
        let words = NameWords.phrase(subject).spoken
        var isArray = false
        if case .array = type { isArray = true }
        let name =
            isArray ? "the \(Noun.isPlural(words) ? words : Noun.plural(words)) are decoded" : "the \(words) is decoded"
        guard let json = fixtures.json(of: type) else { return scalarTest(type, key, verb) }
        let wrapped = key.map {
            "\"{\\\"\($0.escapedInJSON)\\\": \(json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : "\\(\(json))")}\""
        }
        let stub = "On(endpoint).reply(json: \(wrapped ?? json))"
        if let value = fixtures.value(of: type) {
            return test(name, stub, ["#expect(try await client.\(verb)(endpoint) == \(value))"])
        }
        return test(name, stub, ["_ = try await client.\(verb)(endpoint)"])
    }

    /// The test of a content that is no type of the module.
    private func scalarTest(_ type: SwiftType, _ key: String?, _ verb: String) -> String? {
        guard
            let sample = endpoint.examples.lazy.compactMap({ $0.reply }).first(where: { 200..<300 ~= $0.status })
                .flatMap({ Sample(json: $0.body) })
        else { return nil }
        let content = (key.flatMap { sample.member($0) } ?? sample).shortened
        guard let value = SampleValue(models: module.models).expression(of: content, as: type) else { return nil }
        let reply = key.map { Sample.object([.init(key: $0, value: content)]) } ?? content
        let json = SwiftLiteral.json(reply.fixture(width: 60), indent: 12)
        let expected = value.text(after: "let content: \(type.text) = ", indent: 8)
        return test(
            "the content is decoded", "On(endpoint).reply(json: \(json))",
            [expected, "#expect(try await client.\(verb)(endpoint) == content)"])
    }

    private func eventTest(_ type: SwiftType?, _ end: String?) -> String? {
        guard let type else {
            return test(
                "the events are read in order", "On(endpoint).stream(events: events)",
                ["#expect(try await client.stream(endpoint).reduce(into: []) { $0.append($1) } == events)"],
                before: "let events = [ServerSentEvent(data: \"one\"), ServerSentEvent(data: \"two\")]")
        }
        guard fixtures.value(of: type) == ".example", let json = fixtures.json(of: type) else { return nil }
        let expected = "#expect(try await client.stream(endpoint).reduce(into: []) { $0.append($1) } == [.example])"
        guard let end else {
            return test("the events are read in order", "On(endpoint).stream([.example])", [expected])
        }
        return test(
            "the events are read until the mark of the end", "On(endpoint).stream(events: events)", [expected],
            before:
                "let events = [\(json), \(SwiftLiteral.string(end))].map { ServerSentEvent(data: $0.filter { !$0.isNewline }) }"
        )
    }
}

extension String {
    /// A key of JSON within a literal of Swift.
    fileprivate var escapedInJSON: String {
        String(SwiftLiteral.string(String(Sample.string(self).compact.dropFirst().dropLast())).dropFirst().dropLast())
    }
}
