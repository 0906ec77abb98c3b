import EndpointTesting
import Testing

@Suite struct LiveClientCancellationTests {
    @Test(arguments: Engine.allCases)
    func `a call that is cancelled before it begins sends nothing`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.get("x")
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        _ = try await client.get("y")
        #expect(server.requests.map(\.path) == ["/v1/y"])
    }

    @Test(arguments: Engine.allCases)
    func `a call that waits for an answer ends at once when cancelled and closes its connection`(engine: Engine)
        async throws
    {
        let server = try LoopbackServer { _ in .stall }
        let client = engine.client(server)
        let call = Task { try await client.get("x") }
        _ = await server.received(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.connectionsClosed()
        await client.isIdle()
    }

    @Test(arguments: Engine.allCases)
    func `a call that receives a body ends at once when cancelled`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let client = engine.client(server)
        let call = Task { try await client.get("x") }
        _ = await server.received(1)
        body.yield(bytes(1000))
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.connectionsClosed()
        await client.isIdle()
    }

    @Test(arguments: Engine.allCases)
    func `a cancelled call leaves the queue, and no other call does`(engine: Engine) async throws {
        let (gate, opened) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { request in
            request.path == "/v1/first" ? .stream(LoopbackResponse(), gate) : .text(request.path)
        }
        let client = engine.client(server, limits: .init(idle: nil, concurrentCallsPerOrigin: 1))
        let first = Task { try await client.get("first") }
        _ = await server.received(1)
        let second = Task { try await client.get("second") }
        await client.hasWaiting(1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = Task { try await client.get("third") }
        opened.finish()
        _ = try await first.value
        #expect(try await third.value.data == Data("/v1/third".utf8))
        #expect(server.requests.map(\.path) == ["/v1/first", "/v1/third"])
    }
}
