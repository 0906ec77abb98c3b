import Testing

@testable import EndpointCore
@testable import EndpointTesting

@Suite struct RetryingClientTests {
    /// The response to every attempt, the request, and the resulting number of attempts.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let reply: MockReply
        var headers: HeaderFields = [:]
        let attempts: Int
        let testDescription: String

        init(
            _ name: String, _ method: HTTPMethod, _ reply: MockReply, headers: HeaderFields = [:], attempts: Int
        ) {
            (self.method, self.reply, self.headers, self.attempts) = (method, reply, headers, attempts)
            testDescription = name
        }
    }

    static let rows = [
        Row("GET 200", .get, .status(200), attempts: 1),
        Row("GET 503", .get, .status(503), attempts: 3),
        Row("PUT 503", .put, .status(503), attempts: 3),
        Row("GET 404", .get, .status(404), attempts: 1),
        Row("GET 501", .get, .status(501), attempts: 1),
        Row("POST 503", .post, .status(503), attempts: 1),
        Row("PATCH 503", .patch, .status(503), attempts: 1),
        Row("POST 503 with a key", .post, .status(503), headers: ["Idempotency-Key": "k"], attempts: 3),
        Row("QUERY 503", .query, .status(503), attempts: 3),
        Row("POST 425", .post, .status(425), attempts: 3),
        Row("POST 429", .post, .status(429), attempts: 3),
        Row("POST 503 Retry-After 1", .post, .status(503, headers: ["Retry-After": "1"]), attempts: 1),
        Row("POST 500 to be repeated", .post, .status(500, headers: ["x-should-retry": "true"]), attempts: 3),
        Row("POST 422 to be repeated", .post, .status(422, headers: ["X-Should-Retry": "true"]), attempts: 3),
        Row("GET 503 not to be repeated", .get, .status(503, headers: ["x-should-retry": "false"]), attempts: 1),
        Row("GET 503 unclear", .get, .status(503, headers: ["x-should-retry": "maybe"]), attempts: 3),
        Row("GET 200 to be repeated", .get, .status(200, headers: ["x-should-retry": "true"]), attempts: 1),
        Row("GET retry-after-ms 61,000", .get, .status(503, headers: ["retry-after-ms": "61000"]), attempts: 1),
        Row("POST 409", .post, .status(409), attempts: 1),
        Row("GET 409", .get, .status(409), attempts: 1),
        Row("POST 409 with a key", .post, .status(409), headers: ["Idempotency-Key": "\"k\""], attempts: 3),
        Row("POST timed out", .post, .fail(.timedOut), attempts: 1),
        Row("POST refused", .post, .fail(.refused), attempts: 3),
        Row("GET reset", .get, .fail(.reset), attempts: 3),
        Row("GET timed out", .get, .fail(.timedOut), attempts: 2),
        Row("GET untrusted", .get, .fail(.error(.serverCertificateUntrusted)), attempts: 1),
        Row("GET cancelled", .get, .fail(.error(.cancelled)), attempts: 1),
        Row("GET CancellationError", .get, MockReply { _ in throw CancellationError() }, attempts: 1),
        Row("GET RequestError", .get, MockReply { _ in throw RequestError(.url("")) }, attempts: 1),
        Row("GET Retry-After 61", .get, .status(503, headers: ["Retry-After": "61"]), attempts: 1),
    ]

    @Test(arguments: rows) func `a request is attempted as often as the policy allows`(row: Row) async throws {
        let mock = MockClient.always(row.reply)
        _ = try? await mock.retryingAtOnce().send(row.method, "x", headers: row.headers)
        #expect(mock.requests.count == row.attempts)
    }

    /// A search by POST.
    private struct SearchEndpoint: VoidEndpoint {
        var isRepeatable = true

        func makeRequest() throws -> URLRequest { try .post("search") }
    }

    @Test(
        arguments: [
            (.status(503, headers: ["Retry-After": "1"]), 2), (.status(503), 3), (.fail(.reset), 3), (.status(409), 1),
        ] as [(MockReply, Int)], [true, false])
    func `an endpoint can say that its POST may be repeated`(
        reply: (MockReply, Int), isRepeatable: Bool
    ) async throws {
        let mock = MockClient { On(SearchEndpoint.self).reply(reply.0).anyTimes() }
        let client = mock.retrying(time: TimeSource(LeapingClock(clock: TestClock())))
        _ = try? await client.request(SearchEndpoint(isRepeatable: isRepeatable))
        #expect(mock.requests.count == (isRepeatable ? reply.1 : 1))
    }

    @Test func `a retried call returns the first good response`() async throws {
        let mock = MockClient { On(BookEndpoint.self).status(503).fail(.reset).then(Book()) }
        #expect(try await mock.retryingAtOnce().request(BookEndpoint()) == Book())
        try mock.verify()
    }

    @Test func `the last failure of a retried call is left to the endpoint`() async throws {
        let client = MockClient.always(.status(503, json: #"{"title": "Full"}"#)).retryingAtOnce()
        let error = try await #require(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(error.problem?.title == "Full")
    }

    @Test func `the last error of a retried call is thrown unchanged`() async throws {
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).fail(.timedOut).fail(.dnsFailure) }
        let client = mock.retryingAtOnce()
        let error = try await #require(throws: URLError.self) { try await client.request(BookEndpoint()) }
        #expect(error.code == .cannotFindHost)
    }

    @Test func `a failing status that the endpoint accepts isn't retried`() async throws {
        let mock = MockClient.always(.status(503, json: "[1]"))
        #expect(try await mock.retryingAtOnce().request(TaxEndpoint()) == [1])
        #expect(mock.requests.count == 1)
    }

    @Test func `a request that a mock doesn't know isn't retried`() async throws {
        let mock = MockClient {}
        let client = mock.retryingAtOnce()
        await #expect(throws: UnmatchedRequest.self) { try await client.request(BookEndpoint()) }
        #expect(mock.requests.count == 1)
    }

    @Test func `a request that wasn't recorded isn't retried`() async throws {
        let url = try #require(URL(string: "https://api.example.com"))
        let replaying = ReplayingClient(Cassette(), baseURL: url)
        let client = replaying.retryingAtOnce()
        await #expect(throws: UnmatchedRequest.self) { try await client.request(BookEndpoint()) }
        #expect(replaying.replay.unmatched.count == 1)
    }

    @Test func `the stream of an upload is opened again for each attempt`() async throws {
        let answers = Locked([503, 204])
        let server = try LoopbackServer { _ in .status(answers.withLock { $0.removeFirst() }) }
        let client = URLSessionClient(server).retryingAtOnce()
        try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(100_000)), length: 100_000)))
        #expect(server.requests.map(\.body) == [bytes(100_000), bytes(100_000)])
    }

    @Test func `a retrying client describes what it wraps`() throws {
        let client = URLSessionClient(baseURL: try #require(URL(string: "https://api.example.com/v1")))
        #expect(
            "\(client.authorizing(.bearer("t")).retrying())" == "Retrying › Authorizing › URLSession(api.example.com)")
    }

    @Test func `a retrying client wraps a client of any type`() async throws {
        let client: any APIClient = MockClient { On(BookEndpoint.self).reply(Book()) }
        #expect(try await client.retrying().request(BookEndpoint()) == Book())
    }
}

@Suite struct RetryingClientDeadlineTests {
    private let clock = TestClock()

    private func request(_ left: Duration) -> APIRequest {
        let request = URLRequest(url: URL(string: "x")!), end = clock.now.advanced(by: left)
        var asked = APIRequest(request, for: RawEndpoint(request))
        asked.context.setDeadline(after: left) { [clock] in clock.now.duration(to: end) }
        return asked
    }

    @Test func `a call past its deadline begins no attempt and doesn't cost the budget`() async throws {
        let mock = MockClient.always(.status(503)), client = mock.retrying(time: clock.time.drawing { 0 })
        for _ in 0..<20 { await #expect(throws: URLError.self) { try await client.send(request(.zero)) } }
        #expect(mock.requests.isEmpty)
        #expect(try await client.send(.get, "x").retries?.attempts.count == 3)
    }

    @Test func `a Retry-After beyond the deadline ends the call at once`() async throws {
        let mock = MockClient.always(.status(503, headers: ["Retry-After": "10"]))
        let client = mock.retrying(time: clock.time.drawing { 0 })
        let response = try await client.send(request(.seconds(9)))
        #expect(response.retries?.reason == .retryAfter(.seconds(10)))
        #expect(clock.sleeperCount == 0)
    }
}

/// The last error, of its own type, reports the attempts.
@Suite struct RetryingClientReportTests {
    private struct BookError: APIFailure, Decodable, Equatable {
        let code: Int
        var exchange = FailedExchange()
    }

    private struct PlaceError: RetryReporting, Equatable {
        var retries: RetryReport?
    }

    private struct PlainError: Error, Equatable {}

    private struct Asking<Failure: Error & Sendable>: VoidEndpoint {
        let make: @Sendable (Data) throws -> Failure

        func makeRequest() throws -> URLRequest { try .get("x") }

        func validate(_ response: URLResponse?, with body: Data) throws { throw try make(body) }
    }

    @Test func `an HTTP error reports every attempt and why there was no other`() async throws {
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).status(500).then(.status(503)) }
        let client = mock.retryingAtOnce()
        let error = try await #require(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(error.retries?.reason == .attempts)
        #expect(error.retries?.attempts.map(\.status) == [nil, 500, 503])
        #expect(error.retries?.attempts.map(\.number) == [1, 2, 3])
        #expect(error.localizedDescription.hasSuffix("Tried 3 times in 0.000 s: all attempts are used up."))
    }

    @Test func `a URL error reports its attempts and keeps its code and sentence`() async throws {
        let mock = MockClient.always(.fail(.reset)), client = mock.retryingAtOnce()
        let error = try await #require(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error.code == .networkConnectionLost)
        #expect(
            error.retries?.attempts.map(\.failure) == Array(repeating: .transport(.networkConnectionLost), count: 3))
        #expect(error.localizedDescription.hasSuffix("Tried 3 times in 0.000 s: all attempts are used up."))
    }

    @Test func `an API's own error reports its attempts, and so does any error with a place for them`() async throws {
        let client = MockClient { try .json(#"{"code": 7}"#, status: 503, to: $0) }.retryingAtOnce(budget: .ample)
        let own = try await #require(throws: BookError.self) {
            try await client.request(Asking { try JSONDecoder().decode(BookError.self, from: $0) })
        }
        #expect(own.code == 7)
        #expect(own.retries?.attempts.count == 3)
        #expect(own.localizedDescription.hasPrefix("GET x → 503 Service Unavailable (7). Tried 3 times"))
        let other = try await #require(throws: PlaceError.self) {
            try await client.request(Asking { _ in PlaceError() })
        }
        #expect(other.retries?.attempts.count == 3)
    }

    @Test func `an error without a place for the report is thrown unchanged`() async throws {
        let client = MockClient { try .answer(503, to: $0) }.retryingAtOnce()
        let error = try await #require(throws: PlainError.self) {
            try await client.request(Asking { _ in PlainError() })
        }
        #expect(error.retries == nil)
    }

    static let reasons: [(HTTPMethod, MockReply, GiveUpReason)] = [
        (.post, .status(503), .notIdempotent), (.post, .fail(.timedOut), .notIdempotent),
        (.get, .status(503, headers: ["Retry-After": "61"]), .retryAfter(.seconds(61))),
    ]

    @Test(arguments: reasons.indices) func `a single attempt has a reason for giving up too`(index: Int) async throws {
        let (method, reply, reason) = Self.reasons[index]
        let steps = Steps(), client = MockClient.always(reply).retryingAtOnce().metering(steps.note)
        _ = try? await client.send(method, "x")
        #expect(steps.all.contains("gave up: \(reason)"))
    }

    @Test func `a failure that no retry would help has no report`() async throws {
        let client = MockClient.always(.status(404)).retryingAtOnce()
        let error = try await #require(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(error.retries == nil)
        let useless = MockClient.always(.fail(.badURL)).retryingAtOnce()
        let failure = try await #require(throws: URLError.self) { try await useless.send(.get, "x") }
        #expect(failure.retries == nil)
    }

    @Test func `a Retry-After in a thrown error counts too`() async throws {
        let client = PunctualClient { request in
            let response = try APIResponse.answer(503, headers: ["Retry-After": "61"], to: request)
            try HTTPError.check(response.http, with: response.data)
            return response
        }
        let error = try await #require(throws: HTTPError.self) { try await client.retryingAtOnce().send(.get, "x") }
        #expect(error.retries?.reason == .retryAfter(.seconds(61)))
    }

    @Test func `a request that the client below sends again costs the budget`() async throws {
        let client = MockClient { (request: APIRequest) async throws -> APIResponse in
            for _ in 0..<5 { request.context.emit(.repeated(because: .transport(.networkConnectionLost))) }
            return try .json("{}", status: 503, to: request)
        }.retryingAtOnce()
        #expect(try await client.send(.get, "x").retries?.reason == .budget)
    }

    @Test func `a used up budget is a reason for giving up`() async throws {
        let client = MockClient.always(.status(503)).retryingAtOnce()
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        #expect(try await client.send(.get, "x").retries?.reason == .budget)
    }
}

/// Against a real server that fails in every possible way.
@Suite struct RetryingClientServerTests {
    private static let half = LoopbackResponse(body: bytes(1000))

    static let failures: [LoopbackReply] = [
        .closeWithoutAnswer, .reset, .cut(half, afterBodyBytes: 500), .cutThenReset(half, afterBodyBytes: 500),
        .status(408), .status(500), .status(502), .status(503), .status(504),
        .raw(Data("no HTTP at all\r\n\r\n".utf8), close: true),
    ]

    @Test(arguments: failures.indices) func `a request that isn't safe to repeat is sent once`(index: Int) async throws
    {
        let server = try LoopbackServer { _ in Self.failures[index] }
        let client = URLSessionClient(server).retryingAtOnce()
        _ = try? await client.upload(SendEndpoint(.data(bytes(1000)), .post))
        #expect(server.requests.map(\.body) == [bytes(1000)])
    }

    /// Each kind of body, and what it is read from.
    private func bodies() throws -> [(UploadEndpointBody, TemporaryFile?)] {
        let file = try TemporaryFile(bytes(50_000))
        return [
            (.data(bytes(50_000)), nil), (.file(file.url), file),
            (.stream(InputStream(data: bytes(50_000)), length: 50_000), nil),
        ]
    }

    @Test(arguments: failures.indices.dropLast(), 0..<3)
    func `a request that is safe to repeat has a fresh body for each attempt`(
        index: Int, kind: Int
    )
        async throws
    {
        let server = try LoopbackServer { _ in Self.failures[index] }
        let client = URLSessionClient(server).retryingAtOnce(budget: .ample)
        let (body, file) = try bodies()[kind]
        _ = try? await client.upload(SendEndpoint(body, .put))
        #expect(server.requests.map(\.body) == Array(repeating: bytes(50_000), count: 3))
        withExtendedLifetime(file) {}
    }

    @Test(arguments: [true, false]) func `an attempt at a server that stalls or drips times out and is retried`(
        stalls: Bool
    )
        async throws
    {
        let clock = TestClock()
        let server = try LoopbackServer { _ in
            guard !stalls else { return .stall }
            return .stream(LoopbackResponse(), AsyncStream { $0.yield(Data("x".utf8)) })
        }
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil)
        let client = URLSessionClient(server, limits: limits, time: clock.time)
            .timingOut(eachAttemptAfter: .seconds(4), time: clock.time)
            .retrying(budget: .ample, time: clock.time.drawing { 0 })
        let call = Task { try await client.send(.get, "x") }
        // A little longer than the limit, because the byte that arrives is not waited for.
        await server.outlast(3, of: .milliseconds(4001), on: clock)
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.retries?.attempts.count == 3)
    }

    @Test func `cancelling the wait between attempts ends the call at once`() async throws {
        let clock = TestClock(), server = try LoopbackServer { _ in .status(503, headers: ["Retry-After": "30"]) }
        let client = URLSessionClient(server).retrying(time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.requestCount == 1)
        #expect(clock.sleeperCount == 0)
    }
}
