import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookCoverEndpointTests {
    private let endpoint = BookCoverEndpoint(id: "1")

    @Test func `the request asks for the picture of the book`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "books/1/cover")
        #expect(request.value(forHTTPHeaderField: "Accept") == "image/*")
    }

    @Test func `any identifier keeps its place in the path`() throws {
        try EndpointFuzz.check { BookCoverEndpoint(id: $0) }
    }

    @Test func `the picture is returned byte for byte`() async throws {
        let bytes = Data([0x89, 0x50, 0, 0xFF])
        let client = MockClient { On(endpoint).status(200, body: bytes) }
        #expect(try await client.request(endpoint) == bytes)
    }

    @Test func `a refusal of the service is thrown`() async {
        let client = MockClient { On(endpoint).status(404, json: APIError.noSuchBookJSON) }
        await #expect(throws: APIError.noSuchBook) { try await client.request(endpoint) }
    }
}
