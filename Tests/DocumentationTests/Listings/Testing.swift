import EndpointTesting
import Testing

@Suite struct ReadmeListings {
    @Test func `a call asks for the user by id`() throws {
        let request = try UserEndpoint(id: 1).makeRequest()
        #expect(request.url?.relativeString == "users/1")
    }

    @Test func `a user who is missing is an HTTP error`() async throws {
        let client = MockClient { try .json(#"{"title": "No such user"}"#, status: 404, to: $0) }
        let error = try await #require(throws: HTTPError.self) { try await client.request(UserEndpoint(id: 1)) }
        #expect(error.problem?.title == "No such user")
    }

    @Test func `a server that hangs up is a URL error`() async throws {
        let server = try LoopbackServer { _ in .closeWithoutAnswer }
        let client = LiveClient(baseURL: server.url)
        await #expect(throws: URLError.self) { try await client.request(UserEndpoint(id: 1)) }
    }
}
