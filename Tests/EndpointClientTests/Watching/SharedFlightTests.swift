import EndpointTesting
import Testing

/// Work that several calls share has a context of its own, and is seen by all of them.
@Suite struct SharedFlightTests {
    /// Sends one request for all calls that ask while it is under way, as a decorator of another package may do.
    private final class JoiningClient: ClientDecorator {
        let upstream: any APIClient
        private let flight = Locked<(task: Task<APIResponse, any Error>, calls: Locked<[CallContext]>)?>(nil)

        init(upstream: any APIClient) { self.upstream = upstream }

        func send(_ request: APIRequest) async throws -> APIResponse {
            let task = flight.withLock { flight in
                if let flight {
                    flight.calls.withLock { $0.append(request.context) }
                    request.context.emit(.decided(name: "joined"))
                    return flight.task
                }
                let calls = Locked([request.context])
                var request = request
                request.context = request.context.detached { calls.withLock { $0 } }
                let task = Task { [upstream, request] in try await upstream.send(request) }
                flight = (task, calls)
                return task
            }
            return try await task.value
        }
    }

    private let clock = TestClock()

    @Test func `a shared flight reports to each call that has joined, and no deadline of one ends it`()
        async throws
    {
        let gate = Promise<Void>(), server = Tally()
        let mock = PunctualClient { request in
            #expect(request.context.timeLeft == nil)
            server.add()
            try await gate.value {}
            request.context.emit(.replaying)
            return try .answer(200, to: request)
        }
        let joining = JoiningClient(upstream: mock)
        let (first, second) = (Steps(), Steps()), joined = Tally()
        let early = joining.timingOut(after: .seconds(1), time: clock.time).metering(time: clock.time, first.note)
        let late = joining.metering(time: clock.time) { event in
            second.note(event)
            if event.step.words.hasPrefix("decided") { joined.add() }
        }
        let earlyCall = Task { try await early.send(.get, "x") }
        try await server.reached(1)
        let lateCall = Task { try await late.send(.get, "x") }
        try await joined.reached(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: URLError.self) { try await earlyCall.value }
        #expect(error?.code == .timedOut)
        gate.resolve(.success(()))
        #expect(try await lateCall.value.http.statusCode == 200)
        #expect(server.count == 1)
        #expect(second.all == ["began", "decided joined []", "replaying", "ended: 200"])
        #expect(first.all == ["began", "ended: URLError"])
    }
}
