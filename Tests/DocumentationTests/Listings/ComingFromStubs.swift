import EndpointTraits
import Testing

/// What the listings of the page test: a screen that shows a user.
private func name(of id: Int, by client: any APIClient) async throws -> String {
    try await client.request(UserEndpoint(id: id)).name
}

@Suite struct ComingFromStubsListings {
    @Test func `in place of a URLProtocol`() async throws {
        let client = MockClient { request in try .json(#"{"id": 1, "name": "Ann"}"#, to: request) }
        #expect(try await name(of: 1, by: client) == "Ann")
        #expect(client.requests.map { $0.urlRequest.url?.relativeString } == ["users/1"])
    }

    @Test(.verifyingMocks) func `in place of OHHTTPStubs`() async throws {
        let client = MockClient {
            On(.get, "users/1").status(200, json: #"{"id": 1, "name": "Ann"}"#).anyTimes()
            On(.get, "users/2").fail(.offline)
        }
        #expect(try await name(of: 1, by: client) == "Ann")
        await #expect(throws: URLError.self) { try await name(of: 2, by: client) }
    }

    @Test(.verifyingMocks) func `in place of Mocker`() async throws {
        let client = MockClient { On(UserEndpoint(id: 1)).reply(json: #"{"id": 1, "name": "Ann"}"#) }
        #expect(try await name(of: 1, by: client) == "Ann")
    }
}

@Suite(.cassette(mode: .replay)) struct ComingFromCassettesListings {
    @Test(.cassette("fetch-user")) func `fetches a user`() async throws {
        let client = Cassette.client(baseURL: URL(string: "https://api.example.com/v1")!)
        #expect(try await name(of: 1, by: client) == "Ann")
    }
}
