import EndpointTesting
import Testing

@Suite struct RetryingClientTimeTests {
    private let clock = TestClock()

    @Test func `waits for the ceiling times the draw`() async throws {
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).then(Book()) }
        let client = mock.retrying(clock: clock, random: { 0.5 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(124))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value == Book())
    }

    /// In seconds, and as a date seven seconds after `now`; half as long again is the jitter.
    @Test(arguments: ["7", "Thu, 01 Jan 1970 00:00:07 GMT"])
    func `leaves a server alone for as long as it asks`(retryAfter: String) async throws {
        let mock = MockClient {
            On(BookEndpoint.self).status(503, headers: ["Retry-After": retryAfter]).then(Book())
        }
        let client = mock.retrying(clock: clock, now: { Date(timeIntervalSince1970: 0) }, random: { 0.5 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10_499))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value == Book())
    }

    @Test func `ends at once when it is cancelled while it waits`() async throws {
        let mock = MockClient.always(.status(503))
        let client = mock.retrying(clock: clock, random: { 0.5 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(mock.requests.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `makes no attempt for a task that was cancelled while it waited for nothing`() async throws {
        let mock = MockClient { request in
            withUnsafeCurrentTask { $0?.cancel() }
            return try .answer(503, to: request)
        }
        let client = mock.retryingAtOnce()
        let call = Task { try await client.request(BookEndpoint()) }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(mock.requests.count == 1)
    }
}
