/// Writes the tests of what all endpoints share.
struct CommonTestFiles {
    let module: ModuleDescription
    let fixtures: Fixtures

    var files: [String: String] {
        var files = ["Common/\(module.prefix)EnvironmentTests.swift": environment]
        if let text = error { files["Common/APIErrorTests.swift"] = text }
        return files
    }

    private var environment: String {
        let name = "\(module.prefix)Environment"
        var text = "import EndpointTesting\nimport \(module.name)\nimport Testing\n\n@Suite struct \(name)Tests {\n"
        if module.baseURL.hasPrefix("https:") {
            text += """
                    @Test func `production is reached over https`() {
                        #expect(\(name).production.baseURL.scheme == "https")
                    }


                """
        }
        text += """
                @Test func `any server may take the place of production`() throws {
                    let url = try #require(URL(string: "http://127.0.0.1:8080/v1"))
                    #expect(\(name).server(url).baseURL == url)
                }

            """
        if let header = module.headers.first {
            text += """

                    @Test func `every request has the headers of the API`() {
                        #expect(\(name).production.headers[\(SwiftLiteral.string(header.name))] == \(SwiftLiteral.string(header.value)))
                    }

                """
        }
        return text + "}\n"
    }

    /// An endpoint that a test of errors can call: one without a stream and without an upload.
    private var caller: (EndpointDescription, ExampleCall)? {
        for endpoint in module.endpoints
        where !endpoint.content.isStream && !endpoint.isUpload {
            if let example = endpoint.examples.first, let call = ExampleCall(endpoint, example, module, fixtures) {
                return (endpoint, call)
            }
        }
        return nil
    }

    private var error: String? {
        guard let name = module.error, fixtures.samples[name] != nil, let (_, call) = caller else { return nil }
        let stub = fixtures.value(of: .named(name)) != nil
        let endpoint = call.expression.text(after: "    private let endpoint = ", indent: 4)
        return """
            import EndpointTesting
            import \(module.name)
            import Testing

            @Suite struct APIErrorTests {
            \(endpoint)

                @Test func `a failure of the API is thrown as its own error`() async throws {
                    let client = MockClient { On(endpoint).status(400, json: APIError.exampleJSON) }
                    let error = try await #require(throws: APIError.self) { try await client.request(endpoint) }
            \(stub ? "        #expect(error == .example)\n" : "")        #expect(error.exchange.http?.status == 400)
                }

                @Test func `a failure with another body is an HTTP error`() async throws {
                    let client = MockClient { On(endpoint).status(502, body: Data("<h1>Bad Gateway</h1>".utf8)) }
                    let error = try await #require(throws: HTTPError.self) { try await client.request(endpoint) }
                    #expect(error.status == 502)
                }
            }

            """
    }
}
