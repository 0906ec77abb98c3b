import EndpointTesting
import Testing

/// One call with all its troubles, as a log tells it.
@Suite struct LogStoryTests {
    private let clock = TestClock()
    private let lines = Locked<[String]>([])

    @Test func `tells of two retries and a new credential`() async throws {
        let mock = MockClient {
            On(BookEndpoint.self).status(503, headers: ["Retry-After": "2"]).then(.status(401)).then(.fail(.timedOut))
                .then(Book())
        }
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old-s3cret")), clock: TestClock()) { _ in
            ExpiringCredential(.bearer("new-s3cret"))
        }
        let client = mock.authorizing(with: tokens)
            .retrying(clock: clock, now: { Date(timeIntervalSince1970: 0) }, random: { 0.5 })
            .logging(to: LogSink { [lines] entry in lines.withLock { $0.append(entry.message) } }, clock: clock)
        let call = Task { try await client.request(BookEndpoint()) }
        for wait in [Duration.seconds(3), .milliseconds(250)] {
            await clock.sleepers(1)
            clock.advance(by: wait)
        }
        _ = try await call.value
        await client.flush()
        #expect(
            lines.withLock { $0 } == [
                "#1 GET books/1 BookEndpoint",
                "#1 attempt 1: 503 Service Unavailable, 0.000 s",
                "#1 503 Service Unavailable: tried again in 3.000 s",
                "#1 waits for a credential that is being refreshed",
                "#1 401 Unauthorized: sent again with a new credential",
                "#1 attempt 2: timed out, 0.000 s",
                "#1 timed out: tried again in 0.250 s",
                "#1 attempt 3: 200 OK, 0.000 s",
                "#1 GET books/1 → 200 OK, 30 bytes, 3.250 s",
            ])
    }
}
