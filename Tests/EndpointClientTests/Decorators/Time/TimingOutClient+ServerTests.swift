import EndpointTesting
import Testing

/// Limits of calls and attempts that a real client keeps, without any real waiting.
@Suite struct TimingOutClientServerTests {
    private let clock = TestClock()

    /// A client with no limits of its own but for its single place.
    private func client(_ server: LoopbackServer, places: Int = 1) -> URLSessionClient {
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil, concurrentCallsPerOrigin: places)
        return URLSessionClient(server, limits: limits, clock: clock)
    }

    @Test func `an attempt ends while the server stalls`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server).timingOut(eachAttemptAfter: .seconds(3), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test func `a call ends in time though it waits for its turn`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
        let first = Task { try await client.send(.get, "first") }
        _ = await server.received(1)
        let second = Task { try await client.timingOut(after: .seconds(3), clock: clock).send(.get, "second") }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let error = await #expect(throws: URLError.self) { try await second.value }
        #expect(error?.code == .timedOut)
        #expect(server.requestCount == 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func `waiting for a turn does not count for an attempt`() async throws {
        let server = try LoopbackServer { request in request.path == "/v1/first" ? .stall : .status(204) }
        let client = client(server)
        let first = Task { try await client.timingOut(after: .seconds(10), clock: clock).send(.get, "first") }
        _ = await server.received(1)
        await clock.sleepers(1)
        let second = Task {
            try await client.timingOut(eachAttemptAfter: .seconds(3), clock: clock).send(.get, "second")
        }
        await client.hasWaiting(1)
        clock.advance(by: .seconds(10))
        await #expect(throws: URLError.self) { try await first.value }
        #expect(try await second.value.http.statusCode == 204)
    }

    @Test func `each attempt has its own time, and the call has one for all`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
            .timingOut(eachAttemptAfter: .seconds(4), clock: clock).retrying(clock: clock, random: { 0 })
            .timingOut(after: .seconds(10), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        await server.outlast(3, of: .seconds(4), on: clock)
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.retries?.attempts.map(\.duration) == [.seconds(4), .seconds(4), .seconds(4)])
    }
}
