import EndpointTesting
import Testing

/// What was tried is told by the error that came last, of its own type.
@Suite struct RetryingClientReportTests {
    private struct BookError: RetryReporting, Decodable, Equatable {
        let code: Int
        var retries: RetryReport?

        private enum CodingKeys: CodingKey { case code }
    }

    private struct PlainError: Error, Decodable {
        let code: Int
    }

    private struct Asking<Failure: Error & Decodable & Sendable>: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .get("x") }

        func validate(_ response: URLResponse?, with body: Data) throws {
            try HTTPError.check(response, with: body, orThrow: Failure.self)
        }
    }

    @Test func `an HTTP error says every attempt and why there was no other`() async throws {
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).status(500).then(.status(503)) }
        let client = mock.retryingAtOnce()
        let error = try await #require(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(error.retries?.reason == .attempts)
        #expect(error.retries?.attempts.map(\.status) == [nil, 500, 503])
        #expect(error.retries?.attempts.map(\.number) == [1, 2, 3])
        #expect(error.localizedDescription.hasSuffix("Tried 3 times in 0.000 s: all attempts are used up."))
    }

    @Test func `so does a URL error, whose code and sentence stay`() async throws {
        let mock = MockClient.always(.fail(.timedOut)), client = mock.retryingAtOnce()
        let error = try await #require(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error.code == .timedOut)
        #expect(error.retries?.attempts.map(\.failure) == Array(repeating: .transport(.timedOut), count: 3))
        #expect(error.localizedDescription.hasSuffix("Tried 3 times in 0.000 s: all attempts are used up."))
    }

    @Test func `so does an API's own error that has a place for it`() async throws {
        let mock = MockClient { On(Asking<BookError>.self).status(503, json: #"{"code": 7}"#).anyTimes() }
        let client = mock.retryingAtOnce()
        let error = try await #require(throws: BookError.self) { try await client.request(Asking<BookError>()) }
        #expect(error.code == 7)
        #expect(error.retries?.attempts.count == 3)
    }

    @Test func `an error without a place for it stays as it is`() async throws {
        let mock = MockClient { On(Asking<PlainError>.self).status(503, json: #"{"code": 7}"#).anyTimes() }
        let client = mock.retryingAtOnce()
        let error = try await #require(throws: PlainError.self) { try await client.request(Asking<PlainError>()) }
        #expect(error.code == 7)
        #expect(error.retries == nil)
    }

    static let reasons: [(HTTPMethod, MockReply, GiveUpReason)] = [
        (.post, .status(503), .notIdempotent), (.post, .fail(.timedOut), .notIdempotent),
        (.get, .status(503, headers: ["Retry-After": "61"]), .retryAfter(.seconds(61))),
    ]

    @Test(arguments: reasons.indices) func `a single attempt has a reason too`(index: Int) async throws {
        let (method, reply, reason) = Self.reasons[index]
        let steps = Steps(), client = MockClient.always(reply).retryingAtOnce().metering(steps.note)
        _ = try? await client.send(method, "x")
        #expect(steps.all.contains("gave up: \(reason)"))
    }

    @Test func `a failure that no retry would help has no report`() async throws {
        let client = MockClient.always(.status(404)).retryingAtOnce()
        let error = try await #require(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(error.retries == nil)
    }

    @Test func `the budget is a reason`() async throws {
        let client = MockClient.always(.status(503)).retryingAtOnce()
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        #expect(try await client.send(.get, "x").retries?.reason == .budget)
    }
}
