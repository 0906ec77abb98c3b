import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct CassetteServerTests {
    private let cassette = Cassette([.number(1), .number(2)])

    @Test func `any client is answered from the cassette, whatever its host`() async throws {
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
                200, headers: ["Content-Encoding": "gzip", "Content-Length": "9", "X-A": "b"],
                body: Data("1".utf8)))
        let server = try LoopbackServer(serving: Cassette([zipped]))
        let request = try NumberEndpoint().makeAPIRequest()
        let response = try await URLSessionClient(baseURL: server.url.appendingPathComponent("v1")).send(request)
        #expect(response.data == Data("1".utf8))
        #expect(response.http.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(response.http.value(forHTTPHeaderField: "X-A") == "b")
    }

    @Test func `a served cassette compares bodies`() async throws {
        var post = Interaction.number(3, method: "POST")
        post.request.body = .init(Data(#"{"a":1,"b":2}"#.utf8), contentType: "application/json")
        let server = try LoopbackServer(serving: Cassette([post]))
        let client = URLSessionClient(baseURL: server.url.appendingPathComponent("v1"))
        var request: URLRequest = try .post("number")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"b": 2, "a": 1.0}"#.utf8)
        #expect(try await client.send(APIRequest(request, for: NumberEndpoint())).data == Data("3".utf8))
    }

    private static func reply(
        _ headers: HeaderFields, to request: RecordedRequest, allowsCrossOrigin: Bool = false
    ) throws -> LoopbackResponse? {
        var interaction = Interaction.number(1)
        interaction.outcome = .response(.init(200, headers: headers))
        let replay = Replay(Cassette([interaction]), matching: .standard.ignoring(.host))
        guard case .response(let response) = replay.reply(to: request, allowsCrossOrigin: allowsCrossOrigin) else {
            return nil
        }
        return response
    }

    @Test(arguments: [
        ("https://api.example.com/v1/x?a=1#f", "/v1/x?a=1#f"), ("https://API.example.com:443", "/"),
        ("https://api.example.com?a=1", "/?a=1"), ("https://api.example.com//evil.example/x", "/.//evil.example/x"),
        ("https://other.example/x", "https://other.example/x"),
        ("http://api.example.com/x", "http://api.example.com/x"),
        ("/x", "/x"), ("", ""),
    ])
    func `a Location on the recorded host leads to the server`(location: String, expected: String) throws {
        let response = try Self.reply(["Location": location], to: RecordedRequest("GET", "/v1/number"))
        #expect(response?.headers.map(\.value) == [expected])
    }

    private static let origin = "http://localhost:3000"

    @Test func `a web page may read the answers if cross-origin access is allowed`() throws {
        let request = RecordedRequest("GET", "/v1/number", headers: ["Origin": Self.origin])
        let recorded: HeaderFields = ["ETag": "1", "access-control-allow-origin": "https://app.example.com"]
        let allowed = try #require(try Self.reply(recorded, to: request, allowsCrossOrigin: true))
        #expect(allowed.headers.values(of: "Access-Control-Allow-Origin") == [Self.origin])
        #expect(allowed.headers["Access-Control-Expose-Headers"] == "ETag, access-control-allow-origin")
        #expect(try Self.reply(recorded, to: request)?.headers == recorded)
        let unmatched = RecordedRequest("GET", "/other", headers: ["Origin": Self.origin])
        let explanation = try #require(try Self.reply([:], to: unmatched, allowsCrossOrigin: true))
        #expect(explanation.status == 501)
        #expect(explanation.headers.contains("Access-Control-Allow-Origin"))
    }

    @Test func `a preflight is answered if cross-origin access is allowed`() throws {
        let preflight = RecordedRequest(
            "OPTIONS", "/v1/number",
            headers: [
                "Origin": Self.origin, "Access-Control-Request-Method": "PUT",
                "Access-Control-Request-Headers": "content-type,x-a",
            ])
        let response = try #require(try Self.reply([:], to: preflight, allowsCrossOrigin: true))
        #expect(response.status == 204)
        #expect(response.headers["Access-Control-Allow-Methods"] == "PUT")
        #expect(response.headers["Access-Control-Allow-Headers"] == "content-type,x-a")
        #expect(try Self.reply([:], to: preflight)?.status == 501)
    }

    @Test func `only OPTIONS is a preflight`() throws {
        let request = RecordedRequest(
            "GET", "/v1/number", headers: ["Origin": Self.origin, "Access-Control-Request-Method": "PUT"])
        #expect(try Self.reply([:], to: request, allowsCrossOrigin: true)?.status == 200)
    }

    @Test func `a recorded timeout is served as a stalled answer`() {
        let request = Interaction.Request("GET", "https://api.example.com/v1/number")
        let replay = Replay(
            Cassette([Interaction(request, .failure(.init(.timedOut)))]), matching: .standard.ignoring(.host))
        let reply = replay.reply(to: RecordedRequest("GET", "/v1/number"))
        let isStall = if case .stall = reply { true } else { false }
        #expect(isStall)
    }

    @Test func `a recorded failure closes the connection`() async throws {
        let request = Interaction.Request("GET", "https://api.example.com/v1/number")
        let server = try LoopbackServer(
            serving: Cassette([Interaction(request, .failure(.init(.networkConnectionLost)))]))
        let client = URLSessionClient(baseURL: server.url.appendingPathComponent("v1"))
        await #expect(throws: URLError.self) { try await client.request(NumberEndpoint()) }
    }
}
