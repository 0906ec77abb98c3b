import EndpointTesting
import Testing

/// Those who wait for a refresh, and do not wait for its end.
@Suite struct RefreshingCredentialWaitingTests {
    private let office = TokenOffice()

    @Test func `a cancelled waiter leaves at once and the refresh goes on for the others`() async throws {
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

    @Test func `a call that is cancelled already asks for nothing`() async throws {
        let api = office.api, office = office
        let client = office.client(api, office.credential())
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(.get, "x").http.statusCode
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(api.requests.isEmpty)
    }

    @Test func `the refresh brings its credential even when nobody waits any more`() async throws {
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

    @Test func `a waiter leaves when the call's deadline passes`() async throws {
        let office = office
        let api = PunctualClient { try .answer(200, to: $0) }
        let client = office.client(api, office.credential()).timingOut(after: .milliseconds(500), clock: office.clock)
        let call = Task { try await client.send(.get, "x") }
        await office.clock.sleepers(3)
        office.clock.advance(by: .milliseconds(500))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test func `those who are late before it ends cost the server no budget`() async throws {
        let office = office
        let api = PunctualClient { try .answer(503, to: $0) }
        let client = office.client(api, office.credential()).retryingAtOnce()
        let late = client.timingOut(after: .milliseconds(500), clock: office.clock)
        let calls = (0..<10).map { _ in Task { try await late.send(.get, "x") } }
        try await office.waiting.reached(10)
        await office.clock.sleepers(12)
        office.clock.advance(by: .milliseconds(500))
        for call in calls { await #expect(throws: URLError.self) { try await call.value } }
        office.clock.advance(by: .milliseconds(500))
        #expect(try await client.send(.get, "x").retries?.attempts.count == 3)
    }

    @Test func `someone who signs in serves those who wait, and the refresh counts no more`() async throws {
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

    @Test func `someone who signs out sends those away who wait`() async throws {
        let credential = office.credential(), api = office.api
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x") }
        try await office.waiting.reached(1)
        credential.signOut()
        await #expect(throws: CredentialError.signedOut) { try await call.value }
        #expect(api.requests.isEmpty)
    }

    @Test func `a call that waits for its replay is sent away too`() async throws {
        let credential = office.credential(ExpiringCredential(.bearer("old"))), api = office.api
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x") }
        try await office.waiting.reached(1)
        credential.signOut()
        await #expect(throws: CredentialError.signedOut) { try await call.value }
        #expect(api.requests.count == 1)
    }
}
