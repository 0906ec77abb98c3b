import EndpointTesting
import Testing

/// Around clients that keep deadlines by themselves, a limit is a note in the request.
@Suite struct TimingOutClientTests {
    private let clock = TestClock()

    /// A client that answers, and keeps the context of each request.
    private func client(_ contexts: Locked<[CallContext]>) -> PunctualClient {
        PunctualClient { request in
            contexts.withLock { $0.append(request.context) }
            return try .answer(200, to: request)
        }
    }

    @Test func `notes when the call must have ended`() async throws {
        let contexts = Locked<[CallContext]>([])
        _ = try await client(contexts).timingOut(after: .seconds(5), clock: clock).send(.get, "x")
        let context = try #require(contexts.withLock { $0.first })
        #expect(context.timeLeft == .seconds(5))
        clock.advance(by: .seconds(6))
        #expect(context.timeLeft == .seconds(-1))
        #expect(context.attemptLimit == nil)
    }

    @Test func `notes how long an attempt may take`() async throws {
        let contexts = Locked<[CallContext]>([])
        _ = try await client(contexts).timingOut(eachAttemptAfter: .seconds(5), clock: clock).send(.get, "x")
        let context = try #require(contexts.withLock { $0.first })
        #expect(context.attemptLimit == .seconds(5))
        #expect(context.timeLeft == nil)
    }

    @Test(arguments: [(3, 5), (5, 3)]) func `of two limits the shorter one counts`(outer: Int, inner: Int) async throws
    {
        let contexts = Locked<[CallContext]>([])
        _ = try await client(contexts)
            .timingOut(eachAttemptAfter: .seconds(inner), clock: clock)
            .timingOut(eachAttemptAfter: .seconds(outer), clock: clock)
            .timingOut(after: .seconds(inner), clock: clock)
            .timingOut(after: .seconds(outer), clock: clock)
            .send(.get, "x")
        let context = try #require(contexts.withLock { $0.first })
        #expect(context.timeLeft == .seconds(3))
        #expect(context.attemptLimit == .seconds(3))
    }

    @Test(arguments: [0, -1]) func `without any time nothing is sent`(limit: Int) async throws {
        let contexts = Locked<[CallContext]>([])
        let client = client(contexts).timingOut(after: .seconds(limit), clock: clock)
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .timedOut)
        #expect(contexts.withLock { $0.isEmpty })
    }

    @Test func `nobody sleeps while a client is trusted`() async throws {
        let clock = clock
        let client = PunctualClient { request in
            #expect(clock.sleeperCount == 0)
            return try .answer(200, to: request)
        }
        let stack = client.authorizing(.bearer("t")).retrying(clock: clock).timingOut(after: .seconds(5), clock: clock)
        #expect(try await stack.send(.get, "x").http.statusCode == 200)
        #expect(clock.sleeperCount == 0)
    }

    /// The second wait would end after the deadline.
    @Test func `a wait that the deadline does not allow is not begun`() async throws {
        let clock = clock
        let client = PunctualClient { request in
            clock.advance(by: .seconds(2))
            return try .answer(503, to: request)
        }
        let stack = client.retrying(clock: clock, random: { 0 }).timingOut(after: .seconds(3), clock: clock)
        let response = try await stack.send(.get, "x")
        #expect(response.http.statusCode == 503)
        #expect(response.retries?.attempts.count == 2)
        #expect(response.retries?.reason == .deadline)
    }

    @Test func `a wait that ends too late begins nothing, and its failure stays what it was`() async throws {
        let clock = clock, requests = Tally()
        let client = PunctualClient { request in
            requests.add()
            return try .answer(503, to: request)
        }
        let stack = client.retrying(clock: clock, random: { 0.9 }).timingOut(after: .seconds(1), clock: clock)
        let call = Task { try await stack.send(.get, "x") }
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        let response = try await call.value
        #expect(response.http.statusCode == 503)
        #expect(response.retries?.reason == .deadline)
        #expect(requests.count == 1)
    }
}
