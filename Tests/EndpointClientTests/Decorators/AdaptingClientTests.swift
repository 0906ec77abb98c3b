import EndpointTesting
import Testing

@Suite struct AdaptingClientTests {
    private let mock = MockClient.always(.status(200))

    @Test func `an adapting client edits each request`() async throws {
        let client = mock.adapting { request in
            await Task.yield()
            request.urlRequest.setValue("de", forHTTPHeaderField: "Accept-Language")
        }
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        #expect(mock.headers("Accept-Language") == ["de", "de"])
    }

    @Test func `an error thrown while editing ends the call before anything is sent`() async throws {
        let client = mock.adapting { _ in throw CredentialError.signedOut }
        await #expect(throws: CredentialError.signedOut) { try await client.send(.get, "x") }
        #expect(mock.requests.isEmpty)
    }

    @Test func `an adapting client inside retries edits each attempt`() async throws {
        let mock = MockClient.always(.status(503)), edits = Tally()
        let client = mock.adapting { $0.urlRequest.setValue("\(edits.add())", forHTTPHeaderField: "X-Attempt") }
        _ = try await client.retryingAtOnce().send(.get, "x")
        #expect(mock.headers("X-Attempt") == ["1", "2", "3"])
    }
}
