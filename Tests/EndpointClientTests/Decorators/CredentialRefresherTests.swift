import Testing

@testable import EndpointCore
@testable import EndpointTesting

/// Refreshes that need the credential that they refresh.
@Suite struct RefreshTaskTests {
    private let clock = TestClock()
    private let api = MockClient.always(.status(200))

    /// A client, stored where its own refresh finds it.
    private func client(
        _ place: Locked<(any APIClient)?> = Locked(nil), on clock: TestClock,
        _ refresh: @escaping @Sendable (any APIClient) async throws -> Void
    ) -> any APIClient {
        let credential = RefreshingCredential(time: clock.time) { _ in
            if let client = place.withLock({ $0 }) { try await refresh(client) }
            return ExpiringCredential(.bearer("new"))
        }
        let client = api.authorizing(with: credential)
        place.withLock { $0 = client }
        return client
    }

    @Test func `a refresh through its own client throws a circular refresh error`() async throws {
        let client = client(on: clock) { _ = try await $0.send(.get, "token") }
        await #expect(throws: CredentialError.circularRefresh) { try await client.send(.get, "x") }
        #expect(api.requests.isEmpty)
    }

    @Test func `a refresh that waits for a task using its own client throws a circular refresh error`() async throws {
        let client = client(on: clock) { client in
            _ = try await Task { try await client.send(.get, "token") }.value
        }
        await #expect(throws: CredentialError.circularRefresh) { try await client.send(.get, "x") }
    }

    @Test func `two refreshes that wait for each other throw a circular refresh error`() async throws {
        let place = Locked<(any APIClient)?>(nil)
        let second = client(on: clock) { _ in
            if let first = place.withLock({ $0 }) { _ = try await first.send(.get, "first") }
        }
        let first = client(place, on: clock) { _ in _ = try await second.send(.get, "second") }
        await #expect(throws: CredentialError.circularRefresh) { try await first.send(.get, "x") }
    }

    @Test func `a refresh may use another credential`() async throws {
        let other = client(on: clock) { _ in }
        let client = client(on: clock) { _ in _ = try await other.send(.get, "token") }
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `a task that outlives its refresh isn't part of the next one`() async throws {
        let office = TokenOffice(), left = Locked<Task<Int, any Error>?>(nil), go = Tally(), ended = office.waiting
        let place = Locked<(any APIClient)?>(nil)
        let credential = RefreshingCredential(time: office.clock.time) { last in
            if left.withLock({ $0 }) == nil, let client = place.withLock({ $0 }) {
                let task = Task {
                    try await go.reached(1)
                    defer { ended.add() }
                    return try await client.send(.get, "x").http.statusCode
                }
                left.withLock { $0 = task }
            }
            return try await office.refresh(last)
        }
        let client = office.client(office.api, credential)
        place.withLock { $0 = client }
        let first = Task { try await client.send(.get, "x") }
        await office.finish()
        _ = try await first.value
        credential.signOut()
        let second = Task { try await client.send(.get, "x") }
        try await office.waiting.reached(2)
        go.add()
        try await office.waiting.reached(3)
        await office.finish()
        _ = try await second.value
        let task = try #require(left.withLock { $0 })
        #expect(try await task.value == 200)
    }
}

/// Refreshes that fail, hang, return the same credential, or wait for themselves: one clear error each, and no loop.
@Suite struct RefreshingCredentialFailureTests {
    private let office = TokenOffice()

    private struct Refusal: Error, Equatable {
        let number: Int
    }

    /// A client with a scripted refresh. Refused calls sent "old" first.
    private func client(
        _ api: some APIClient = MockClient.always(.status(401)), _ first: ExpiringCredential? = nil,
        _ refresh: @escaping @Sendable (Credential?) async throws -> ExpiringCredential
    ) -> any APIClient {
        office.client(api, RefreshingCredential(first, time: office.clock.time, refresh: refresh))
    }

    /// A refresh that takes an hour, and records its cancellation.
    private func hanging(_ cancelled: Tally) -> @Sendable (Credential?) async throws -> ExpiringCredential {
        { [office] _ in
            do {
                try await office.clock.sleep(for: .seconds(3600))
            } catch {
                cancelled.add()
                throw error
            }
            return ExpiringCredential(.bearer("late"))
        }
    }

    @Test func `a failure reaches all callers that wait unchanged, and the next call tries again`() async throws {
        let office = office
        let client = client {
            let number = office.refreshes.count
            _ = try await office.refresh($0)
            throw Refusal(number: number + 1)
        }
        let calls = (0..<10).map { _ in Task { try await client.send(.get, "x") } }
        try await office.waiting.reached(10)
        await office.finish()
        for call in calls { await #expect(throws: Refusal(number: 1)) { try await call.value } }
        await #expect(throws: Refusal(number: 1)) { try await client.send(.get, "x") }
        office.clock.advance(by: .seconds(2))
        let next = Task { try await client.send(.get, "x") }
        await office.finish()
        await #expect(throws: Refusal(number: 2)) { try await next.value }
    }

    @Test(arguments: [URLError(.timedOut), HTTPError(response(503), body: Data())] as [any Error])
    func `a failed refresh isn't retried as an attempt and doesn't cost the server's budget`(
        failure: any Error
    ) async throws {
        let office = office, api = MockClient.always(.status(503))
        let credential = client(api) {
            if office.refreshes.count > 0 { return ExpiringCredential(.bearer("t\(office.refreshes.add())")) }
            _ = try await office.refresh($0)
            throw failure
        }
        let client = credential.retryingAtOnce()
        let calls = (0..<10).map { _ in Task { try await client.send(.get, "x") } }
        try await office.waiting.reached(10)
        await office.finish()
        for call in calls {
            let error = await #expect(throws: (any Error).self) { try await call.value }
            #expect(error.map { type(of: $0) } == type(of: failure))
            #expect(error?.retries?.attempts.count == 1)
            #expect(error?.retries?.reason == .credential)
        }
        #expect(office.refreshes.count == 1)
        office.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "x").retries?.attempts.count == 3)
    }

    @Test func `the error of a failed refresh has the attempts of the client it used`() async throws {
        let down = MockClient.always(.status(503)).retryingAtOnce()
        let client = client {
            _ in
            _ = try await down.request(BookEndpoint())
            return ExpiringCredential(.bearer("t"))
        }
        let error = await #expect(throws: HTTPError.self) { try await client.retryingAtOnce().send(.get, "x") }
        #expect(error?.retries?.attempts.count == 3)
        #expect(error?.retries?.reason == .attempts)
    }

    @Test func `at most three refreshes in a minute may bring a credential that has expired`() async throws {
        let refreshes = Tally()
        let client = client(MockClient.always(.status(200))) { _ in
            ExpiringCredential(.bearer("t\(refreshes.add())"), expiresIn: .zero)
        }
        for _ in 1...3 { _ = try await client.send(.get, "x") }
        for _ in 0..<2 {
            await #expect(throws: CredentialError.tooManyRefreshes(retryAfter: .seconds(60))) {
                try await client.send(.get, "x")
            }
        }
        office.clock.advance(by: .seconds(60))
        _ = try await client.send(.get, "x")
        #expect(refreshes.count == 4)
    }

    @Test func `an app's error that passes through a refresh isn't marked`() async throws {
        let client = client { _ in throw URLError(.timedOut, userInfo: ["App": "mine"]) }
        let error = await #expect(throws: URLError.self) {
            try await client.retryingAtOnce().request(BookEndpoint())
        }
        #expect(error?.errorUserInfo.keys.contains { $0.contains("Origin") } == false)
        #expect(error?.errorUserInfo["App"] as? String == "mine")
        #expect(error?.retries?.reason == .credential)
    }

    @Test func `new credentials that don't work end in an error, not in a loop`() async throws {
        let refreshes = Tally(), api = MockClient.always(.status(401))
        let client = client(api) { _ in ExpiringCredential(.bearer("t\(refreshes.add())")) }
        var results: [Int?] = []
        for _ in 0..<4 { results.append(try? await client.send(.get, "x").http.statusCode) }
        #expect(results == [401, 401, 401, 401])
        #expect(refreshes.count == 2)
        #expect(api.requests.count == 5)
    }

    @Test func `a refresh that hangs times out after half a minute, even if it ignores cancellation`() async throws {
        let office = office, never = Tally()
        defer { never.add() }
        let client = client { _ in
            office.refreshes.add()
            try await never.reached(1)
            return ExpiringCredential(.bearer("late"))
        }
        let calls = (0..<3).map { _ in Task { try await client.send(.get, "x") } }
        try await office.waiting.reached(3)
        await office.clock.sleepers(1)
        office.clock.advance(by: .milliseconds(29_999))
        #expect(office.clock.sleeperCount == 1)
        office.clock.advance(by: .milliseconds(1))
        for call in calls { await #expect(throws: CredentialError.refreshTimedOut) { try await call.value } }
        #expect(office.refreshes.count == 1)
    }

    @Test(arguments: [true, false])
    func `a refresh that nobody needs any more is cancelled`(signsIn: Bool) async throws {
        let cancelled = Tally()
        let credential = RefreshingCredential(time: office.clock.time, refresh: hanging(cancelled))
        let client = MockClient.always(.status(200)).authorizing(with: credential)
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.clock.sleepers(2)
        if signsIn { credential.signIn(ExpiringCredential(.bearer("t"))) } else { credential.signOut() }
        try await cancelled.reached(1)
        #expect(await (try? call.value) == (signsIn ? 200 : nil))
    }

    @Test func `a request with its own credential header doesn't wait for a refresh`() async throws {
        let refreshes = Tally(), mock = MockClient.always(.status(200))
        let old = ExpiringCredential(.header("X-Api-Key", "old"), expiresIn: .zero)
        let credential = RefreshingCredential(old) { _ in
            refreshes.add()
            return ExpiringCredential(.header("X-Api-Key", "new"))
        }
        let client = mock.authorizing(with: credential)
        _ = try await client.send(.get, "x", headers: ["X-Api-Key": "mine"])
        #expect(refreshes.count == 0)
        _ = try await client.send(.get, "x", headers: ["Authorization": "mine"])
        #expect(mock.headers("X-Api-Key") == ["mine", "new"])
    }

    @Test func `a credential whose end isn't a valid date doesn't expire`() async throws {
        let date = Date(timeIntervalSinceReferenceDate: .nan), mock = MockClient.always(.status(200))
        let first = ExpiringCredential(.bearer("t"), expiresAt: date)
        let credential = RefreshingCredential(first) { _ in throw URLError(.badURL) }
        _ = try await mock.authorizing(with: credential).send(.get, "x")
        #expect(mock.headers("Authorization") == ["Bearer t"])
    }

    @Test func `a refresh that hangs is cancelled when it times out`() async throws {
        let cancelled = Tally()
        let client = client { [hang = hanging(cancelled)] in try await hang($0) }
        let call = Task { try await client.send(.get, "x") }
        await office.clock.sleepers(2)
        office.clock.advance(by: .seconds(30))
        await #expect(throws: CredentialError.refreshTimedOut) { try await call.value }
        try await cancelled.reached(1)
    }

    @Test func `a refresh that returns the refused credential fails as unchanged`() async throws {
        let client = client(first: "old") { _ in ExpiringCredential(.bearer("old")) }
        await #expect(throws: CredentialError.unchanged) { try await client.send(.get, "x") }
    }

    @Test func `a refresh that returns an expired credential fails as unchanged`() async throws {
        let client = client(MockClient.always(.status(200)), ExpiringCredential(.bearer("old"), expiresIn: .zero)) {
            _ in
            ExpiringCredential(.bearer("old"), expiresIn: .zero)
        }
        await #expect(throws: CredentialError.unchanged) { try await client.send(.get, "x") }
    }

    @Test func `a refresh that gets a 401 itself fails as refused`() async throws {
        let plain = MockClient.always(.status(401))
        let client = client { _ in
            _ = try await plain.request(BookEndpoint())
            return ExpiringCredential(.bearer("new"))
        }
        await #expect(throws: CredentialError.refused) { try await client.send(.get, "x") }
        #expect(plain.requests.count == 1)
    }

    static let endings: [any Error] = [
        CredentialError.invalidGrant,
        HTTPError(response(400), body: Data(#"{"error": "invalid_grant", "error_description": "revoked"}"#.utf8)),
        HTTPError(response(403), body: Data(#"{"error":"invalid_grant"}"#.utf8)),
    ]

    @Test(arguments: endings)
    func `after a refresh with an invalid grant calls fail at once until a sign-in`(ending: any Error) async throws {
        let refreshes = Tally(), api = MockClient.always(.status(200))
        let tokens = RefreshingCredential(time: office.clock.time) { _ in
            refreshes.add()
            throw ending
        }
        let client = office.client(api, tokens).retryingAtOnce()
        for _ in 0..<3 {
            let error = await #expect(throws: CredentialError.invalidGrant) { try await client.send(.get, "x") }
            #expect(error?.description.contains("sign in") == true)
            office.clock.advance(by: .seconds(1000))
        }
        #expect(refreshes.count == 1)
        #expect(api.requests.isEmpty)
        tokens.signIn(ExpiringCredential(.bearer("t")))
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test(arguments: [
        HTTPError(response(400), body: Data(#"{"error": "invalid_request"}"#.utf8)),
        HTTPError(response(503), body: Data(#"{"error": "invalid_grant"}"#.utf8)),
        HTTPError(response(400), body: Data("invalid_grant".utf8)),
    ])
    func `a refresh that fails in another way is tried again after a pause`(failure: HTTPError) async throws {
        let refreshes = Tally()
        let client = client(MockClient.always(.status(200))) { _ in
            if refreshes.add() == 1 { throw failure }
            return ExpiringCredential(.bearer("t"))
        }
        await #expect(throws: HTTPError.self) { try await client.send(.get, "x") }
        office.clock.advance(by: .seconds(2))
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `a refresh cancelled from inside doesn't look like a cancelled call`() async throws {
        let client = client { _ in throw CancellationError() }
        await #expect(throws: CredentialError.refreshFailed) { try await client.send(.get, "x") }
    }

    @Test func `a refresh that brings an unsendable credential fails`() async throws {
        let api = MockClient.always(.status(200))
        let client = client(api) { _ in ExpiringCredential(.bearer("a\nb")) }
        await #expect(throws: CredentialError.unsendable) { try await client.send(.get, "x") }
        #expect(api.requests.isEmpty)
    }

    private func client(
        first: String, _ refresh: @escaping @Sendable (Credential?) async throws -> ExpiringCredential
    ) -> any APIClient {
        client(MockClient.always(.status(401)), ExpiringCredential(.bearer(first)), refresh)
    }
}
