import EndpointTesting
import Testing

@Suite struct LiveClientRedirectTests {
    /// A server that redirects `/v1/from` and answers everything else with what it was asked.
    private func server(_ status: Int, to location: String = "to") throws -> LoopbackServer {
        try LoopbackServer { request in
            request.path == "/v1/from"
                ? .redirect(status, to: location) : .text("\(request.method) \(request.target) \(request.text)")
        }
    }

    @Test(
        arguments: Engine.allCases,
        [
            (301, "GET /v1/to "), (302, "GET /v1/to "), (303, "GET /v1/to "), (307, "POST /v1/to body"),
            (308, "POST /v1/to body"),
        ])
    func `a redirected POST follows the status, with the whole body or none`(
        engine: Engine, redirect: (status: Int, expected: String)
    ) async throws {
        let (server, expected) = (try server(redirect.status), redirect.expected)
        let request = try URLRequest.post("from", body: .text("body"))
        let data = try await engine.client(server).request(RawEndpoint(request))
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(
            server.requests.last?.header("Content-Type")
                == (expected.hasPrefix("POST") ? "text/plain; charset=utf-8" : nil))
    }

    @Test(arguments: Engine.allCases, [307, 308])
    func `a stream is opened again for the next hop`(engine: Engine, status: Int) async throws {
        let server = try LoopbackServer { $0.path == "/v1/from" ? .redirect(status, to: "to") : .status(204) }
        let body = bytes(200_000)
        try await engine.client(server).upload(SendEndpoint(.stream(InputStream(data: body)), to: "from"))
        #expect(server.requests.map(\.body) == [body, body])
    }

    @Test(arguments: Engine.allCases)
    func `credentials stay at their origin`(engine: Engine) async throws {
        let other = try LoopbackServer { _ in .text("other") }
        let server = try LoopbackServer { $0.path == "/v1/from" ? .redirect(to: "\(other.url)/x") : .status(404) }
        let headers: HeaderFields = [
            "Authorization": "Bearer t", "Cookie": "a=b", "X-Api-Key": "k", "X-Anything": "s", "Accept": "text/plain",
        ]
        let request = try URLRequest.get("from", headers: headers)
        let data = try await engine.client(server).request(RawEndpoint(request))
        #expect(data == Data("other".utf8))
        let received = try #require(other.requests.first)
        #expect(received.header("Accept") == "text/plain")
        for name in ["Authorization", "Cookie", "X-Api-Key", "X-Anything"] { #expect(received.header(name) == nil) }
    }

    @Test(arguments: Engine.allCases)
    func `credentials stay in the request within their origin`(engine: Engine) async throws {
        let server = try server(302)
        let request = try URLRequest.get("from", headers: ["Authorization": "Bearer t"])
        _ = try await engine.client(server).request(RawEndpoint(request))
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t", "Bearer t"])
    }

    @Test(
        arguments: Engine.allCases,
        ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:alert(1)", "http://example.com/"])
    func `an unsafe redirect target is refused, and the error names it`(engine: Engine, target: String) async throws {
        let server = try server(302, to: target)
        let client = engine.client(server)
        let error = try await #require(throws: RequestError.self) { try await client.get("from") }
        #expect(error.description.hasPrefix("GET /v1/from → The redirect to \"\(target)"))
    }

    @Test(arguments: Engine.allCases)
    func `an unreachable redirect target doesn't prove that nothing was sent`(engine: Engine) async throws {
        let gone = try RefusedPort()
        let server = try server(307, to: "\(gone.url)/x")
        let client = engine.client(server)
        let endpoint = RawEndpoint(try URLRequest.post("from", body: .text("body")))
        let error = try await #require(throws: URLError.self) { try await client.request(endpoint) }
        #expect(error.code == .networkConnectionLost)
        #expect(error.localizedDescription.hasPrefix("POST /v1/from → The redirect to \(gone.url) failed: "))
        await #expect(throws: URLError.self) { try await client.retrying().request(endpoint) }
        #expect(server.requestCount == 2)
    }

    @Test(arguments: Engine.allCases)
    func `a redirect loop ends at the limit`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .redirect(to: "/v1/from") }
        let client = engine.client(server, limits: .init(redirects: 3))
        let error = try await #require(throws: URLError.self) { try await client.get("from") }
        #expect(error.code == .httpTooManyRedirects)
        #expect(error.failingURL?.path == "/v1/from")
        #expect(
            error.localizedDescription
                == "GET /v1/from → The server redirected the call more than 3 times, the client's limit `redirects`.")
        #expect(server.requestCount == 4)
    }

    @Test(arguments: Engine.allCases)
    func `a redirect without a Location is the answer`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(302) }
        #expect(try await engine.client(server).get("from").http.statusCode == 302)
    }

    @Test(arguments: Engine.allCases)
    func `a response has the URL that answered`(engine: Engine) async throws {
        let server = try server(302, to: "/elsewhere?x=1")
        #expect(try await engine.client(server).get("from").http.url?.relativePath == "/elsewhere")
    }
}
