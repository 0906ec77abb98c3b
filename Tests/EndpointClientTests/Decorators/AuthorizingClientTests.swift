import EndpointTesting
import Testing

@Suite struct AuthorizingClientTests {
    private let mock = MockClient.always(.status(200))
    private let base = URL(string: "https://api.example.com/v1")

    static let credentials: [(Credential, String, String)] = [
        (.bearer("t"), "Authorization", "Bearer t"),
        (.basic(user: "Aladdin", password: "open sesame"), "Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        (.header("X-API-Key", "k"), "X-API-Key", "k"),
    ]

    @Test(arguments: credentials) func `an authorizing client sets the header`(
        credential: Credential, name: String, value: String
    )
        async throws
    {
        _ = try await mock.authorizing(credential).send(.get, "x")
        #expect(mock.headers(name) == [value])
    }

    static let own = [
        "x", "/x", "?q=https://evil.example", "https://api.example.com/x", "HTTPS://API.example.com:443/x",
    ]

    @Test(arguments: own) func `a credential is sent to its own origin`(url: String) async throws {
        _ = try await mock.authorizing(.bearer("t"), for: base).send(.get, url)
        #expect(mock.headers("Authorization") == ["Bearer t"])
    }

    @Test func `a relative request to a client of another origin has no credential`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        _ = try await URLSessionClient(server).authorizing(.bearer("t"), for: base).send(.get, "x")
        _ = try await URLSessionClient(server).authorizing(.bearer("t"), for: server.url).send(.get, "x")
        #expect(server.requests.map { $0.header("Authorization") } == [nil, "Bearer t"])
    }

    static let foreign = [
        "https://evil.example/x", "http://api.example.com/x", "https://api.example.com:8443/x",
        "ftp://api.example.com/x",
        "https://api.example.com.evil.example/x", "https://api.example.com@evil.example/x", "//evil.example/x",
        "mailto:x",
    ]

    @Test(arguments: foreign) func `a credential isn't sent to any other origin`(url: String) async throws {
        _ = try await mock.authorizing(.bearer("t"), for: base).send(.get, url)
        #expect(mock.headers("Authorization") == [nil])
    }

    @Test(arguments: foreign + ["https://api.example.com/x"])
    func `a credential without an origin isn't sent to any absolute URL`(url: String) async throws {
        _ = try await mock.authorizing(.bearer("t")).send(.get, url)
        #expect(mock.headers("Authorization") == [nil])
    }

    @Test func `a header of the request isn't replaced by the credential`() async throws {
        _ = try await mock.authorizing(.bearer("t")).send(.get, "x", headers: ["authorization": "mine"])
        #expect(mock.headers("Authorization") == ["mine"])
    }

    @Test func `a credential is asked for again for each attempt`() async throws {
        let count = Locked(0)
        let mock = MockClient { On(BookEndpoint.self).fail(.reset).then(Book()) }
        let client = mock.authorizing { .bearer("t\(count.withLock { $0 += 1; return $0 })") }.retryingAtOnce()
        _ = try await client.request(BookEndpoint())
        #expect(mock.headers("Authorization") == ["Bearer t1", "Bearer t2"])
    }

    /// Ten failures would use up the server's budget, and no budget limits the calls of the closure.
    @Test(arguments: [URLError(.networkConnectionLost), HTTPError(response(503), body: Data())] as [any Error])
    func `a closure that fails is called once for a call, and doesn't cost the server's budget`(
        failure: any Error
    ) async throws {
        let asked = Tally()
        let mock = MockClient.always(.status(503))
        let client = mock.authorizing {
            if asked.add() <= 12 { throw failure }
            return .bearer("t")
        }
        .retryingAtOnce()
        for _ in 0..<12 {
            let error = await #expect(throws: (any Error).self) { try await client.send(.get, "x") }
            let retries = error.flatMap { CallFailure($0).retries }
            #expect(retries?.attempts.count == 1)
            #expect(retries?.reason == .credential)
        }
        #expect(asked.count == 12)
        #expect(try await client.send(.get, "x").retries?.attempts.count == 3)
    }

    @Test func `a closure that outlasts an attempt is called once for a call`() async throws {
        let clock = TestClock(), asked = Tally()
        let client = PunctualClient { try .answer(200, to: $0) }.authorizing(time: clock.time) {
            asked.add()
            try await clock.sleep(for: .seconds(3600))
            return .bearer("t")
        }
        .timingOut(eachAttemptAfter: .seconds(20), time: clock.time).retryingAtOnce()
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(2)
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(asked.count == 1)
    }

    @Test func `a credential that can't be sent is reported once, before anything is sent`() async throws {
        let client = mock.authorizing(.bearer("a\r\nb")).retryingAtOnce()
        await #expect(throws: CredentialError.unsendable) { try await client.request(BookEndpoint()) }
        #expect(mock.requests.isEmpty)
    }

    /// `127.0.0.1` and `localhost` are one server and two origins.
    @Test func `a credential isn't sent along when a real server redirects elsewhere`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/x"
                ? .redirect(to: "http://localhost:\(request.header("Host")?.split(separator: ":").last ?? "")/y")
                : .status(204)
        }
        _ = try await URLSessionClient(server).authorizing(.header("X-API-Key", "k")).send(.get, "x")
        #expect(server.requests.map { $0.header("X-API-Key") } == ["k", nil])
    }

    @Test func `no text of an authorizing client shows the credential`() {
        let credential = Credential.header("X-API-Key", "s3cret")
        let client = URLSessionClient(baseURL: URL(fileURLWithPath: "/")).authorizing(credential)
        for value in [credential, client, client.retrying()] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("s3cret"))
        }
        #expect("\(credential)" == "X-API-Key: ‹redacted›")
    }
}

/// Credentials and real servers that send them elsewhere: `127.0.0.1` and `localhost` are one server and two origins.
@Suite struct AuthorizingClientServerTests {
    private let office = TokenOffice()

    private func elsewhere(_ request: RecordedRequest, _ path: String) -> String {
        "http://localhost:\(request.header("Host")?.split(separator: ":").last ?? "")\(path)"
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `no credential reaches another origin`(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/x" ? .redirect(status, to: elsewhere(request, "/y")) : .status(204)
        }
        let tokens = office.credential(ExpiringCredential(.bearer("t")))
        let client = URLSessionClient(server).authorizing(with: tokens)
            .adapting { $0.urlRequest.setValue("k", forHTTPHeaderField: "X-API-Key") }
        _ = try await client.send(.get, "x", headers: ["Cookie": "session=c"])
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t", nil])
        #expect(server.requests.map { $0.header("X-API-Key") } == ["k", nil])
        #expect(server.requests.map { $0.header("Cookie") } == ["session=c", nil])
    }

    @Test func `a 401 from another origin is the answer and causes no refresh`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/x" ? .redirect(to: elsewhere(request, "/y")) : .status(401)
        }
        let tokens = office.credential(ExpiringCredential(.bearer("t")))
        let response = try await URLSessionClient(server).authorizing(with: tokens).send(.get, "x")
        #expect(response.http.statusCode == 401)
        #expect(server.requestCount == 2)
        #expect(office.refreshes.count == 0)
    }

    @Test func `a replay has a fresh body`() async throws {
        let server = try LoopbackServer { request in
            .status(request.header("Authorization") == "Bearer old" ? 401 : 204)
        }
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in ExpiringCredential(.bearer("new"))
        }
        let client = URLSessionClient(server).authorizing(with: tokens)
        let body = UploadEndpointBody.stream(InputStream(data: bytes(50_000)), length: 50_000)
        try await client.upload(SendEndpoint(body, .post))
        #expect(server.requests.map(\.body) == [bytes(50_000), bytes(50_000)])
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer old", "Bearer new"])
    }

    @Test func `a refresh through the same server is sent without a credential`() async throws {
        let server = try LoopbackServer { request in
            .status(request.path == "/v1/token" || request.header("Authorization") == "Bearer new" ? 200 : 401)
        }
        let plain = URLSessionClient(server)
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
            _ = try await plain.send(.post, "token")
            return ExpiringCredential(.bearer("new"))
        }
        let response = try await plain.authorizing(with: tokens).send(.get, "x")
        #expect(response.http.statusCode == 200)
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer old", nil, "Bearer new"])
    }
}
