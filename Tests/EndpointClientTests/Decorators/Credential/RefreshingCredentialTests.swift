import EndpointTesting
import Testing

/// One refresh for all: when it begins, who waits for it, and who gets what it brings.
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

    @Test func `a request that says itself who asks does not wait for a refresh`() async throws {
        let api = office.api
        let client = office.client(api, office.credential())
        #expect(try await client.send(.get, "x", headers: ["Authorization": "mine"]).http.statusCode == 401)
        #expect(api.headers("Authorization") == ["mine"])
        #expect(office.refreshes.count == 0)
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

    @Test func `a call that was refused while another one refreshed is replayed without a refresh of its own`()
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

    @Test func `the next credential is fetched a minute before the end, while calls go on`() async throws {
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

    @Test func `a date of the calendar is an end as well`() async throws {
        let now = Date(timeIntervalSince1970: 1_000_000)
        let first = ExpiringCredential(.bearer("old"), expiresAt: now + 600)
        let credential = RefreshingCredential(first, clock: office.clock, now: { now }, refresh: office.refresh)
        let api = office.api
        office.clock.advance(by: .seconds(600))
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        #expect(try await call.value == 200)
        #expect(api.headers("Authorization") == ["Bearer t1"])
    }

    @Test func `a refresh is given the last credential, sent or not`() async throws {
        let credential = office.credential(ExpiringCredential(.bearer("old"))), api = office.api
        let client = office.client(api, credential)
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        _ = try await call.value
        credential.signIn(ExpiringCredential(.bearer("unsent"), expiresIn: .zero))
        let other = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        _ = try await other.value
        #expect(office.given == [try .bearer("old"), try .bearer("unsent")])
    }

    @Test func `a credential that was taken away is not given to the refresh`() async throws {
        let credential = office.credential(ExpiringCredential(.bearer("old")))
        let client = office.client(office.api, credential)
        credential.signOut()
        let call = Task { try await client.send(.get, "x").http.statusCode }
        await office.finish()
        #expect(try await call.value == 200)
        #expect(office.given == [nil])
    }
}
