import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

/// Around clients that enforce deadlines themselves, a limit is only set in the request.
@Suite struct TimingOutClientTests {
    private let clock = TestClock()

    /// A client that responds, and stores the context of each request.
    private func client(_ contexts: Locked<[CallContext]>) -> PunctualClient {
        PunctualClient { request in
            contexts.withLock { $0.append(request.context) }
            return try .answer(200, to: request)
        }
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `an attempt without time left isn't sent, even over another package's transport`(limit: Duration) async throws
    {
        let requests = Tally()
        let transport = ForeignTransport { request in
            requests.add()
            return try .answer(200, to: request)
        }
        let error = await #expect(throws: URLError.self) {
            try await transport.timingOut(eachAttemptAfter: limit, time: TestClock().time).send(.get, "x")
        }
        #expect(error?.code == .timedOut)
        #expect(requests.count == 0)
    }

    @Test func `the context of a call has its deadline`() async throws {
        let contexts = Locked<[CallContext]>([])
        _ = try await client(contexts).timingOut(after: .seconds(5), time: clock.time).send(.get, "x")
        let context = try #require(contexts.withLock { $0.first })
        #expect(context.timeLeft == .seconds(5))
        clock.advance(by: .seconds(6))
        #expect(context.timeLeft == .seconds(-1))
        #expect(context.attemptLimit == nil)
    }

    @Test func `the context of a call has the limit of an attempt`() async throws {
        let contexts = Locked<[CallContext]>([])
        _ = try await client(contexts).timingOut(eachAttemptAfter: .seconds(5), time: clock.time).send(.get, "x")
        let context = try #require(contexts.withLock { $0.first })
        #expect(context.attemptLimit == .seconds(5))
        #expect(context.timeLeft == nil)
    }

    @Test(arguments: [(3, 5), (5, 3)]) func `the shorter of two limits counts`(outer: Int, inner: Int) async throws {
        let contexts = Locked<[CallContext]>([])
        _ = try await client(contexts)
            .timingOut(eachAttemptAfter: .seconds(inner), time: clock.time)
            .timingOut(eachAttemptAfter: .seconds(outer), time: clock.time)
            .timingOut(after: .seconds(inner), time: clock.time)
            .timingOut(after: .seconds(outer), time: clock.time)
            .send(.get, "x")
        let context = try #require(contexts.withLock { $0.first })
        #expect(context.timeLeft == .seconds(3))
        #expect(context.attemptLimit == .seconds(3))
    }

    @Test(arguments: [0, -1]) func `a call without any time sends nothing`(limit: Int) async throws {
        let contexts = Locked<[CallContext]>([])
        let client = client(contexts).timingOut(after: .seconds(limit), time: clock.time)
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .timedOut)
        #expect(contexts.withLock { $0.isEmpty })
    }

    @Test func `a client that enforces deadlines itself needs no sleeping task`() async throws {
        let clock = clock
        let client = PunctualClient { request in
            #expect(clock.sleeperCount == 0)
            return try .answer(200, to: request)
        }
        let stack = client.authorizing(.bearer("t")).retrying(time: clock.time).timingOut(
            after: .seconds(5), time: clock.time)
        #expect(try await stack.send(.get, "x").http.statusCode == 200)
        #expect(clock.sleeperCount == 0)
    }

    /// The second wait would end after the deadline.
    @Test func `a wait that the deadline doesn't allow isn't begun`() async throws {
        let clock = clock
        let client = PunctualClient { request in
            clock.advance(by: .seconds(2))
            return try .answer(503, to: request)
        }
        let stack = client.retrying(time: clock.time.drawing { 0 }).timingOut(after: .seconds(3), time: clock.time)
        let response = try await stack.send(.get, "x")
        #expect(response.http.statusCode == 503)
        #expect(response.retries?.attempts.count == 2)
        #expect(response.retries?.reason == .deadline)
    }

    @Test func `a wait that ends too late begins no attempt, and the failure stays the same`() async throws {
        let clock = clock, requests = Tally()
        let client = PunctualClient { request in
            requests.add()
            return try .answer(503, to: request)
        }
        let stack = client.retrying(time: clock.time.drawing { 0.9 }).timingOut(after: .seconds(1), time: clock.time)
        let call = Task { try await stack.send(.get, "x") }
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        let response = try await call.value
        #expect(response.http.statusCode == 503)
        #expect(response.retries?.reason == .deadline)
        #expect(requests.count == 1)
    }
}

/// Around a client that does not enforce deadlines, each call runs in a task of its own.
@Suite struct TimingOutClientRacingTests {
    private let clock = TestClock()
    private let started = Tally()
    private let never = Tally()

    /// A client that never responds, and ignores cancellation.
    private var deaf: MockClient {
        MockClient { [started, never] request in
            started.add()
            try await never.reached(1)
            return try .answer(200, to: request)
        }
    }

    @Test(
        arguments: [
            (.call, "The call took longer than 5 s, the limit of `timingOut(after:)`."),
            (.attempt, "The attempt waited longer than 5 s, the limit of `timingOut(eachAttemptAfter:)`."),
        ] as [(TimingOutClient.Scope, String)])
    func `a call ends in time whatever the client does`(scope: TimingOutClient.Scope, sentence: String) async throws {
        defer { never.add() }
        let client = TimingOutClient(deaf, after: .seconds(5), scope: scope, time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(4999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == sentence)
    }

    @Test func `a call that was abandoned emits no more events`() async throws {
        let steps = Steps(), left = Tally(), started = started, never = never
        let client = MockClient { request in
            request.context.emit(.waitingForCredential)
            started.add()
            try await never.reached(1)
            request.context.emit(.replaying)
            left.add()
            return try .answer(200, to: request)
        }
        let stack = client.timingOut(after: .seconds(5), time: clock.time).metering(time: clock.time, steps.note)
        let call = Task { try await stack.send(.get, "x") }
        try await started.reached(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        await #expect(throws: URLError.self) { try await call.value }
        never.add()
        try await left.reached(1)
        #expect(steps.all == ["began", "waiting for a credential", "ended: URLError"])
    }

    @Test func `a call ends at once when the caller is cancelled`() async throws {
        defer { never.add() }
        let client = deaf.timingOut(after: .seconds(5), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        try await started.reached(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test(arguments: [true, false]) func `a call that timed out is cancelled`(isLate: Bool) async throws {
        let cancelled = Tally(), clock = clock
        let client = MockClient { request in
            await withTaskCancellationHandler {
                _ = try? await clock.sleep(for: .seconds(3600))
            } onCancel: {
                cancelled.add()
            }
            return try .answer(200, to: request)
        }
        let stack = client.timingOut(after: .seconds(5), time: clock.time)
        let call = Task { try await stack.send(.get, "x") }
        await clock.sleepers(2)
        if isLate { clock.advance(by: .seconds(5)) } else { call.cancel() }
        await #expect(throws: (any Error).self) { try await call.value }
        try await cancelled.reached(1)
    }

    @Test func `an answer in time is returned`() async throws {
        let client = MockClient.always(.status(200)).timingOut(after: .seconds(5), time: clock.time)
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `an error in time is thrown`() async throws {
        let client = MockClient.always(.fail(.offline)).timingOut(after: .seconds(5), time: clock.time)
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .notConnectedToInternet)
    }

    @Test func `a decorator of another package ends in time around any client`() async throws {
        struct SleepyClient: ClientDecorator {
            let upstream: any APIClient
            let clock: TestClock

            func send(_ request: APIRequest) async throws -> APIResponse {
                try await clock.sleep(for: .seconds(3600))
                return try await upstream.send(request)
            }
        }
        let punctual = PunctualClient { try .answer(200, to: $0) }
        let client = SleepyClient(upstream: punctual, clock: clock).timingOut(after: .seconds(5), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        await #expect(throws: URLError.self) { try await call.value }
    }

    @Test func `a closure that never provides a credential ends with the call`() async throws {
        let clock = clock, requests = Tally()
        let client = PunctualClient { request in
            requests.add()
            return try .answer(200, to: request)
        }
        let stack = client.authorizing {
            try await clock.sleep(for: .seconds(3600))
            return .bearer("t")
        }
        let call = Task { try await stack.timingOut(after: .seconds(5), time: clock.time).send(.get, "x") }
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        await #expect(throws: URLError.self) { try await call.value }
        #expect(requests.count == 0)
    }
}

/// The attempts of a call whose deadline passes in a decorator that does not enforce deadlines.
@Suite struct ObservedAttemptsTests {
    private let clock = TestClock()

    @Test(arguments: [(CallStep.queued, 1), (.replaying, 2)])
    func `an attempt that is still queued at the deadline isn't reported`(step: CallStep, attempts: Int) async throws {
        let number = Tally(), clock = clock
        let server = PunctualClient { request in
            if number.add() == 1 { return try .answer(503, to: request) }
            request.context.emit(step)
            try await clock.sleep(for: .seconds(100))
            return try .answer(200, to: request)
        }
        let client = server.retrying(time: clock.time.drawing { 0 }).decoratedByOthers
            .timingOut(after: .seconds(5), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        try await number.reached(2)
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.retries?.attempts.count == attempts)
        #expect(error?.retries?.reason == .deadline)
    }
}

/// Limits of calls and attempts that a real client enforces, without any real waiting.
@Suite struct TimingOutClientServerTests {
    private let clock = TestClock()

    /// A client without limits of its own except for its single slot.
    private func client(_ server: LoopbackServer, places: Int = 1) -> URLSessionClient {
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil, concurrentCallsPerOrigin: places)
        return URLSessionClient(server, limits: limits, time: clock.time)
    }

    @Test func `an attempt times out while the server stalls`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server).timingOut(eachAttemptAfter: .seconds(3), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test func `a call times out even while it waits for its turn`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
        let first = Task { try await client.send(.get, "first") }
        _ = await server.received(1)
        let second = Task { try await client.timingOut(after: .seconds(3), time: clock.time).send(.get, "second") }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let error = await #expect(throws: URLError.self) { try await second.value }
        #expect(error?.code == .timedOut)
        #expect(server.requestCount == 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func `waiting for a turn doesn't count for an attempt`() async throws {
        let server = try LoopbackServer { request in request.path == "/v1/first" ? .stall : .status(204) }
        let client = client(server)
        let first = Task { try await client.timingOut(after: .seconds(10), time: clock.time).send(.get, "first") }
        _ = await server.received(1)
        await clock.sleepers(1)
        let second = Task {
            try await client.timingOut(eachAttemptAfter: .seconds(3), time: clock.time).send(.get, "second")
        }
        await client.hasWaiting(1)
        clock.advance(by: .seconds(10))
        await #expect(throws: URLError.self) { try await first.value }
        #expect(try await second.value.http.statusCode == 204)
    }

    @Test func `each attempt has its own time limit, and the call has one for all`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
            .timingOut(eachAttemptAfter: .seconds(4), time: clock.time)
            .retrying(budget: .ample, time: clock.time.drawing { 0 })
            .timingOut(after: .seconds(10), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        await server.outlast(3, of: .seconds(4), on: clock)
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.retries?.attempts.map(\.duration) == [.seconds(4), .seconds(4), .seconds(4)])
    }
}
