import EndpointTesting
import Testing

@testable import EndpointClient

/// A client that does not declare that it signs.
private struct Foreign: APIClient {
    let isAsked = AwaitableValue(false)

    func send(_ request: APIRequest) async throws -> APIResponse {
        isAsked.update { $0 = true }
        throw URLError(.unknown)
    }
}

@Suite(.timeLimit(.minutes(5))) struct SigningClientTests {
    /// Signs with the method, the path, a header and the bytes of the body.
    @Sendable private static func sign(_ request: inout SignableRequest) async throws {
        var bytes = Data()
        for try await chunk in request.body ?? BodyStream(Data()) { bytes += chunk }
        request.headers["X-Signature"] =
            "\(request.method) \(request.url.path) \(request.headers["Authorization"] ?? "-") \(bytes.count)"
    }

    @Test(arguments: Engine.allCases)
    func `a signature sees the absolute URL, all headers and the body`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server).standard {
            $0.credential = .bearer("c4n4ry")
            $0.sign = Self.sign
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
        try Data(repeating: 7, count: 300_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = Data(repeating: 1, count: 1000)
        let bodies: [UploadEndpointBody] = [
            .data(bytes), .file(file), .stream(InputStream(data: bytes), length: nil),
        ]
        for body in bodies { _ = try await client.upload(SendEndpoint(body, .post, to: "x")) }
        #expect(
            await server.received(3).map { $0.header("X-Signature") }
                == [1000, 300_000, 1000].map { "POST /v1/x Bearer c4n4ry \($0)" })
        #expect(await server.received(3).map(\.body.count) == [1000, 300_000, 1000])
    }

    @Test func `a client that does not sign gets no request`() async throws {
        let foreign = Foreign()
        let error = try await #require(throws: RequestError.self) {
            try await foreign.standard { $0.sign = Self.sign }.request(RawEndpoint(.get("x")))
        }
        #expect(error.reason == .unsigned(client: "Foreign"))
        #expect(error.localizedDescription.contains("Foreign does not sign requests"))
        #expect(!foreign.isAsked.value)
    }

    @Test func `a client whose fallback does not sign gets no request`() async throws {
        let (signing, other) = (MockClient.always(.status(204)), Foreign())
        #expect(signing.traits.signsRequests)
        #expect(signing.fallingBack(to: signing).traits.signsRequests)
        let clients: [(any APIClient, String)] = [
            (signing.fallingBack(to: other), "Mock"), (other.fallingBack(to: signing), "Foreign"),
            (signing.fallingBack { try .answer(to: $0) }, "Mock"),
        ]
        for (client, name) in clients {
            await #expect(throws: RequestError(.unsigned(client: "FallingBack › \(name)"))) {
                _ = try await client.signing(Self.sign).send(.get, "x")
            }
        }
        #expect(signing.requests.isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func `each attempt and each hop is signed, but none to another origin`(engine: Engine) async throws {
        let other = try LoopbackServer { _ in .status(204) }
        let count = AwaitableValue(0)
        let server = try LoopbackServer { request in
            switch (
                request.path,
                count.update {
                    $0 += 1; return $0
                }
            ) {
            case ("/v1/first", 1): .status(503)
            case ("/v1/first", _): .response(LoopbackResponse(status: 307, headers: ["Location": "/v1/second"]))
            default: .response(LoopbackResponse(status: 307, headers: ["Location": "\(other.url)/v1/third"]))
            }
        }
        let numbers = AwaitableValue(0)
        let client = engine.client(server).signing { request in
            request.headers["X-Signature"] = "\(numbers.update { $0 += 1; return $0 })"
        }.retrying(time: TimeSource(LeapingClock(clock: TestClock())).drawing { 0 })
        _ = try await client.request(RawEndpoint(.get("first")))
        #expect(await server.received(3).map { $0.header("X-Signature") } == ["1", "2", "3"])
        #expect(await other.received(1).map { $0.header("X-Signature") } == [nil])
    }

    @Test(arguments: Engine.allCases)
    func `a call is not signed after a redirect to another origin, not even back at the first one`(engine: Engine)
        async throws
    {
        let home = AwaitableValue<URL?>(nil)
        let other = try LoopbackServer { _ in
            .response(LoopbackResponse(status: 307, headers: ["Location": home.value?.absoluteString ?? ""]))
        }
        let server = try LoopbackServer { request in
            request.path == "/v1/back"
                ? .status(204) : .response(LoopbackResponse(status: 307, headers: ["Location": "\(other.url)/v1/away"]))
        }
        home.update { $0 = server.url.appendingPathComponent("v1/back") }
        let client = engine.client(server).signing { $0.headers["X-Signature"] = "1" }
        _ = try await client.request(RawEndpoint(.get("first")))
        #expect(await server.received(2).map { $0.header("X-Signature") } == ["1", nil])
        #expect(await other.received(1).map { $0.header("X-Signature") } == [nil])
    }

    @Test func `a request with an absolute URL is signed if it goes to the client's own origin`() async throws {
        let (server, other) = (try LoopbackServer { _ in .status(204) }, try LoopbackServer { _ in .status(204) })
        let client = LiveClient(baseURL: server.url, limits: .patient).standard {
            $0.sign = { $0.headers["X-Signature"] = "1" }
        }
        for target in [server, other] {
            _ = try await client.request(RawEndpoint(URLRequest(url: target.url.appendingPathComponent("x"))))
        }
        #expect(await server.received(1).map { $0.header("X-Signature") } == ["1"])
        #expect(await other.received(1).map { $0.header("X-Signature") } == [nil])
    }

    @Test func `a client without a base URL signs the requests of each call to its origin`() async throws {
        let (server, other) = (try LoopbackServer { _ in .status(204) }, try LoopbackServer { _ in .status(204) })
        let client = LiveClient(limits: .patient).signing { $0.headers["X-Signature"] = $0.url.port.map(String.init) }
        for target in [server, other] {
            _ = try await client.request(RawEndpoint(URLRequest(url: target.url.appendingPathComponent("x"))))
            let port = try #require(target.url.port)
            #expect(await target.received(1).map { $0.header("X-Signature") } == ["\(port)"])
        }
    }

    @Test func `a signature may be in the query, and stays at its origin`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = LiveClient(baseURL: server.url, limits: .patient)
        let signed = client.signing { request in
            request.url = request.url.appending(queryItems: [URLQueryItem(name: "sig", value: "1")])
        }
        _ = try await signed.request(RawEndpoint(.get("x")))
        #expect(await server.received(1).map(\.target) == ["/x?sig=1"])
        let elsewhere = client.signing { $0.url = try #require(URL(string: "https://example.com/x")) }
        await #expect(throws: RequestError.self) { try await elsewhere.request(RawEndpoint(.get("x"))) }
        #expect(server.requestCount == 1)
    }

    @Test func `an error of a signature ends the call`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = LiveClient(baseURL: server.url, limits: .patient).signing { _ in throw CocoaError(.fileNoSuchFile)
        }
        await #expect(throws: CocoaError.self) { try await client.request(RawEndpoint(.get("x"))) }
        #expect(server.requestCount == 0)
    }
}
