import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct CircuitBreakingClientTests {
    private let clock = TestClock()

    private let server = MoodyServer()

    private var client: some APIClient {
        MockClient(server.answer).circuitBreaking(time: clock.time.drawing { 0.5 })
    }

    private func fail(_ client: some APIClient, _ count: Int, at url: String = "x") async {
        for _ in 0..<count { _ = try? await client.send(.get, url) }
    }

    @Test func `a server isn't called any more after five failures in a row`() async throws {
        let client = client
        await fail(client, 5, at: "https://api.example.com/x")
        let error = await #expect(throws: BreakerOpenError.self) {
            try await client.send(.get, "https://api.example.com/y")
        }
        #expect(server.requests.count == 5)
        #expect(error?.host == "api.example.com")
        #expect(error?.retryAfter == .seconds(10))
    }

    @Test func `copies of a breaker share their state, and other origins are still called`() async throws {
        let client = client, copy = client
        await fail(client, 5, at: "https://a.example/x")
        await #expect(throws: BreakerOpenError.self) { try await copy.send(.get, "https://a.example:443/y") }
        #expect(try await copy.send(.get, "https://b.example/x").http.statusCode == 503)
        #expect(try await copy.send(.get, "x").http.statusCode == 503)
    }

    /// The times of one clock have no meaning for another.
    @Test func `breakers with different clocks share no state`() async throws {
        let mock = MockClient(server.answer)
        await fail(mock.circuitBreaking(time: clock.time), 5)
        #expect(try await mock.circuitBreaking(time: TestClock().time).send(.get, "x").http.statusCode == 503)
    }

    static let harmless: [MoodyServer.Mood] = [
        MoodyServer.status(200), MoodyServer.status(404), MoodyServer.status(401), MoodyServer.status(501),
        MoodyServer.failing(URLError(.notConnectedToInternet)), MoodyServer.failing(CancellationError()),
        MoodyServer.failing(RequestError(.url(""))),
    ]

    @Test(arguments: harmless.indices) func `an outcome that says nothing about the server's health opens no breaker`(
        index: Int
    )
        async throws
    {
        server.turn(Self.harmless[index])
        let client = client
        await fail(client, 40)
        #expect(server.requests.count == 40)
    }

    @Test func `two successful probes close a breaker`() async throws {
        let client = client
        await fail(client, 5)
        server.turn(MoodyServer.status(200))
        clock.advance(by: .milliseconds(9999))
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        clock.advance(by: .milliseconds(1))
        await fail(client, 2)
        server.turn(MoodyServer.status(503))
        await fail(client, 4)
        #expect(server.requests.count == 11)
    }

    @Test func `a failed probe doubles the pause`() async throws {
        let client = client
        await fail(client, 5)
        clock.advance(by: .seconds(10))
        await fail(client, 1)
        let error = await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        #expect(error?.retryAfter == .seconds(20))
        #expect(server.requests.count == 6)
    }

    @Test func `a cancelled probe makes way for the next one`() async throws {
        let client = client
        await fail(client, 5)
        clock.advance(by: .seconds(10))
        server.turn(MoodyServer.failing(CancellationError()))
        await fail(client, 1)
        server.turn(MoodyServer.status(200))
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `only one probe is under way at a time`() async throws {
        let client = client, arrived = Tally(), release = Tally()
        await fail(client, 5)
        clock.advance(by: .seconds(10))
        server.turn { request in
            arrived.add()
            try await release.reached(1)
            return try .answer(200, to: request)
        }
        let probe = Task { try await client.send(.get, "x").http.statusCode }
        try await arrived.reached(1)
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        release.add()
        #expect(try await probe.value == 200)
    }

    @Test func `a breaker emits events when it opens, rejects and closes`() async throws {
        let steps = Steps(), client = client.metering(time: clock.time, steps.note)
        await fail(client, 6)
        clock.advance(by: .seconds(10))
        server.turn(MoodyServer.status(200))
        await fail(client, 2)
        #expect(
            steps.all.filter { $0.hasPrefix("breaker") } == [
                "breaker opened 10.000 s", "breaker rejected 10.000 s", "breaker closed",
            ])
    }

    @Test func `a breaker that opens on a call's last failure leaves its answer to the caller`() async throws {
        let steps = Steps(), policy = CircuitBreakerPolicy(failuresInARow: 4)
        let client = MockClient(server.answer).circuitBreaking(policy, time: clock.time.drawing { 0.5 })
            .retryingAtOnce()
            .metering(steps.note)
        await fail(client, 1)
        let response = try await client.send(.get, "x")
        #expect(server.requests.count == 4)
        #expect(response.http.statusCode == 503)
        #expect(response.retries?.attempts.map(\.status) == [503])
        #expect(response.retries?.reason == .breakerOpen(retryAfter: .seconds(10)))
        #expect(steps.all.filter { $0.hasPrefix("attempt ") }.count == 4)
        let error = await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        #expect(error?.retries?.attempts.isEmpty == true)
        #expect(error?.retries?.reason == .breakerOpen(retryAfter: .seconds(10)))
    }

    @Test func `a breaker that opens doesn't replace the error of the connection`() async throws {
        server.turn(MoodyServer.failing(URLError(.networkConnectionLost)))
        let policy = CircuitBreakerPolicy(failuresInARow: 1)
        let client = MockClient(server.answer).circuitBreaking(policy, time: clock.time.drawing { 0.5 })
            .retryingAtOnce()
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.retries?.reason == .breakerOpen(retryAfter: .seconds(10)))
    }

    @Test func `a call that ends while waiting for its turn says nothing about the server`() async throws {
        let clock = TestClock(), (held, _) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { $0.path == "/v1/slow" ? .stream(LoopbackResponse(), held) : .status(204) }
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil, concurrentCallsPerOrigin: 1)
        let transport = URLSessionClient(server, limits: limits, time: clock.time)
        let client = transport.circuitBreaking(time: clock.time).timingOut(after: .seconds(2), time: clock.time)
        let slow = Task { try await transport.get("slow") }
        _ = await server.received(1)
        for _ in 1...5 {
            let call = Task { try await client.send(.get, "x") }
            await clock.sleepers(1)
            clock.advance(by: .seconds(2))
            let error = await #expect(throws: URLError.self) { try await call.value }
            #expect(error?.code == .timedOut)
        }
        slow.cancel()
        _ = try? await slow.value
        #expect(server.requestCount == 1)
        #expect(try await client.send(.get, "x").http.statusCode == 204)
    }
}
