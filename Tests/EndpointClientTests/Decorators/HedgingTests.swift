import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

/// Two requests that one attempt sends at the same time.
@Suite struct HedgingTests {
    /// Answers some requests, by their number from 1, and no others.
    private struct QuietTransport: Transport {
        let name = "Quiet"
        let limitsConnecting = false
        let addedHeaders: HeaderFields = [:]
        let answered: Set<Int>
        let starts = Tally()
        let stops = Tally()

        func start(_ exchange: Exchange, done: @escaping @Sendable () -> Void) {
            let isAnswered = answered.contains(starts.add())
            exchange.onStop { [stops] in
                stops.add()
                done()
            }
            guard isAnswered, let http = HTTPURLResponse.plain(204, for: exchange) else { return }
            exchange.complete(.success(APIResponse(http: http, body: .data(Data()))))
            done()
        }
    }

    /// A client of ours with a few places.
    private struct QuietClient: APIClient {
        let client: EngineClient<QuietTransport>
        let transport: QuietTransport

        init(places: Int, answering answered: Set<Int> = [], _ time: TimeSource) throws {
            transport = QuietTransport(answered: answered)
            client = EngineClient(
                RequestResolver(baseURL: try #require(URL(string: "http://127.0.0.1"))),
                limits: ClientLimits(deadline: nil, idle: nil, concurrentCallsPerOrigin: places),
                redaction: .standard, time: time, transport: transport)
        }

        var traits: ClientTraits { client.traits }

        func send(_ request: APIRequest) async throws -> APIResponse { try await client.send(request) }
    }

    /// A client of one's own with one place, which answers nothing and enforces no deadline.
    private struct OwnClient: APIClient {
        let isTaken = Locked(false)

        func send(_ request: APIRequest) async throws -> APIResponse {
            var context = request.context
            context.beginSend()
            defer { context.endSend() }
            let hasPlace = isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
            if !hasPlace { context.emit(.queued) }
            try await TestClock().sleep(for: .seconds(1))
            throw URLError(.unknown)
        }
    }

    private let clock = TestClock()
    private let events = Locked<[CallEvent]>([])

    /// The sentence of the error of a call through a hedged client with an attempt limit of 0.2 s, and when it came.
    private func outcome(_ client: some APIClient) async -> (sentence: String?, time: Duration) {
        let stack = client.hedging(.always(after: .milliseconds(100)), time: clock.time)
            .timingOut(eachAttemptAfter: .milliseconds(200), time: clock.time)
            .timingOut(after: .seconds(3), time: clock.time)
        let call = Task { [clock] in
            let error = await #expect(throws: URLError.self) { try await stack.send(.get, "x") }
            return (error?.localizedDescription, clock.time.now())
        }
        await clock.run(for: .seconds(4))
        return await call.value
    }

    @Test func `a hedge that queues behind the first request has a limit of its own once it is sent`() async throws {
        let client = try QuietClient(places: 1, clock.time)
        let outcome = await outcome(client)
        #expect(
            outcome.sentence?.contains(
                "The attempt waited longer than 0.200 s, the limit of `timingOut(eachAttemptAfter:)`.") == true)
        #expect(outcome.time == .milliseconds(400))
        #expect(client.transport.starts.count == 2)
        #expect(client.transport.stops.count == 2)
        #expect(client.client.callsUnderWay == 0)
    }

    @Test func `a hedge that waits in a client of one's own does not stop the limit of its attempt`() async {
        let outcome = await outcome(OwnClient())
        #expect(
            outcome.sentence == "The attempt waited longer than 0.200 s, the limit of `timingOut(eachAttemptAfter:)`.")
        #expect(outcome.time == .milliseconds(200))
    }

    @Test func `the request that lost is cancelled`() async throws {
        let client = try QuietClient(places: 2, answering: [2], clock.time)
        let stack = client.hedging(.always(after: .milliseconds(100)), time: clock.time)
        let call = Task { try await stack.send(.get, "x").http.statusCode }
        await clock.run(for: .milliseconds(100))
        #expect(try await call.value == 204)
        #expect(client.transport.stops.count == 1)
        #expect(client.client.callsUnderWay == 0)
    }

    @Test func `hedged calls to a server that hangs are seen in attempts, events and the breaker`() async throws {
        let server = try QuietClient(places: 1, clock.time)
        let client = server.standard { stack in
            stack.time = clock.time
            stack.hedge = .always(after: .milliseconds(100))
            (stack.attemptDeadline, stack.deadline) = (.milliseconds(200), .seconds(3))
            stack.breaker = CircuitBreakerPolicy(failuresInARow: 5)
            stack.meter = { [events] event in events.withLock { $0.append(event) } }
        }
        let calls = (0..<8).map { _ in Task { try await client.send(.get, "x") } }
        await clock.run(for: .seconds(4))
        for call in calls {
            let error = await #expect(throws: (any Error).self) { try await call.value }
            #expect(error?.retries?.attempts.isEmpty == false)
        }
        let seen = events.withLock { $0 }
        let words = seen.map(\.step.words)
        #expect(words.count { $0.hasPrefix("breaker opened") } == 1)
        #expect(words.count { $0.hasPrefix("decided hedged") } == 1)  // All others wait in the queue.
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        let queued = seen.filter { $0.step.words == "queued" }.map(\.send)
        let admitted = seen.filter { $0.step.words.hasPrefix("admitted") }.map(\.send)
        #expect(!queued.contains(nil))
        #expect(Set(queued).count == queued.count)
        #expect(Set(admitted).isSubset(of: queued))
        #expect(seen.allSatisfy { $0.step.words != "began" || $0.send == nil })
        #expect(server.client.callsUnderWay == 0)
    }
}
