import EndpointTesting
import Testing

@Suite struct RetryingClientDeadlineTests {
    private let clock = TestClock()

    private func request(_ left: Duration) -> APIRequest {
        let request = URLRequest(url: URL(string: "x")!), end = clock.now.advanced(by: left)
        var asked = APIRequest(request, for: RawEndpoint(request))
        asked.context.deadline = CallDeadline(after: left) { [clock] in clock.now.duration(to: end) }
        return asked
    }

    @Test func `a late call begins no attempt, and costs the budget nothing`() async throws {
        let mock = MockClient.always(.status(503)), client = mock.retrying(clock: clock, random: { 0 })
        for _ in 0..<20 { await #expect(throws: URLError.self) { try await client.send(request(.zero)) } }
        #expect(mock.requests.isEmpty)
        #expect(try await client.send(.get, "x").retries?.attempts.count == 3)
    }

    @Test func `a Retry-After beyond the deadline is told at once`() async throws {
        let mock = MockClient.always(.status(503, headers: ["Retry-After": "10"]))
        let client = mock.retrying(clock: clock, random: { 0 })
        let response = try await client.send(request(.seconds(9)))
        #expect(response.retries?.reason == .retryAfter(.seconds(10)))
        #expect(clock.sleeperCount == 0)
    }
}
