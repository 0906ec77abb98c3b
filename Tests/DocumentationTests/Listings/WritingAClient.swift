import EndpointTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct SharedSessionClient: APIClient {
    let baseURL: BaseURL

    func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        guard request.body == nil else { throw URLError(.cannotOpenFile) }
        var urlRequest = request.urlRequest
        urlRequest.url = try urlRequest.url.map { try baseURL.resolve($0) }
        let (data, response) = try await URLSession.shared.data(for: urlRequest)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return APIResponse(http: http, body: .data(data))
    }
}

extension SharedSessionClient: BaseURLClient {
    var baseOrigin: Origin? { baseURL.origin }
}

/// Lets calls wait until a slot is free.
struct Slots: Sendable {
    let wait: @Sendable () async throws -> Void
}

struct QueueingClient: ClientDecorator {
    let upstream: any APIClient
    let slots: Slots

    func send(_ request: APIRequest) async throws -> APIResponse {
        request.context.emit(.queued)
        let start = ContinuousClock.now
        try await slots.wait()
        request.context.emit(.admitted(after: ContinuousClock.now - start))
        return try await upstream.send(request)
    }
}

@Suite struct WritingAClientTests {
    private struct PingEndpoint: VoidEndpoint {
        let path: String

        func makeRequest() throws -> URLRequest { try .get("\(path)") }
    }

    private let clock = TestClock()

    private func client(_ server: LoopbackServer) -> any APIClient {
        SharedSessionClient(baseURL: BaseURL(server.url.appendingPathComponent("v1"))).standard { stack in
            stack.clock = clock
            stack.retry = nil
            stack.credential = .bearer("t")
        }
    }

    @Test func `sends what its decorators add`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await client(server).request(PingEndpoint(path: "me"))
        let request = try #require(await server.received(1).first)
        #expect(request.path == "/v1/me")
        #expect(request.header("Authorization") == "Bearer t")
    }

    @Test func `ends in time`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
        let call = Task { try await client.request(PingEndpoint(path: "me")) }
        _ = await server.received(1)
        await clock.sleepers(2)
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test func `a wait in a queue is no part of an attempt`() async throws {
        let clock = clock
        let slots = Slots { clock.advance(by: .seconds(10)) }
        let client = QueueingClient(upstream: MockClient { try .json("[]", to: $0) }, slots: slots)
            .timingOut(eachAttemptAfter: .seconds(1), clock: clock)
        #expect(try await client.request(SearchEndpoint(words: "x")).isEmpty)
    }
}
