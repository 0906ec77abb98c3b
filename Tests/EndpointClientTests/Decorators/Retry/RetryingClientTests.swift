import EndpointTesting
import Testing

@Suite struct RetryingClientTests {
    /// What happens every time, how it is asked, and how often it is asked then.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let reply: MockReply
        var headers: [String: String] = [:]
        let attempts: Int
        let testDescription: String

        init(
            _ name: String, _ method: HTTPMethod, _ reply: MockReply, headers: [String: String] = [:], attempts: Int
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
        Row("POST timed out", .post, .fail(.timedOut), attempts: 1),
        Row("POST refused", .post, .fail(.refused), attempts: 3),
        Row("GET timed out", .get, .fail(.timedOut), attempts: 3),
        Row("GET untrusted", .get, .fail(.error(.serverCertificateUntrusted)), attempts: 1),
        Row("GET cancelled", .get, .fail(.error(.cancelled)), attempts: 1),
        Row("GET CancellationError", .get, MockReply { _ in throw CancellationError() }, attempts: 1),
        Row("GET RequestError", .get, MockReply { _ in throw RequestError(.url("")) }, attempts: 1),
        Row("GET Retry-After 61", .get, .status(503, headers: ["Retry-After": "61"]), attempts: 1),
    ]

    @Test(arguments: rows) func `asks as often as the policy wants`(row: Row) async throws {
        let mock = MockClient.always(row.reply)
        _ = try? await mock.retryingAtOnce().send(row.method, "x", headers: row.headers)
        #expect(mock.requests.count == row.attempts)
    }

    @Test func `returns the response that is good at last`() async throws {
        let mock = MockClient { On(BookEndpoint.self).status(503).fail(.reset).then(Book()) }
        #expect(try await mock.retryingAtOnce().request(BookEndpoint()) == Book())
        try mock.verify()
    }

    @Test func `leaves the last failure to the endpoint`() async throws {
        let client = MockClient.always(.status(503, json: #"{"title": "Full"}"#)).retryingAtOnce()
        let error = try await #require(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        #expect(error.problem?.title == "Full")
    }

    @Test func `throws the last error as it was`() async throws {
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).fail(.timedOut).fail(.dnsFailure) }
        let client = mock.retryingAtOnce()
        let error = try await #require(throws: URLError.self) { try await client.request(BookEndpoint()) }
        #expect(error.code == .cannotFindHost)
    }

    @Test func `does not try again what the endpoint accepts`() async throws {
        let mock = MockClient.always(.status(503, json: "[1]"))
        #expect(try await mock.retryingAtOnce().request(TaxEndpoint()) == [1])
        #expect(mock.requests.count == 1)
    }

    @Test func `asks once for what a mock does not know`() async throws {
        let mock = MockClient {}
        let client = mock.retryingAtOnce()
        await #expect(throws: UnmatchedRequest.self) { try await client.request(BookEndpoint()) }
        #expect(mock.requests.count == 1)
    }

    @Test func `asks once for what was not recorded`() async throws {
        let url = try #require(URL(string: "https://api.example.com"))
        let replaying = ReplayingClient(Cassette(), baseURL: url)
        let client = replaying.retryingAtOnce()
        await #expect(throws: UnmatchedRequest.self) { try await client.request(BookEndpoint()) }
        #expect(replaying.replay.unmatched.count == 1)
    }

    @Test func `makes the stream of an upload anew for each attempt`() async throws {
        let answers = Locked([503, 204])
        let server = try LoopbackServer { _ in .status(answers.withLock { $0.removeFirst() }) }
        let client = URLSessionClient(server).retryingAtOnce()
        try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(100_000)), length: 100_000)))
        #expect(server.requests.map(\.body) == [bytes(100_000), bytes(100_000)])
    }

    @Test func `says what it wraps`() throws {
        let client = URLSessionClient(baseURL: try #require(URL(string: "https://api.example.com/v1")))
        #expect(
            "\(client.authorizing(.bearer("t")).retrying())" == "Retrying › Authorizing › URLSession(api.example.com)")
    }

    @Test func `wraps a client of any type`() async throws {
        let client: any APIClient = MockClient { On(BookEndpoint.self).reply(Book()) }
        #expect(try await client.retrying().request(BookEndpoint()) == Book())
    }
}
