import EndpointTesting
import Testing

struct GetUser: JsonEndpoint {
    typealias Content = User
    let id: Int
    func makeRequest() throws -> URLRequest { try .get("users/\(id)") }
}

@Test func `a user has a name`() async throws {
    let client = MockClient { On(GetUser.self).reply(json: #"{"id": 1, "name": "Ann"}"#) }
    #expect(try await client.request(GetUser(id: 1)).name == "Ann")
}

@Test func `nobody has that number`() async throws {
    let client = MockClient { On(GetUser.self).status(404, json: #"{"title": "No such user"}"#) }
    let error = await #expect(throws: HTTPError.self) { try await client.request(GetUser(id: 1)) }
    #expect(error?.problem?.title == "No such user")
}

func makeClient(for url: URL) -> some APIClient {
    LiveClient(baseURL: url)
        .authorizing(.bearer("t"))
        .retrying()
}
