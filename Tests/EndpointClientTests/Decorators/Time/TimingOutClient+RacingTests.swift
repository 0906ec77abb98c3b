import EndpointTesting
import Testing

/// Around a client that is not known to keep deadlines, the call is raced against the clock.
@Suite struct TimingOutClientRacingTests {
    private let clock = TestClock()
    private let started = Tally()
    private let never = Tally()

    /// A client that answers never, and hears no cancellation.
    private var deaf: MockClient {
        MockClient { [started, never] request in
            started.add()
            try await never.reached(1)
            return try .answer(200, to: request)
        }
    }

    @Test(
        arguments: [
            (.call, "The call took longer than its deadline of 5 s."),
            (.attempt, "The attempt took longer than its limit of 5 s."),
        ] as [(TimingOutClient.Scope, String)])
    func `ends in time whatever the client does`(scope: TimingOutClient.Scope, sentence: String) async throws {
        defer { never.add() }
        let client = TimingOutClient(deaf, after: .seconds(5), scope: scope, clock: clock)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(4999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == sentence)
    }

    @Test func `what nobody waits for any more tells nobody anything`() async throws {
        let steps = Steps(), left = Tally(), started = started, never = never
        let client = MockClient { request in
            request.context.emit(.waitingForCredential)
            started.add()
            try await never.reached(1)
            request.context.emit(.replaying)
            left.add()
            return try .answer(200, to: request)
        }
        let stack = client.timingOut(after: .seconds(5), clock: clock).metering(clock: clock, steps.note)
        let call = Task { try await stack.send(.get, "x") }
        try await started.reached(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        await #expect(throws: URLError.self) { try await call.value }
        never.add()
        try await left.reached(1)
        #expect(steps.all == ["began", "waiting for a credential", "ended: URLError"])
    }

    @Test func `ends at once when the caller is cancelled`() async throws {
        defer { never.add() }
        let client = deaf.timingOut(after: .seconds(5), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        try await started.reached(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test(arguments: [true, false]) func `cancels what nobody waits for any more`(isLate: Bool) async throws {
        let cancelled = Tally(), clock = clock
        let client = MockClient { request in
            await withTaskCancellationHandler {
                _ = try? await clock.sleep(for: .seconds(3600))
            } onCancel: {
                cancelled.add()
            }
            return try .answer(200, to: request)
        }
        let stack = client.timingOut(after: .seconds(5), clock: clock)
        let call = Task { try await stack.send(.get, "x") }
        await clock.sleepers(2)
        if isLate { clock.advance(by: .seconds(5)) } else { call.cancel() }
        await #expect(throws: (any Error).self) { try await call.value }
        try await cancelled.reached(1)
    }

    @Test func `an answer in time is the answer`() async throws {
        let client = MockClient.always(.status(200)).timingOut(after: .seconds(5), clock: clock)
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `an error in time is the error`() async throws {
        let client = MockClient.always(.fail(.offline)).timingOut(after: .seconds(5), clock: clock)
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .notConnectedToInternet)
    }

    @Test func `a decorator of one's own is raced around any client`() async throws {
        struct SleepyClient: ClientDecorator {
            let upstream: any APIClient
            let clock: TestClock

            func send(_ request: APIRequest) async throws -> APIResponse {
                try await clock.sleep(for: .seconds(3600))
                return try await upstream.send(request)
            }
        }
        let punctual = PunctualClient { try .answer(200, to: $0) }
        let client = SleepyClient(upstream: punctual, clock: clock).timingOut(after: .seconds(5), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        await #expect(throws: URLError.self) { try await call.value }
    }

    @Test func `a credential that is asked for and never comes is raced`() async throws {
        let clock = clock, requests = Tally()
        let client = PunctualClient { request in
            requests.add()
            return try .answer(200, to: request)
        }
        let stack = client.authorizing {
            try await clock.sleep(for: .seconds(3600))
            return .bearer("t")
        }
        let call = Task { try await stack.timingOut(after: .seconds(5), clock: clock).send(.get, "x") }
        await clock.sleepers(2)
        clock.advance(by: .seconds(5))
        await #expect(throws: URLError.self) { try await call.value }
        #expect(requests.count == 0)
    }
}
