import EndpointTesting
import Testing

/// Credentials and real servers that send them elsewhere: `127.0.0.1` and `localhost` are one server and two origins.
@Suite struct AuthorizingClientServerTests {
    private let office = TokenOffice()

    private func elsewhere(_ request: RecordedRequest, _ path: String) -> String {
        "http://localhost:\(request.header("Host")?.split(separator: ":").last ?? "")\(path)"
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `no credential reaches another origin`(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/x" ? .redirect(status, to: elsewhere(request, "/y")) : .status(204)
        }
        let tokens = office.credential(ExpiringCredential(.bearer("t")))
        let client = URLSessionClient(server).authorizing(with: tokens)
            .adapting { $0.urlRequest.setValue("k", forHTTPHeaderField: "X-API-Key") }
        _ = try await client.send(.get, "x", headers: ["Cookie": "session=c"])
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t", nil])
        #expect(server.requests.map { $0.header("X-API-Key") } == ["k", nil])
        #expect(server.requests.map { $0.header("Cookie") } == ["session=c", nil])
    }

    @Test func `a 401 from elsewhere is the answer, and refreshes nothing`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/x" ? .redirect(to: elsewhere(request, "/y")) : .status(401)
        }
        let tokens = office.credential(ExpiringCredential(.bearer("t")))
        let response = try await URLSessionClient(server).authorizing(with: tokens).send(.get, "x")
        #expect(response.http.statusCode == 401)
        #expect(server.requestCount == 2)
        #expect(office.refreshes.count == 0)
    }

    @Test func `a replay has a fresh body`() async throws {
        let server = try LoopbackServer { request in
            .status(request.header("Authorization") == "Bearer old" ? 401 : 204)
        }
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in ExpiringCredential(.bearer("new")) }
        let client = URLSessionClient(server).authorizing(with: tokens)
        let body = UploadEndpointBody.stream(InputStream(data: bytes(50_000)), length: 50_000)
        try await client.upload(SendEndpoint(body, .post))
        #expect(server.requests.map(\.body) == [bytes(50_000), bytes(50_000)])
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer old", "Bearer new"])
    }

    @Test func `a refresh through the same server has no credential`() async throws {
        let server = try LoopbackServer { request in
            .status(request.path == "/v1/token" || request.header("Authorization") == "Bearer new" ? 200 : 401)
        }
        let plain = URLSessionClient(server)
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
            _ = try await plain.send(.post, "token")
            return ExpiringCredential(.bearer("new"))
        }
        let response = try await plain.authorizing(with: tokens).send(.get, "x")
        #expect(response.http.statusCode == 200)
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer old", nil, "Bearer new"])
    }
}
