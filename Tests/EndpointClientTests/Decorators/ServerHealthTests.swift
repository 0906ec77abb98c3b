import EndpointTesting
import Testing

@Suite struct RetryingClientBudgetTests {
    private let mock = MockClient.always(.status(503))

    @Test func `retries stop when the budget is used up`() async throws {
        #expect(try await attempts(of: mock.retryingAtOnce(), at: ["x", "x", "x", "x"]) == [3, 2, 1, 1])
    }

    @Test func `copies of a retrying client share a budget`() async throws {
        let client = mock.retryingAtOnce()
        let copy = client
        _ = try await attempts(of: client, at: ["x", "x"])
        #expect(try await attempts(of: copy, at: ["x"]) == [1])
    }

    @Test func `each origin has a budget, and relative requests have one`() async throws {
        let client = mock.retryingAtOnce()
        _ = try await attempts(of: client, at: ["https://a.example/x", "https://a.example/y"])
        let urls = ["https://a.example:443/z", "https://b.example/x", "x"]
        #expect(try await attempts(of: client, at: urls) == [1, 3, 3])
    }

    /// A server that keeps answering 425 or 409 would otherwise get three times the load indefinitely, although it is
    /// healthy.
    @Test(arguments: [409, 425])
    func `a retried status costs the budget, whatever it says about the server`(
        status: Int
    ) async throws {
        let mock = MockClient.always(.status(status)), client = mock.retryingAtOnce()
        for _ in 0..<20 { _ = try await client.send(.post, "x", headers: ["Idempotency-Key": "\"k\""]) }
        #expect(mock.requests.count < 25)
    }

    @Test func `a refused token that is replaced costs neither a retry nor the budget`() async throws {
        let tally = Tally(),
            tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
                ExpiringCredential(.bearer("new"))
            }
        let server = PunctualClient { request in
            let isOld = request.urlRequest.value(forHTTPHeaderField: "Authorization") == "Bearer old"
            return try .answer(isOld ? 401 : tally.add() < 3 ? 503 : 200, to: request)
        }
        let response = try await server.authorizing(with: tokens).retryingAtOnce().send(.get, "x")
        #expect(response.http.statusCode == 200)
        #expect(tally.count == 3)
    }

    /// Five failures leave 5 of 10 tokens. With a quarter for each of five successes, one retry is allowed again.
    @Test func `successes earn retries`() async throws {
        let isDown = Locked(true)
        let mock = MockClient { request in
            try .answer(isDown.withLock { $0 } ? 503 : 200, to: request)
        }
        let client = mock.retryingAtOnce()
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        isDown.withLock { $0 = false }
        for _ in 0..<5 { _ = try await client.send(.get, "x") }
        isDown.withLock { $0 = true }
        let before = mock.requests.count
        _ = try await client.send(.get, "x")
        #expect(mock.requests.count - before == 2)
    }

    private func attempts(of client: some APIClient, at urls: [String]) async throws -> [Int] {
        var counts: [Int] = []
        for url in urls {
            let before = mock.requests.count
            _ = try await client.send(.get, url)
            counts.append(mock.requests.count - before)
        }
        return counts
    }
}

/// `client.standard` makes a new stack each time. The client stores what is known about the servers.
@Suite struct ServerHealthTests {
    private let mock = MockClient.always(.status(500))
    private let time = TimeSource(LeapingClock(clock: TestClock()))

    private func callInLoop(_ client: some APIClient, _ change: (inout ClientStack) -> Void = { _ in }) async {
        for _ in 0..<100 {
            let stack = client.standard {
                $0.time = time
                ($0.deadline, $0.attemptDeadline) = (nil, nil)
                change(&$0)
            }
            _ = try? await stack.request(BookEndpoint())
        }
    }

    @Test func `100 failing calls make about 100 attempts, although each makes its own stack`() async {
        await callInLoop(mock)
        #expect((100...105).contains(mock.requests.count))
    }

    @Test func `100 failing calls through copies and decorators make about 100 attempts`() async {
        await callInLoop(mock.adapting { _ in })
        #expect((100...105).contains(mock.requests.count))
    }

    @Test func `another budget has a state of its own`() async throws {
        await callInLoop(mock)
        let before = mock.requests.count
        _ = try await mock.retrying(budget: RetryBudget(capacity: 20, earnedBySuccess: 0.1), time: time).send(
            .get, "x")
        #expect(mock.requests.count - before == 3)
    }

    @Test func `another client has a budget of its own`() async throws {
        await callInLoop(mock)
        let other = MockClient.always(.status(500))
        _ = try await other.retrying(time: time).send(.get, "x")
        #expect(other.requests.count == 3)
    }

    @Test func `a circuit breaker opens although each call makes its own`() async throws {
        for _ in 0..<5 { _ = try await mock.circuitBreaking().send(.get, "x") }
        await #expect(throws: BreakerOpenError.self) { try await mock.circuitBreaking().send(.get, "x") }
        #expect(mock.requests.count == 5)
    }

    @Test func `a live client shares its server health with its copies`() async throws {
        let server = try LoopbackServer { _ in .status(500) }
        let client = LiveClient(baseURL: server.url), copy = client
        for _ in 0..<5 { _ = try await client.circuitBreaking().send(.get, "x") }
        await #expect(throws: BreakerOpenError.self) { try await copy.circuitBreaking().send(.get, "x") }
    }

    private struct PlainClient: APIClient {
        let server: MoodyServer
        func send(_ request: APIRequest) async throws -> APIResponse { try await server.answer(request) }
    }

    @Test func `a client of another package that keeps its traits keeps it too`() async {
        let server = MoodyServer()
        await callInLoop(ForeignTransport(answer: server.answer))
        #expect((100...105).contains(server.requests.count))
    }

    @Test func `each stack around a client that declares nothing has its own`() async {
        let server = MoodyServer()
        await callInLoop(PlainClient(server: server))
        #expect(server.requests.count == 300)
    }
}
