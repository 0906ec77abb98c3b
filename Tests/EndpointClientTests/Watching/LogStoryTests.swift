import EndpointTesting
import Testing

@testable import EndpointClient

/// The log of one call with retries and a new credential.
@Suite struct LogStoryTests {
    private let clock = TestClock()
    private let lines = AwaitableValue<[String]>([])

    @Test func `the log of a call shows two retries and a new credential`() async throws {
        let mock = MockClient {
            On(BookEndpoint.self).status(503, headers: ["Retry-After": "2"]).then(.status(401)).then(
                .fail(.networkConnectionLost)
            )
            .then(Book())
        }
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old-s3cret")), time: TestClock().time) {
            [lines] _ in
            await lines.wait { $0.contains { $0.contains("waiting for a credential") } }
            return ExpiringCredential(.bearer("new-s3cret"))
        }
        let client = mock.authorizing(with: tokens)
            .retrying(time: clock.time.dated { Date(timeIntervalSince1970: 0) }.drawing { 0.5 })
            .logging(to: LogSink { [lines] entry in lines.update { $0.append(entry.message) } }, time: clock.time)
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.run(for: .seconds(4))
        _ = try await call.value
        await client.flush()
        #expect(
            lines.value == [
                "#1 GET books/1 BookEndpoint",
                "#1 attempt 1: 503 Service Unavailable, 0.000 s",
                "#1 503 Service Unavailable: retrying in 3.000 s",
                "#1 waiting for a credential refresh",
                "#1 401 Unauthorized: sent again with a new credential",
                "#1 attempt 2: connection lost, 0.000 s",
                "#1 connection lost: retrying in 0.250 s",
                "#1 attempt 3: 200 OK, 0.000 s",
                "#1 GET books/1 → 200 OK, 30 bytes, 3.250 s",
            ])
    }
}
