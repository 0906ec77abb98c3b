import EndpointTesting
import Testing

/// Refreshes that need the credential which they are to bring.
@Suite struct RefreshTaskTests {
    private let clock = TestClock()
    private let api = MockClient.always(.status(200))

    /// A client, and a place to put it where its own refresh finds it.
    private func client(
        _ place: Locked<(any APIClient)?> = Locked(nil), on clock: TestClock,
        _ refresh: @escaping @Sendable (any APIClient) async throws -> Void
    ) -> any APIClient {
        let credential = RefreshingCredential(clock: clock) { _ in
            if let client = place.withLock({ $0 }) { try await refresh(client) }
            return ExpiringCredential(.bearer("new"))
        }
        let client = api.authorizing(with: credential)
        place.withLock { $0 = client }
        return client
    }

    @Test func `a refresh that goes through its own client says so`() async throws {
        let client = client(on: clock) { _ = try await $0.send(.get, "token") }
        await #expect(throws: CredentialError.circularRefresh) { try await client.send(.get, "x") }
        #expect(api.requests.isEmpty)
    }

    @Test func `so does one in a task that the refresh waits for`() async throws {
        let client = client(on: clock) { client in
            _ = try await Task { try await client.send(.get, "token") }.value
        }
        await #expect(throws: CredentialError.circularRefresh) { try await client.send(.get, "x") }
    }

    @Test func `two refreshes that wait for each other say so`() async throws {
        let place = Locked<(any APIClient)?>(nil)
        let second = client(on: clock) { _ in
            if let first = place.withLock({ $0 }) { _ = try await first.send(.get, "first") }
        }
        let first = client(place, on: clock) { _ in _ = try await second.send(.get, "second") }
        await #expect(throws: CredentialError.circularRefresh) { try await first.send(.get, "x") }
    }

    @Test func `a refresh may need another credential`() async throws {
        let other = client(on: clock) { _ in }
        let client = client(on: clock) { _ in _ = try await other.send(.get, "token") }
        #expect(try await client.send(.get, "x").http.statusCode == 200)
    }

    @Test func `a task that a refresh leaves behind is no part of the next one`() async throws {
        let office = TokenOffice(), left = Locked<Task<Int, any Error>?>(nil), go = Tally(), ended = office.waiting
        let place = Locked<(any APIClient)?>(nil)
        let credential = RefreshingCredential(clock: office.clock) { last in
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
