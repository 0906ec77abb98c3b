import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite(.timeLimit(.minutes(5))) struct LimitingClientTests {
    private let clock = TestClock()
    private let server = MoodyServer()
    private let arrived = Locked<[String]>([])
    private let queued = Tally()
    private let open = Tally()

    /// A server that records the paths of its requests and answers when the test opens it.
    private var slow: PunctualClient {
        PunctualClient { [arrived, open] request in
            let number = arrived.withLock { arrived in
                arrived.append(request.urlRequest.url?.relativeString ?? "")
                return arrived.count
            }
            try await open.reached(number)
            return try .answer(200, to: request)
        }
    }

    /// The client with a limit, and the client that notes its events.
    private func limited(
        _ client: some APIClient, _ limit: CallLimit = .concurrent(1),
        _ note: @escaping @Sendable (CallEvent) -> Void = { _ in }
    ) throws -> (limiter: CallLimiter, client: any APIClient) {
        let limiting = try #require(client.limiting(limit, time: clock.time) as? LimitingClient)
        return (
            limiting.limiter,
            limiting.metering(time: clock.time) { [queued] event in
                note(event)
                if case .queued = event.step { queued.add() }
            }
        )
    }

    private func isFree(_ limiter: CallLimiter) -> Bool { limiter.counts == (0, 0) }

    @Test func `calls beyond the limit wait and are sent in order`() async throws {
        let steps = Steps(), (limiter, client) = try limited(slow, .concurrent(1), steps.note)
        var calls: [Task<Int, any Error>] = []
        for number in 0..<5 {
            calls.append(Task { try await client.send(.get, "\(number)").http.statusCode })
            if number > 0 { try await queued.reached(number) }
            while limiter.counts.underWay == 0 { await Task.yield() }
        }
        #expect(limiter.counts == (1, 4))
        clock.advance(by: .seconds(3))
        for _ in calls { open.add() }
        for call in calls { #expect(try await call.value == 200) }
        #expect(arrived.withLock { $0 } == ["0", "1", "2", "3", "4"])
        #expect(steps.all.count { $0 == "admitted after 3.000 s" } == 4)
        #expect(isFree(limiter))
    }

    @Test func `no more requests than the limit reach a server at the same time`() async throws {
        let underWay = Locked((now: 0, most: 0))
        let server = try LoopbackServer { _ in
            underWay.withLock { count in
                count.now += 1
                count.most = max(count.most, count.now)
            }
            for _ in 0..<20 { await Task.yield() }
            underWay.withLock { $0.now -= 1 }
            return .text("x")
        }
        let client = LiveClient(baseURL: server.url).limiting(.concurrent(3))
        let calls = (0..<30).map { number in Task { try await client.send(.get, "\(number)").http.statusCode } }
        for call in calls { #expect(try await call.value == 200) }
        #expect(underWay.withLock { $0.most } <= 3)
        #expect(server.requestCount == 30)
    }

    @Test func `each origin has its own limit`() async throws {
        let (_, client) = try limited(slow)
        let first = Task { try await client.send(.get, "https://a.example/1") }
        while arrived.withLock(\.count) < 1 { await Task.yield() }
        for _ in 0..<2 { open.add() }
        #expect(try await client.send(.get, "https://b.example/2").http.statusCode == 200)
        _ = try await first.value
        #expect(queued.count == 0)
    }

    @Test func `a rate lets a burst pass and then so many calls a second`() async throws {
        server.turn(MoodyServer.status(200))
        let steps = Steps(), (limiter, client) = try limited(MockClient(server.answer), .rate(2, burst: 2), steps.note)
        let calls = (0..<4).map { _ in Task { try await client.send(.get, "x").http.statusCode } }
        try await server.requests.reached(2)
        try await queued.reached(2)
        await clock.run(for: .milliseconds(499))
        #expect(server.requests.count == 2)
        await clock.run(for: .milliseconds(1))
        #expect(server.requests.count == 3)
        await clock.run(for: .milliseconds(500))
        for call in calls { #expect(try await call.value == 200) }
        #expect(steps.all.filter { $0.hasPrefix("admitted") } == ["admitted after 0.500 s", "admitted after 1.000 s"])
        #expect(isFree(limiter))
    }

    @Test func `a wait around a client that answers from memory takes no time`() async throws {
        let waits = Steps()
        let client = MockClient.always(.status(200)).standard {
            ($0.limit, $0.deadline, $0.meter) = (.rate(0.001), nil, waits.note)
        }
        for _ in 0..<3 { _ = try await client.send(.get, "x") }
        #expect(waits.all.count { $0 == "queued" } == 2)
    }

    @Test func `an adaptive limit shrinks when the server is overloaded`() async throws {
        let (limiter, client) = try limited(MockClient(server.answer), .adaptive(from: 4))
        for _ in 0..<30 { _ = try await client.send(.get, "x") }
        #expect(queued.count == 0)
        let slow = slow
        server.turn { try await slow.send($0) }
        let calls = (0..<3).map { number in Task { try await client.send(.get, "\(number)") } }
        try await queued.reached(1)
        #expect(limiter.counts == (2, 1))
        for _ in calls { open.add() }
        for call in calls { _ = try await call.value }
    }

    // Quotas.

    private func usedUp(_ seconds: Int, _ resource: String? = nil) -> MoodyServer.Mood {
        var headers: HeaderFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(seconds)"]
        headers["X-RateLimit-Resource"] = resource
        return MoodyServer.status(200, headers: headers)
    }

    @Test func `a quota that is used up holds further calls until its reset`() async throws {
        let (limiter, client) = try limited(MockClient(server.answer), .concurrent(6))
        server.turn(usedUp(30))
        _ = try await client.send(.get, "x")
        server.turn(MoodyServer.status(200))
        let calls = (0..<2).map { _ in Task { try await client.send(.get, "y").http.statusCode } }
        try await queued.reached(2)
        await clock.run(for: .milliseconds(29_999))
        #expect(server.requests.count == 1)
        await clock.run(for: .milliseconds(1))
        for call in calls { #expect(try await call.value == 200) }
        #expect(isFree(limiter))
    }

    @Test func `a quota of one resource holds no calls of another`() async throws {
        let (_, client) = try limited(MockClient(server.answer), .concurrent(6))
        server.turn(usedUp(30, "search"))
        _ = try await client.send(.get, "search/1")
        server.turn(MoodyServer.status(200))
        #expect(try await client.send(.get, "repos/1").http.statusCode == 200)
        let held = Task { try await client.send(.get, "search/2").http.statusCode }
        try await queued.reached(1)
        #expect(server.requests.count == 2)
        await clock.run(for: .seconds(30))
        #expect(try await held.value == 200)
    }

    @Test func `a quota without a reset is ignored`() async throws {
        let (_, client) = try limited(MockClient(server.answer), .concurrent(6))
        server.turn(MoodyServer.status(200, headers: ["X-RateLimit-Remaining": "0"]))
        for _ in 0..<3 { #expect(try await client.send(.get, "x").http.statusCode == 200) }
    }

    @Test func `a call whose deadline is before the reset fails at once, is not retried and counts nowhere`()
        async throws
    {
        let limit = try limited(MockClient(server.answer), .concurrent(6))
        let breaker = CircuitBreakerPolicy(failuresInARow: 1)
        let client = limit.client.circuitBreaking(breaker, time: clock.time).retryingAtOnce()
            .timingOut(after: .seconds(10), time: clock.time)
        server.turn(usedUp(30, "core"))
        _ = try await client.send(.get, "https://api.example.com/x")
        for _ in 0..<3 {
            let error = await #expect(throws: QuotaExceededError.self) {
                try await client.send(.get, "https://api.example.com/x")
            }
            #expect(error?.retryAfter == .seconds(30))
            #expect(error?.resource == "core")
            #expect(
                error.map { "\($0)" }
                    == "The quota `core` of api.example.com is used up for another 31 s, which is longer than the call may take."
            )
        }
        #expect(server.requests.count == 1)
        await clock.run(for: .seconds(30))
        #expect(try await client.send(.get, "https://api.example.com/x").http.statusCode == 200)
        #expect(isFree(limit.limiter))
    }

    @Test func `a call that waits fails when a quota is used up beyond its deadline`() async throws {
        let (limiter, client) = try limited(MockClient(server.answer))
        let reply = Tally()
        server.turn { [usedUp = usedUp(30)] request in
            try await reply.reached(1)
            return try await usedUp(request)
        }
        let first = Task { try await client.send(.get, "x") }
        try await server.requests.reached(1)
        let second = Task { try await client.timingOut(after: .seconds(20), time: clock.time).send(.get, "x") }
        try await queued.reached(1)
        reply.add()
        _ = try await first.value
        await #expect(throws: QuotaExceededError.self) { try await second.value }
        #expect(isFree(limiter))
    }

    @Test func `a fallback answers a call whose quota is used up`() async throws {
        let (_, client) = try limited(MockClient(server.answer), .concurrent(6))
        let mirror = MockClient.always(.status(204))
        let stack = client.timingOut(after: .seconds(1), time: clock.time).fallingBack(to: mirror)
        server.turn(usedUp(30))
        _ = try await stack.send(.post, "x")
        #expect(try await stack.send(.post, "x").http.statusCode == 204)
    }

    // Cancellation and deadlines in the queue.

    @Test func `a call that is cancelled in the queue frees no place, and the next one takes its turn`() async throws {
        let (limiter, client) = try limited(slow)
        let calls = try await hold(client, 3)
        calls[1].cancel()
        await #expect(throws: CancellationError.self) { try await calls[1].value }
        #expect(limiter.counts == (1, 1))
        for _ in 0..<2 { open.add() }
        #expect(try await calls[0].value == 200)
        #expect(try await calls[2].value == 200)
        #expect(arrived.withLock { $0 } == ["0", "2"])
        #expect(isFree(limiter))
    }

    /// Calls of which the first is under way and the others wait, in order.
    private func hold(_ client: any APIClient, _ count: Int) async throws -> [Task<Int, any Error>] {
        var calls: [Task<Int, any Error>] = []
        for number in 0..<count {
            calls.append(Task { try await client.send(.get, "\(number)").http.statusCode })
            if number > 0 { try await queued.reached(number) }
            while arrived.withLock(\.count) == 0 { await Task.yield() }
        }
        return calls
    }

    @Test func `a call that waits too long fails with a sentence, before anything is sent`() async throws {
        let (limiter, client) = try limited(slow)
        let breaking = client.circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), time: clock.time)
        let first = try await hold(client, 1)[0]
        let timed = breaking.timingOut(after: .seconds(5), time: clock.time)
        for _ in 0..<2 {
            let second = Task { try await timed.send(.get, "x") }
            await clock.sleepers(1)
            clock.advance(by: .seconds(5))
            let error = await #expect(throws: URLError.self) { try await second.value }
            #expect(error?.code == .timedOut)
            #expect(error?.localizedDescription.contains("while it waited in a queue for its `CallLimit`") == true)
        }
        #expect(limiter.counts == (1, 0))
        open.add()
        #expect(try await first.value == 200)
        #expect(isFree(limiter))
    }

    @Test func `the limit of an attempt doesn't include the wait`() async throws {
        let (_, client) = try limited(slow)
        let timed = client.timingOut(eachAttemptAfter: .seconds(5), time: clock.time)
        let first = try await hold(client, 1)[0]
        let second = Task { try await timed.send(.get, "1").http.statusCode }
        try await queued.reached(1)
        await clock.run(for: .seconds(100))
        for _ in 0..<2 { open.add() }
        #expect(try await first.value == 200)
        #expect(try await second.value == 200)
    }

    // The release of the place.

    private let failures: [MoodyServer.Mood] = [
        MoodyServer.status(200), MoodyServer.status(500), MoodyServer.failing(URLError(.networkConnectionLost)),
        MoodyServer.failing(CancellationError()),
    ]

    @Test func `a place is released once, whatever the end of the call`() async throws {
        let (limiter, client) = try limited(MockClient(server.answer), .concurrent(2))
        for failure in failures {
            server.turn(failure)
            for _ in 0..<5 { _ = try? await client.send(.get, "x") }
            #expect(isFree(limiter))
        }
        let calls = (0..<4).map { _ in Task { try await client.send(.get, "x") } }
        for call in calls { _ = try? await call.value }
        #expect(isFree(limiter))
    }

    @Test func `a stream counts until its head, and a download until it has ended or is no longer used`() async throws {
        let mock = MockClient {
            On(RawEndpoint.self).reply(.stream(chunks: [Data("one".utf8), Data("two".utf8)])).anyTimes()
        }
        let (limiter, client) = try limited(mock)
        let url = URLRequest(url: try #require(URL(string: "x")))
        var request = APIRequest(url, for: RawEndpoint(url))
        request.wantsStream = true
        let stream = try await client.send(request)
        #expect(isFree(limiter))
        request.isDownload = true
        for way in ["end", "leave"] {
            var body: BodyStream? = try await client.send(request).chunks
            #expect(limiter.counts == (1, 0))
            if way == "end" { for try await _ in try #require(body) {} }
            body = nil
            #expect(isFree(limiter), "\(way)")
        }
        _ = stream
    }

    // Sharing.

    @Test
    func `limits around one client share their places, and two layers of the same limit don't wait for each other`()
        async throws
    {
        let slow = slow
        let (one, other) = (slow.limiting(.concurrent(1)), slow.limiting(.concurrent(1)))
        let first = Task { try await one.send(.get, "0").http.statusCode }
        while arrived.withLock(\.count) == 0 { await Task.yield() }
        let second = Task { [queued] in
            try await other.metering { if case .queued = $0.step { queued.add() } }.send(.get, "1").http.statusCode
        }
        try await queued.reached(1)
        for _ in 0..<3 { open.add() }
        #expect(try await first.value == 200)
        #expect(try await second.value == 200)
        #expect(try await one.limiting(.concurrent(1)).send(.get, "2").http.statusCode == 200)
    }

    @Test func `a stack has it inside credentials and outside breakers`() throws {
        let client = MockClient.always(.status(200)).standard {
            $0.limit = .concurrent()
            $0.credential = .bearer("t")
            $0.breaker = .standard
        }
        #expect("\(client)".contains("Authorizing › Limiting › CircuitBreaking › TimingOut(20 s each)"))
        #expect(!"\(client)".contains("belongs"))
    }

    @Test func `origins without calls are forgotten`() async throws {
        server.turn(MoodyServer.status(200))
        let (limiter, client) = try limited(MockClient(server.answer))
        for number in 0..<3000 { _ = try await client.send(.get, "https://a\(number).example/x") }
        #expect(limiter.originCount <= 1024)
    }
}
