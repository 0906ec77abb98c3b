import EndpointTesting
import Testing

@Test func `a user has a name`() async throws {
    let client = MockClient { On(UserEndpoint.self).reply(json: #"{"id": 1, "name": "Ann"}"#) }
    #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
}
