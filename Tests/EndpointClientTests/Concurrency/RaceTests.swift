import EndpointTesting
import Testing

/// Around clients that do not enforce deadlines by themselves, the record of attempts is kept and waiting in a queue is no attempt.
@Suite struct RaceTests {
    private static let policy = RetryPolicy(attempts: 5, base: .zero, overloadBase: .zero)
    private let clock = TestClock()

    private func client(_ server: LoopbackServer) -> URLSessionClient {
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil, concurrentCallsPerOrigin: 1)
        return URLSessionClient(server, limits: limits, clock: clock)
    }

    /// Stacks with one second for each attempt and 2.5 s for the call, and how many tasks sleep during an attempt.
    static let stacks: [(sleepers: Int, make: @Sendable (any APIClient, TestClock) -> any APIClient)] = [
        (
            1,
            { client, clock in
                client.timingOut(eachAttemptAfter: .seconds(1), clock: clock).adapting { _ in }
                    .retrying(policy, clock: clock).timingOut(after: .milliseconds(2500), clock: clock)
            }
        ),
        (
            1,
            { client, clock in
                client.standard {
                    $0.clock = clock
                    $0.retry = policy
                    $0.adapt = { _ in }
                    $0.credential = .provided { .bearer("t") }
                    $0.attemptDeadline = .seconds(1)
                    $0.deadline = .milliseconds(2500)
                }
            }
        ),
        (
            2,
            { client, clock in
                client.timingOut(eachAttemptAfter: .seconds(1), clock: clock).decoratedByOthers
                    .retrying(policy, clock: clock).timingOut(after: .milliseconds(2500), clock: clock)
            }
        ),
        (
            3,
            { client, clock in
                client.decoratedByOthers.timingOut(eachAttemptAfter: .seconds(1), clock: clock)
                    .retrying(policy, clock: clock).timingOut(after: .milliseconds(2500), clock: clock)
            }
        ),
        (
            2,
            { client, clock in
                client.timingOut(eachAttemptAfter: .seconds(1), clock: clock)
                    .retrying(policy, clock: clock).decoratedByOthers
                    .timingOut(after: .milliseconds(2500), clock: clock)
            }
        ),
    ]

    @Test(arguments: stacks.indices) func `the deadline keeps the record of attempts`(index: Int) async throws {
        let (sleepers, make) = Self.stacks[index]
        let server = try LoopbackServer { _ in .stall }
        let client = make(client(server), clock)
        let call = Task { try await client.send(.get, "x") }
        for (attempt, time) in [(1, 1000), (2, 1000), (3, 500)] {
            _ = await server.received(attempt)
            await clock.sleepers(sleepers)
            clock.advance(by: .milliseconds(time))
        }
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.retries?.attempts.map(\.duration) == [.seconds(1), .seconds(1), .milliseconds(500)])
        #expect(error?.retries?.reason == .deadline)
        #expect(server.requestCount == 3)
    }

    /// A clock whose sleeps cannot be cancelled, as one that ends at the same moment as it is cancelled.
    private struct UncancellableClock: Clock {
        let clock: TestClock

        var now: TestClock.Instant { clock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            try await Task { try await clock.sleep(until: deadline) }.value
        }
    }

    @Test func `an alarm that was set before the call waited in a queue does not end the attempt`() async throws {
        let clock = clock
        let transport = ForeignTransport { request in
            await clock.sleepers(1)
            request.context.emit(.queued)
            clock.advance(by: .milliseconds(500))
            request.context.emit(.admitted(after: .milliseconds(500)))
            await clock.sleepers(2)
            clock.advance(by: .milliseconds(500))
            for _ in 0..<1000 { await Task.yield() }
            return try .answer(204, to: request)
        }
        let client = transport.timingOut(eachAttemptAfter: .seconds(1), clock: UncancellableClock(clock: clock))
        #expect(try await client.send(.get, "x").http.statusCode == 204)
    }

    @Test func `an attempt that failed in a queue does not leave the next one in the queue`() async throws {
        let clock = clock, requests = Tally(), never = Tally()
        defer { never.add() }
        let transport = ForeignTransport { request in
            if requests.add() == 1 {
                request.context.emit(.queued)
                throw URLError(.cannotConnectToHost)
            }
            try await never.reached(1)
            return try .answer(200, to: request)
        }
        let client = transport.retrying(Self.policy, clock: clock).decoratedByOthers
            .timingOut(after: .seconds(1), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        try await requests.reached(2)
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.retries?.attempts.count == 2)
    }

    @Test func `a transport of others keeps it as well`() async throws {
        let clock = clock, requests = Tally(), never = Tally()
        defer { never.add() }
        let transport = ForeignTransport { request in
            requests.add()
            try await never.reached(1)
            return try .answer(200, to: request)
        }
        let client = transport.timingOut(eachAttemptAfter: .seconds(1), clock: clock)
            .retrying(Self.policy, clock: clock).timingOut(after: .milliseconds(2500), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        for (attempt, time) in [(1, 1000), (2, 1000), (3, 500)] {
            try await requests.reached(attempt)
            await clock.sleepers(2)
            clock.advance(by: .milliseconds(time))
        }
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.retries?.attempts.count == 3)
        #expect(error?.retries?.reason == .deadline)
    }

    @Test func `a cancelled call ends at once`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server).decoratedByOthers.timingOut(eachAttemptAfter: .seconds(1), clock: clock)
            .retrying(clock: clock).timingOut(after: .seconds(10), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        _ = await server.received(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.requestCount == 1)
    }

    /// A call that keeps the only place at the origin for ten seconds.
    private func occupy(_ client: URLSessionClient, _ server: LoopbackServer) async -> Task<APIResponse, any Error> {
        let call = Task { [clock] in try await client.timingOut(after: .seconds(10), clock: clock).send(.get, "first") }
        _ = await server.received(1)
        await clock.sleepers(1)
        return call
    }

    @Test func `a wait in the queue does not count for the limit of an attempt`() async throws {
        let server = try LoopbackServer { $0.path == "/v1/first" ? .stall : .status(204) }
        let client = client(server), steps = Steps()
        let first = await occupy(client, server)
        let stack = client.decoratedByOthers.timingOut(eachAttemptAfter: .seconds(3), clock: clock)
            .circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), clock: clock)
            .retrying(clock: clock).metering(clock: clock, steps.note)
        let second = Task { try await stack.send(.get, "second") }
        await client.hasWaiting(1)
        clock.advance(by: .seconds(10))
        await #expect(throws: URLError.self) { try await first.value }
        #expect(try await second.value.http.statusCode == 204)
        #expect(steps.all.prefix(3) == ["began", "queued", "admitted after 10.000 s"])
    }

    @Test func `a call that ends in the queue is no failed attempt and opens no breaker`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server), steps = Steps()
        let first = await occupy(client, server)
        let stack = client.decoratedByOthers.timingOut(eachAttemptAfter: .seconds(3), clock: clock).decoratedByOthers
            .circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), clock: clock)
            .retrying(clock: clock).timingOut(after: .seconds(5), clock: clock).metering(clock: clock, steps.note)
        let second = Task { try await stack.send(.get, "second") }
        await client.hasWaiting(1)
        await clock.sleepers(3)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: URLError.self) { try await second.value }
        #expect(error?.code == .timedOut)
        #expect(error?.retries == RetryReport(attempts: [], reason: .deadline))
        #expect(error?.retries?.description == "Not tried: the deadline comes first.")
        #expect(steps.all == ["began", "queued", "gave up: the deadline comes first", "ended: URLError"])
        #expect(server.requestCount == 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }
}
