import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

/// Around clients that do not enforce deadlines, the record of attempts is kept and waiting in a queue is not an
/// attempt.
@Suite struct RaceTests {
    private static let policy = RetryPolicy(attempts: 5, base: .zero, overloadBase: .zero)
    private let clock = TestClock()

    private func client(_ server: LoopbackServer) -> URLSessionClient {
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil, concurrentCallsPerOrigin: 1)
        return URLSessionClient(server, limits: limits, time: clock.time)
    }

    /// Stacks with one second for each attempt and 2.5 s for the call, and how many tasks sleep during an attempt.
    static let stacks: [(sleepers: Int, make: @Sendable (any APIClient, TestClock) -> any APIClient)] = [
        (
            1,
            { client, clock in
                client.timingOut(eachAttemptAfter: .seconds(1), time: clock.time).adapting { _ in }
                    .retrying(policy, budget: .ample, time: clock.time).timingOut(
                        after: .milliseconds(2500), time: clock.time)
            }
        ),
        (
            1,
            { client, clock in
                client.standard {
                    $0.time = clock.time
                    $0.retry = policy
                    $0.budget = .ample
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
                client.timingOut(eachAttemptAfter: .seconds(1), time: clock.time).decoratedByOthers
                    .retrying(policy, budget: .ample, time: clock.time).timingOut(
                        after: .milliseconds(2500), time: clock.time)
            }
        ),
        (
            3,
            { client, clock in
                client.decoratedByOthers.timingOut(eachAttemptAfter: .seconds(1), time: clock.time)
                    .retrying(policy, budget: .ample, time: clock.time).timingOut(
                        after: .milliseconds(2500), time: clock.time)
            }
        ),
        (
            2,
            { client, clock in
                client.timingOut(eachAttemptAfter: .seconds(1), time: clock.time)
                    .retrying(policy, budget: .ample, time: clock.time).decoratedByOthers
                    .timingOut(after: .milliseconds(2500), time: clock.time)
            }
        ),
    ]

    @Test(arguments: stacks.indices) func `a call that ends at its deadline reports its attempts`(index: Int)
        async throws
    {
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

    @Test func `no attempt is under way between two attempts`() {
        let attempts = ObservedAttempts(on: clock.time)
        let first = AttemptReport(
            number: 1, start: .zero, duration: .seconds(2), status: nil, failure: .transport(.timedOut))
        clock.advance(by: .seconds(2))
        attempts.observe(.attempted(first))
        #expect(attempts.report(isQueued: false).attempts == [first])
        attempts.observe(.retrying(after: .seconds(1), because: .transport(.timedOut)))
        clock.advance(by: .seconds(1))
        #expect(attempts.report(isQueued: false).attempts == [first])
        clock.advance(by: .seconds(1))
        let second = AttemptReport(
            number: 2, start: .seconds(3), duration: .seconds(1), status: nil, failure: .transport(.timedOut))
        #expect(attempts.report(isQueued: false).attempts == [first, second])
    }

    @Test func `an attempt that failed in a queue doesn't leave the next one in the queue`() async throws {
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
        let client = transport.retrying(Self.policy, budget: .ample, time: clock.time).decoratedByOthers
            .timingOut(after: .seconds(1), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        try await requests.reached(2)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.retries?.attempts.count == 2)
    }

    @Test func `a call over another package's transport reports its attempts too`() async throws {
        let clock = clock, requests = Tally(), never = Tally()
        defer { never.add() }
        let transport = ForeignTransport { request in
            requests.add()
            try await never.reached(1)
            return try .answer(200, to: request)
        }
        let client = transport.timingOut(eachAttemptAfter: .seconds(1), time: clock.time)
            .retrying(Self.policy, budget: .ample, time: clock.time).timingOut(
                after: .milliseconds(2500), time: clock.time)
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
        let client = client(server).decoratedByOthers.timingOut(eachAttemptAfter: .seconds(1), time: clock.time)
            .retrying(time: clock.time).timingOut(after: .seconds(10), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        _ = await server.received(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.requestCount == 1)
    }

    /// A call that occupies the origin's only slot for ten seconds.
    private func occupy(_ client: URLSessionClient, _ server: LoopbackServer) async -> Task<APIResponse, any Error> {
        let call = Task { [clock] in
            try await client.timingOut(after: .seconds(10), time: clock.time).send(.get, "first")
        }
        _ = await server.received(1)
        await clock.sleepers(1)
        return call
    }

    @Test func `a wait in the queue doesn't count for the limit of an attempt`() async throws {
        let server = try LoopbackServer { $0.path == "/v1/first" ? .stall : .status(204) }
        let client = client(server), steps = Steps()
        let first = await occupy(client, server)
        let stack = client.decoratedByOthers.timingOut(eachAttemptAfter: .seconds(3), time: clock.time)
            .circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), time: clock.time)
            .retrying(time: clock.time).metering(time: clock.time, steps.note)
        let second = Task { try await stack.send(.get, "second") }
        await client.hasWaiting(1)
        clock.advance(by: .seconds(10))
        await #expect(throws: URLError.self) { try await first.value }
        #expect(try await second.value.http.statusCode == 204)
        #expect(steps.all.prefix(3) == ["began", "queued", "admitted after 10.000 s"])
    }

    @Test func `a call that ends in the queue isn't a failed attempt and opens no breaker`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server), steps = Steps()
        let first = await occupy(client, server)
        let stack = client.decoratedByOthers.timingOut(eachAttemptAfter: .seconds(3), time: clock.time)
            .decoratedByOthers
            .circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), time: clock.time)
            .retrying(time: clock.time).timingOut(after: .seconds(5), time: clock.time).metering(
                time: clock.time, steps.note)
        let second = Task { try await stack.send(.get, "second") }
        await client.hasWaiting(1)
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: URLError.self) { try await second.value }
        #expect(error?.code == .timedOut)
        #expect(error?.retries == RetryReport(attempts: [], reason: .deadline))
        #expect(error?.retries?.description == "Not tried: the deadline is too close.")
        #expect(steps.all == ["began", "queued", "gave up: the deadline is too close", "ended: URLError"])
        #expect(server.requestCount == 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }
}

/// Until it first suspends, an operation runs on its caller's thread.
@Suite struct RaceBeginningTests {
    private let clock = TestClock()
    private let never = Tally()

    @Test @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    func `a call that is answered at once sets no alarm`() async throws {
        let client = ForeignTransport { try .answer(204, to: $0) }.standard { $0.time = clock.time }
        #expect(try await client.send(.get, "x").http.statusCode == 204)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [TimingOutClient.Scope.call, .attempt])
    func `the time until a call first suspends counts for its limit`(scope: TimingOutClient.Scope) async throws {
        defer { never.add() }
        let transport = ForeignTransport { [clock, never] request in
            clock.advance(by: .seconds(6))
            try await never.reached(1)
            return try .answer(200, to: request)
        }
        let client = TimingOutClient(transport, after: .seconds(5), scope: scope, time: clock.time)
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .timedOut)
    }

    @Test func `a caller that is cancelled before the first suspension is answered then`() async throws {
        defer { never.add() }
        let caller = Locked<Task<APIResponse, any Error>?>(nil), isKnown = Tally()
        let client = ForeignTransport { [never] request in
            caller.withLock { $0 }?.cancel()
            try await never.reached(1)
            return try .answer(200, to: request)
        }.timingOut(after: .seconds(5), time: clock.time)
        let call = Task {
            try await isKnown.reached(1)
            return try await client.send(.get, "x")
        }
        caller.withLock { $0 = call }
        isKnown.add()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func `calls share one sleeping task`() async throws {
        let started = Tally()
        let client = ForeignTransport { [never] request in
            started.add()
            try await never.reached(1)
            return try .answer(200, to: request)
        }.timingOut(after: .seconds(5), time: clock.time)
        let calls = (0..<20).map { _ in Task { try await client.send(.get, "x") } }
        try await started.reached(20)
        await clock.sleepers(1)
        for _ in 0..<1000 { await Task.yield() }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(5))
        for call in calls { await #expect(throws: URLError.self) { try await call.value } }
        never.add()
    }
}

/// How the time in a queue postpones the end of an attempt.
@Suite struct RaceInAQueueTests {
    /// Alarms that go off when a test says so, even after they have been cancelled.
    private final class ManualAlarms: Sendable {
        let now = Locked(Duration.zero)
        let alarms = Locked<[(time: Duration, action: @Sendable () -> Void)]>([])

        var time: TimeSource {
            TimeSource(
                now: { self.now.withLock { $0 } }, sleep: { _ in },
                alarm: { time, action in
                    self.alarms.withLock { $0.append((time, action)) }
                    return {}
                }, date: { Date() }, random: { 0 })
        }

        func ring(_ index: Int) {
            alarms.withLock { $0[index].action }()
        }
    }

    @Test func `an alarm that was set before the call waited in a queue does not end the attempt`() throws {
        let clock = ManualAlarms(), ends = Tally(), time = clock.time
        let race = Race(attempt: Deadline(after: .seconds(1), of: .attempt, on: time), on: time)
        race.start { _ in ends.add() }
        race.observe(.step(.queued, nil))
        clock.ring(0)
        clock.now.withLock { $0 = .milliseconds(500) }
        race.observe(.step(.admitted(after: .milliseconds(500)), nil))
        clock.ring(0)
        #expect(ends.count == 0)
        let later = Duration.milliseconds(1500)
        try #require(clock.alarms.withLock { $0.map(\.time) } == [.seconds(1), later, later])
        clock.now.withLock { $0 = later }
        clock.ring(2)
        #expect(ends.count == 1)
        #expect(race.isLost)
    }

    /// A race whose attempt may take a second, and what moves its clock.
    private func begin(_ ends: Tally) -> (race: Race, clock: ManualAlarms, pass: @Sendable (Int) -> Void) {
        let clock = ManualAlarms(), time = clock.time
        let race = Race(attempt: Deadline(after: .seconds(1), of: .attempt, on: time), on: time)
        race.start { _ in ends.add() }
        return (race, clock, { milliseconds in clock.now.withLock { $0 = .milliseconds(milliseconds) } })
    }

    @Test func `a request that waits in a queue does not stop the time of another one`() {
        let ends = Tally(), (race, clock, pass) = begin(ends), (first, second) = (SendID.sample(), SendID.sample())
        race.observe(.began(first))
        race.observe(.began(second))
        race.observe(.step(.queued, second))
        #expect(!race.isQueued)
        pass(1000)
        clock.ring(0)
        #expect(ends.count == 1)
    }

    @Test func `the time stops when the last request that is under way has ended`() {
        let ends = Tally(), (race, clock, pass) = begin(ends), (first, second) = (SendID.sample(), SendID.sample())
        race.observe(.began(first))
        race.observe(.began(second))
        race.observe(.step(.queued, second))
        pass(400)
        race.observe(.ended(first))
        #expect(race.isQueued)
        pass(900)
        race.observe(.step(.admitted(after: .milliseconds(900)), second))
        #expect(clock.alarms.withLock { $0.last?.time } == .milliseconds(1500))
        #expect(ends.count == 0)
    }

    @Test func `all requests of an attempt have left the queue when it ends`() {
        let (race, _, _) = begin(Tally())
        for id in [SendID.sample(), .sample()] {
            race.observe(.began(id))
            race.observe(.step(.queued, id))
        }
        #expect(race.isQueued)
        race.observe(
            .step(.attempted(AttemptReport(number: 1, start: .zero, duration: .zero, status: 200, failure: nil)), nil))
        #expect(!race.isQueued)
    }
}
