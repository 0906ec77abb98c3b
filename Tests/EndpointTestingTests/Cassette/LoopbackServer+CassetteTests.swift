import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct CassetteServerTests {
    private let cassette = Cassette([.number(1), .number(2)])

    @Test func `any client is answered from the cassette, whatever the host`() async throws {
        let server = try LoopbackServer(serving: cassette)
        let client = URLSessionClient(baseURL: server.url.appendingPathComponent("v1"))
        #expect(try await client.request(NumberEndpoint()) == 1)
        #expect(try await client.request(NumberEndpoint()) == 2)
    }

    @Test func `an unmatched request gets a 501 with an explanation and is kept`() async throws {
        let replay = Replay(cassette, matching: .standard.ignoring(.host))
        let server = try LoopbackServer(serving: replay)
        let client = URLSessionClient(baseURL: server.url.appendingPathComponent("v1"))
        let error = try await #require(throws: HTTPError.self) {
            try await client.request(NumberEndpoint(path: "other"))
        }
        #expect(error.status == 501)
        #expect(String(decoding: error.body, as: UTF8.self).hasPrefix("No recorded interaction matches this request."))
        #expect(replay.unmatched.map(\.request.url) == ["http://localhost/v1/other"])
    }

    @Test func `the headers of the recorded encoding are left out`() async throws {
        var zipped = Interaction.number(1)
        zipped.outcome = .response(
            .init(
                200, headers: [.init("Content-Encoding", "gzip"), .init("Content-Length", "9"), .init("X-A", "b")],
                body: Data("1".utf8)))
        let server = try LoopbackServer(serving: Cassette([zipped]))
        let request = try NumberEndpoint().makeAPIRequest()
        let response = try await URLSessionClient(baseURL: server.url.appendingPathComponent("v1")).send(request)
        #expect(response.data == Data("1".utf8))
        #expect(response.http.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(response.http.value(forHTTPHeaderField: "X-A") == "b")
    }

    @Test func `bodies are matched`() async throws {
        var post = Interaction.number(3, method: "POST")
        post.request.body = .init(Data(#"{"a":1,"b":2}"#.utf8), contentType: "application/json")
        let server = try LoopbackServer(serving: Cassette([post]))
        let client = URLSessionClient(baseURL: server.url.appendingPathComponent("v1"))
        var request: URLRequest = try .post("number")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"b": 2, "a": 1.0}"#.utf8)
        #expect(try await client.send(APIRequest(request, for: NumberEndpoint())).data == Data("3".utf8))
    }

    @Test func `a recorded failure closes the connection`() async throws {
        let request = Interaction.Request("GET", "https://api.example.com/v1/number")
        let server = try LoopbackServer(
            serving: Cassette([Interaction(request, .failure(.init(.networkConnectionLost)))]))
        let client = URLSessionClient(baseURL: server.url.appendingPathComponent("v1"))
        await #expect(throws: URLError.self) { try await client.request(NumberEndpoint()) }
    }
}
