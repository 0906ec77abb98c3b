import EndpointTesting
import Testing

@Suite struct RetryingClientBudgetTests {
    private let mock = MockClient.always(.status(503))

    @Test func `stops trying again when the budget runs dry`() async throws {
        #expect(try await attempts(of: mock.retryingAtOnce(), at: ["x", "x", "x", "x"]) == [3, 2, 1, 1])
    }

    @Test func `copies share a budget`() async throws {
        let client = mock.retryingAtOnce()
        let copy = client
        _ = try await attempts(of: client, at: ["x", "x"])
        #expect(try await attempts(of: copy, at: ["x"]) == [1])
    }

    @Test func `has a budget for each origin, and one for relative requests`() async throws {
        let client = mock.retryingAtOnce()
        _ = try await attempts(of: client, at: ["https://a.example/x", "https://a.example/y"])
        let urls = ["https://a.example:443/z", "https://b.example/x", "x"]
        #expect(try await attempts(of: client, at: urls) == [1, 3, 3])
    }

    /// Five failures leave 5 of 10 tokens; one success more, and a retry is allowed again.
    @Test func `earns its retries by successes`() async throws {
        let isDown = Locked(true)
        let mock = MockClient { request in
            try .answer(isDown.withLock { $0 } ? 503 : 200, to: request)
        }
        let client = mock.retryingAtOnce()
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        isDown.withLock { $0 = false }
        for _ in 0..<11 { _ = try await client.send(.get, "x") }
        isDown.withLock { $0 = true }
        let before = mock.requests.count
        _ = try await client.send(.get, "x")
        #expect(mock.requests.count - before == 2)
    }

    private func attempts(of client: RetryingClient, at urls: [String]) async throws -> [Int] {
        var counts: [Int] = []
        for url in urls {
            let before = mock.requests.count
            _ = try await client.send(.get, url)
            counts.append(mock.requests.count - before)
        }
        return counts
    }
}
