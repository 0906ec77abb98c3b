import EndpointTesting
import Testing

/// One refresh for all calls: when it starts, which calls wait for it, and which get its result.
@Suite struct RefreshingCredentialTests {
    private let office = TokenOffice()

    @Test func `a hundred calls at once share one refresh`() async throws {
        let api = office.api, office = office
        let client = office.client(api, office.credential())
        let calls = (0..<100).map { _ in Task { try await client.send(.get, "x").http.statusCode } }
        try await office.waiting.reached(100)
        await office.finish()
        for call in calls { #expect(try await call.value == 200) }
        #expect(office.refreshes.count == 1)
        #expect(api.headers("Authorization") == Array(repeating: "Bearer t1", count: 100))
    }

    @Test func `two clients share one credential`() async throws {
        let credential = office.credential(), office = office
        let clients = [office.client(office.api, credential), office.client(office.api, credential)]
        let calls = clients.map { client in Task { try await client.send(.get, "x").http.statusCode } }
        try await office.waiting.reached(2)
        await office.finish()
        for call in calls { #expect(try await call.value == 200) }
        #expect(office.refreshes.count == 1)
    }

    @Test func `a call is replayed once after 401, with the new credential`() async throws {
        let api = office.api
        let client = office.client(api, office.credential(ExpiringCredential(.bearer("old"))))
        let call = Task { try await client.send(.post, "x").http.statusCode }
        await office.finish()
        #expect(try await call.value == 200)
        #expect(api.headers("Authorization") == ["Bearer old", "Bearer t1"])
    }

    @Test func `a request with its own Authorization doesn't wait for a refresh`() async throws {
        let api = office.api
        let client = office.client(api, office.credential())
        #expect(try await client.send(.get, "x", headers: ["Authorization": "mine"]).http.statusCode == 401)
        #expect(api.headers("Authorization") == ["mine"])
        #expect(office.refreshes.count == 0)
    }

    @Test func `a refused request with its own Authorization isn't sent again with another credential`() async throws {
        let api = office.api, refreshes = Tally()
        let credential = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
            refreshes.add()
            return ExpiringCredential(.bearer("new"))
        }
        let client = office.client(api, credential)
        #expect(try await client.send(.get, "x", headers: ["Authorization": "mine"]).http.statusCode == 401)
        #expect(api.headers("Authorization") == ["mine"])
        #expect(refreshes.count == 0)
    }

    @Test func `a cancelled call sends nothing even if there is a credential`() async throws {
        let api = office.api
        let client = office.client(api, office.credential(ExpiringCredential(.bearer("old"), expiresIn: .seconds(600))))
        office.clock.advance(by: .seconds(540))  // It is used while the next one is fetched.
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(.get, "x")
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(api.requests.isEmpty)
    }

    @Test func `a credential that can't be sent isn't stored`() async throws {
        let refreshes = Tally()
        let credential = RefreshingCredential(time: office.clock.time) { _ in
            ExpiringCredential(.bearer(refreshes.add() == 1 ? "a b" : "t0"))
        }
        let client = office.client(office.api, credential)
        await #expect(throws: CredentialError.self) { try await client.send(.get, "x") }
        office.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `a call past its deadline sends nothing even if there is a credential`() async throws {
        let api = office.api, clock = office.clock
        let authorizing = api.authorizing(
            with: office.credential(ExpiringCredential(.bearer("old"), expiresIn: .seconds(600))))
        clock.advance(by: .seconds(540))  // It is used while the next one is fetched.
        let late = PunctualClient { request in
            clock.advance(by: .seconds(5))
            return try await authorizing.send(request)
        }
        let client = late.timingOut(after: .seconds(5), time: clock.time)
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .timedOut)
        #expect(api.requests.isEmpty)
    }

    @Test func `a second 401 is the answer`() async throws {
        let api = MockClient.always(.status(401))
        let client = office.client(api, office.credential(ExpiringCredential(.bearer("old"))))
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        #expect(try await call.value == 401)
        #expect(api.headers("Authorization") == ["Bearer old", "Bearer t1"])
        #expect(office.refreshes.count == 1)
    }

    @Test func `a call refused during another call's refresh is replayed without a refresh of its own`()
        async throws
    {
        let refused = Tally(), release = Tally(), office = office
        let api = PunctualClient { request in
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization")
            if token == "Bearer old", refused.add() == 1 { try await release.reached(1) }
            return try .answer(token == "Bearer old" ? 401 : 200, to: request)
        }
        let client = office.client(api, office.credential(ExpiringCredential(.bearer("old"))))
        let late = Task { try await client.send(.get, "x").http.statusCode }
        try await refused.reached(1)
        let early = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        #expect(try await early.value == 200)
        release.add()
        #expect(try await late.value == 200)
        #expect(office.refreshes.count == 1)
    }

    @Test func `the next credential is fetched a minute before the end without delaying calls`() async throws {
        let api = MockClient.always(.status(200))
        let first = ExpiringCredential(.bearer("old"), expiresIn: .seconds(600))
        let client = office.client(api, office.credential(first))
        office.clock.advance(by: .seconds(539))
        _ = try await client.send(.get, "x")
        #expect(office.refreshes.count == 0)
        office.clock.advance(by: .seconds(1))
        _ = try await client.send(.get, "x")
        try await office.refreshes.reached(1)
        _ = try await client.send(.get, "x")
        #expect(api.headers("Authorization") == ["Bearer old", "Bearer old", "Bearer old"])
        #expect(office.refreshes.count == 1)
    }

    @Test func `a calendar date can be the end of a credential`() async throws {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let first = ExpiringCredential(.bearer("old"), expiresAt: now + 600)
        let credential = RefreshingCredential(first, time: office.clock.time.dated { now }, refresh: office.refresh)
        let api = office.api
        office.clock.advance(by: .seconds(600))
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        #expect(try await call.value == 200)
        #expect(api.headers("Authorization") == ["Bearer t1"])
    }

    @Test func `a refresh gets the last credential, even if it was never sent`() async throws {
        let credential = office.credential(ExpiringCredential(.bearer("old"))), api = office.api
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        _ = try await call.value
        credential.signIn(ExpiringCredential(.bearer("unsent"), expiresIn: .zero))
        let other = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        _ = try await other.value
        #expect(office.given == [.bearer("old"), .bearer("unsent")])
    }

    @Test func `a refresh doesn't get a credential that was signed out`() async throws {
        let credential = office.credential(ExpiringCredential(.bearer("old")))
        let client = office.client(office.api, credential)
        credential.signOut()
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        #expect(try await call.value == 200)
        #expect(office.given == [nil])
    }
}

/// A credential that the app sets, and a server that refuses every one.
@Suite struct RefreshingCredentialUseTests {
    @Test func `a credential that can't be sent fails each call until another one is set`() async throws {
        let refreshes = Tally(), mock = MockClient.always(.status(200))
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("t"))) { _ in
            refreshes.add()
            return ExpiringCredential(.bearer("fetched"))
        }
        let client = mock.authorizing(with: tokens)
        tokens.signIn(ExpiringCredential(.bearer("a\nb")))
        for _ in 0..<2 { await #expect(throws: CredentialError.unsendable) { try await client.send(.get, "x") } }
        tokens.signIn(ExpiringCredential(.bearer("mine")))
        _ = try await client.send(.get, "x")
        #expect(refreshes.count == 0)
        #expect(mock.headers("Authorization") == ["Bearer mine"])
    }

    @Test func `a path that refuses every credential doesn't use up the refreshes of other paths`() async throws {
        let refreshes = Tally(), valid = Locked("t0")
        let api = PunctualClient { request in
            let token = request.urlRequest.value(forHTTPHeaderField: "Authorization")
            let isRefused = request.urlRequest.url?.path == "admin" || token != "Bearer \(valid.withLock { $0 })"
            return try .answer(isRefused ? 401 : 200, to: request)
        }
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("t0")), time: TestClock().time) { _ in
            valid.withLock { $0 = "t\(refreshes.add())" }
            return ExpiringCredential(.bearer(valid.withLock { $0 }))
        }
        let client = api.authorizing(with: tokens)
        for page in 0..<10 { #expect(try await client.send(.get, "admin?page=\(page)").http.statusCode == 401) }
        #expect(refreshes.count == 1)
        valid.withLock { $0 = "revoked" }
        #expect(try await client.send(.get, "books").http.statusCode == 200)
        #expect(refreshes.count == 2)
    }
}

/// Calls that wait for a refresh, and are cancelled before its end.
@Suite struct RefreshingCredentialWaitingTests {
    private let office = TokenOffice()

    @Test func `a cancelled waiter leaves at once, and the refresh continues for the others`() async throws {
        let client = office.client(office.api, office.credential())
        let first = Task { try await client.send(.get, "x").http.statusCode }
        try await office.waiting.reached(1)
        let second = Task { try await client.send(.get, "x").http.statusCode }
        try await office.waiting.reached(2)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await office.finish()
        #expect(try await second.value == 200)
        #expect(office.refreshes.count == 1)
    }

    @Test func `a call that is cancelled already doesn't begin a refresh`() async throws {
        let api = office.api, office = office
        let client = office.client(api, office.credential())
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(.get, "x").http.statusCode
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(api.requests.isEmpty)
    }

    @Test func `a refresh stores its credential even if nobody waits any more`() async throws {
        let client = office.client(office.api, office.credential())
        let first = Task { try await client.send(.get, "x").http.statusCode }
        try await office.waiting.reached(1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await client.send(.get, "x").http.statusCode }
        try await office.waiting.reached(2)
        await office.finish()
        #expect(try await second.value == 200)
        #expect(office.refreshes.count == 1)
    }

    @Test func `a failed background refresh is an event and a log line`() async throws {
        struct Refusal: LocalizedError {
            var errorDescription: String? { "refused: access_token=s3cret" }
        }
        let clock = TestClock(), steps = Steps(), failed = Tally(), lines = Locked<[String]>([])
        let tokens = RefreshingCredential(
            ExpiringCredential(.bearer("old"), expiresIn: .seconds(300)), time: clock.time
        ) { _ in throw Refusal() }
        let client = MockClient.always(.status(200)).standard { stack in
            (stack.credential, stack.time) = (.refreshing(tokens), clock.time)
            stack.meter = { event in
                steps.note(event)
                if case .refreshFailed = event.step { failed.add() }
            }
            stack.log = LogSink { entry in lines.withLock { $0.append("\(entry.level) \(entry.message)") } }.from(
                .warning)
        }
        clock.advance(by: .seconds(250))
        #expect(try await client.send(.get, "x").http.statusCode == 200)
        try await failed.reached(1)
        await client.flush()
        #expect(steps.all.contains("refresh failed: refused: access_token={{secret}}"))
        #expect(
            lines.withLock { $0 } == [
                "warning #1 the credential could not be refreshed: refused: access_token={{secret}}"
            ])
    }

    @Test func `a waiter leaves when the call's deadline passes`() async throws {
        let office = office
        let api = PunctualClient { try .answer(200, to: $0) }
        let client = office.client(api, office.credential()).timingOut(
            after: .milliseconds(500), time: office.clock.time)
        let call = Task { try await client.send(.get, "x") }
        await office.clock.sleepers(3)
        office.clock.advance(by: .milliseconds(500))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test func `calls that time out while waiting for a refresh don't cost the server's budget`() async throws {
        let office = office
        let api = PunctualClient { try .answer(503, to: $0) }
        let client = office.client(api, office.credential()).retryingAtOnce()
        let late = client.timingOut(after: .milliseconds(500), time: office.clock.time)
        let calls = (0..<10).map { _ in Task { try await late.send(.get, "x") } }
        try await office.waiting.reached(10)
        await office.clock.sleepers(3)
        office.clock.advance(by: .milliseconds(500))
        for call in calls { await #expect(throws: URLError.self) { try await call.value } }
        office.clock.advance(by: .milliseconds(500))
        #expect(try await client.send(.get, "x").retries?.attempts.count == 3)
    }

    @Test func `signing in answers the waiting calls, and the late refresh is discarded`() async throws {
        let api = MockClient.always(.status(200)), credential = office.credential()
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x").http.statusCode }
        try await office.waiting.reached(1)
        credential.signIn(ExpiringCredential(.bearer("mine")))
        #expect(try await call.value == 200)
        office.clock.advance(by: .seconds(1))
        _ = try await client.send(.get, "x")
        #expect(api.headers("Authorization") == ["Bearer mine", "Bearer mine"])
    }

    @Test func `signing out fails the waiting calls`() async throws {
        let credential = office.credential(), api = office.api
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x") }
        try await office.waiting.reached(1)
        credential.signOut()
        await #expect(throws: CredentialError.signedOut) { try await call.value }
        #expect(api.requests.isEmpty)
    }

    @Test func `signing out fails a call that waits for its replay`() async throws {
        let credential = office.credential(ExpiringCredential(.bearer("old"))), api = office.api
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x") }
        try await office.waiting.reached(1)
        credential.signOut()
        await #expect(throws: CredentialError.signedOut) { try await call.value }
        #expect(api.requests.count == 1)
    }
}

/// Nothing that a program prints shows the credential.
@Suite struct RefreshingCredentialPrivacyTests {
    private let shown = Locked<[String]>([])

    private func show(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        shown.withLock { $0 += [dumped, "\(value)", String(reflecting: value)] }
    }

    private struct Refusal: LocalizedError {
        var errorDescription: String? { "Authorization: Bearer s3cret" }
    }

    @Test func `no value, client, event or log line shows a refreshing credential`() async throws {
        let refreshes = Tally()
        let first = ExpiringCredential(.bearer("s3cret-0"), expiresIn: .seconds(600))
        let tokens = RefreshingCredential(first) { last in
            show(last as Any)
            let number = refreshes.add()
            guard number < 2 else { throw Refusal() }
            return ExpiringCredential(.bearer("s3cret-\(number)"))
        }
        let client = PunctualClient { try .answer(401, to: $0) }.authorizing(with: tokens).retrying().metering {
            show($0)
        }
        .logging(
            to: LogSink { entry in shown.withLock { $0 += [entry.message, entry.json] } }, showing: .everything)
        for _ in 0..<2 { _ = try? await client.send(.get, "x") }
        await client.flush()
        for value in [first, tokens, client] as [Any] { show(value) }
        let texts = shown.withLock { $0 }
        #expect(texts.count > 45)
        #expect(texts.filter { $0.contains("s3cret") } == [])
    }

    @Test func `a credential that is sent can be found in the request by the same search`() async throws {
        let mock = MockClient.always(.status(200))
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("s3cret"))) { _ in ExpiringCredential(.bearer("x"))
        }
        _ = try await mock.authorizing(with: tokens).send(.get, "x")
        show(mock.headers("Authorization"))
        #expect(shown.withLock { $0 }.contains { $0.contains("s3cret") })
    }
}

extension LogDetails {
    static let everything: LogDetails = [.commands, .headers, .bodies, .timings]
}
