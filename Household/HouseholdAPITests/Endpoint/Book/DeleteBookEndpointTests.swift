import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct DeleteBookEndpointTests {
    private let endpoint = DeleteBookEndpoint(id: "1")

    @Test func `the request deletes the book by its identifier`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "DELETE")
        #expect(request.url?.relativeString == "books/1")
        #expect(request.httpBody == nil)
    }

    @Test func `any identifier keeps its place in the path`() throws {
        try EndpointFuzz.check { DeleteBookEndpoint(id: $0) }
    }

    @Test func `the deletion succeeds without content`() async throws {
        let client = MockClient { On(endpoint).status(204) }
        try await client.request(endpoint)
    }
}
