import Testing

@testable import EndpointCore
@testable import EndpointTesting

@Suite struct RetryingClientTimeTests {
    private let clock = TestClock()

    @Test func `the wait is the ceiling times the random draw`() async throws {
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).then(Book()) }
        let client = mock.retrying(time: clock.time.drawing { 0.5 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(124))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value == Book())
    }

    /// In seconds, and as a date seven seconds after `now`; half as long again is the jitter.
    @Test(arguments: ["7", "Thu, 01 Jan 1970 00:00:07 GMT"])
    func `a retry waits for as long as the server asks`(retryAfter: String) async throws {
        let mock = MockClient {
            On(BookEndpoint.self).status(503, headers: ["Retry-After": retryAfter]).then(Book())
        }
        let client = mock.retrying(time: clock.time.dated { Date(timeIntervalSince1970: 0) }.drawing { 0.5 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10_499))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value == Book())
    }

    @Test func `a retry waits until a quota that is used up resets`() async throws {
        let mock = MockClient {
            On(BookEndpoint.self).status(429, headers: ["RateLimit": "\"a\";r=0;t=7"]).then(Book())
        }
        let client = mock.retrying(time: clock.time.drawing { 0 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(6999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value == Book())
    }

    @Test func `a Retry-After costs the budget three tokens, and a retry that succeeds gets them back`() async throws {
        let mock = MockClient {
            On(BookEndpoint.self).status(503, headers: ["Retry-After": "1"]).then(Book())
                .status(503, headers: ["Retry-After": "1"]).status(503, headers: ["Retry-After": "1"])
        }
        let client = mock.retrying()
        #expect(try await client.request(BookEndpoint()) == Book())
        await #expect(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(mock.requests.count == 4)
    }

    /// The server is seven seconds ahead of its `Retry-After`; the device is an hour late, or two days ahead.
    @Test(arguments: [-3600.0, 0, 172_800])
    func `a Retry-After date is compared to the response's Date, not to the device's clock`(error: Double) async throws
    {
        let headers: HeaderFields = [
            "Date": "Fri, 02 Jan 1970 00:00:00 GMT", "Retry-After": "Fri, 02 Jan 1970 00:00:07 GMT",
        ]
        let mock = MockClient { On(BookEndpoint.self).status(503, headers: headers).then(Book()) }
        let now = Date(timeIntervalSince1970: 86_400 + error)
        let client = mock.retrying(time: clock.time.dated { now }.drawing { 0 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(6999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await call.value == Book())
    }

    @Test func `a call that is cancelled during a wait ends at once`() async throws {
        let mock = MockClient.always(.status(503))
        let client = mock.retrying(time: clock.time.drawing { 0.5 })
        let call = Task { try await client.request(BookEndpoint()) }
        await clock.sleepers(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(mock.requests.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a call that is cancelled during an empty wait makes no further attempt`() async throws {
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
