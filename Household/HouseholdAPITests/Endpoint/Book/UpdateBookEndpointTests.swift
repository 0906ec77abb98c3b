import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct UpdateBookEndpointTests {
    private let endpoint = UpdateBookEndpoint(book: .momo)

    @Test func `puts the book as JSON to its path`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.url?.relativeString == "books/1")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"author":"Michael Ende","id":"1","title":"Momo","year":1973}"#.utf8))
    }

    @Test func `keeps any identifier in its place`() throws {
        try EndpointFuzz.check { UpdateBookEndpoint(book: Book(id: $0, title: "T", author: "A")) }
    }

    @Test func `reads the book as the server keeps it`() async throws {
        let client = MockClient { On(endpoint).reply(json: Book.momoJSON) }
        #expect(try await client.request(endpoint) == .momo)
    }
}
