import EndpointTesting
import Testing

@Suite struct LiveClientLimitTests {
    private let clock = TestClock()

    @Test(arguments: Engine.allCases)
    func `a server that stays silent times out`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = engine.client(server, limits: .init(deadline: nil, idle: .seconds(30)), time: clock.time)
        let call = Task { try await client.get("x?token=canary") }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        let error = try await #require(throws: URLError.self) { try await call.value }
        #expect(error.code == .timedOut)
        #expect(
            error.localizedDescription
                == "GET /v1/x?token={{secret}} → Nothing was sent or received for 30 s, the client's limit `idle`.")
        #expect(error.failingURL?.absoluteString == "\(server.url)/v1/x?token=%7B%7Bsecret%7D%7D")
        await server.connectionsClosed()
    }

    @Test(arguments: Engine.allCases)
    func `a server that drips forever runs into the deadline`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let client = engine.client(
            server, limits: .init(deadline: .seconds(60), idle: .seconds(40)), time: clock.time)
        let call = Task { try await client.get("x") }
        _ = await server.received(1)
        body.yield(Data([1]))
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        let error = try await #require(throws: URLError.self) { try await call.value }
        #expect(error.code == .timedOut)
        #expect(
            error.localizedDescription == "GET /v1/x → The call took longer than 60 s, the client's limit `deadline`.")
    }

    @Test(arguments: Engine.allCases)
    func `a call that ends in time leaves no sleeping task`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server, limits: .init(deadline: nil, idle: .seconds(30)), time: clock.time)
        _ = try await client.get("x")
        await clock.sleepers(1)
        clock.advance(by: .seconds(31))
        _ = try await client.get("y")
        await clock.sleepers(1)
        #expect(clock.sleeperCount == 1)
    }

    @Test(arguments: Engine.allCases)
    func `a client without limits has no sleeping task`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server, limits: .init(deadline: nil, idle: nil), time: clock.time)
        _ = try await client.get("x")
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `calls over the limit wait for their turn`(engine: Engine) async throws {
        let (gate, opened) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { request in
            request.path == "/v1/slow" ? .stream(LoopbackResponse(), gate) : .status(204)
        }
        let client = engine.client(server, limits: .init(idle: nil, concurrentCallsPerOrigin: 1))
        let slow = Task { try await client.get("slow") }
        _ = await server.received(1)
        let next = Task { try await client.get("next") }
        await client.hasWaiting(1)
        #expect(server.requestCount == 1)
        opened.finish()
        _ = try await (slow.value, next.value)
        #expect(server.requests.map(\.path) == ["/v1/slow", "/v1/next"])
    }
}
