import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct UpdateBookEndpointTests {
    private let endpoint = UpdateBookEndpoint(book: .momo)

    @Test func `the book is put to its path as JSON`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.url?.relativeString == "books/1")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"author":"Michael Ende","id":"1","title":"Momo","year":1973}"#.utf8))
    }

    @Test func `any identifier keeps its place in the path`() throws {
        try EndpointFuzz.check { UpdateBookEndpoint(book: Book(id: $0, title: "T", author: "A")) }
    }

    @Test func `the book is read as the server keeps it`() async throws {
        let client = MockClient { On(endpoint).reply(json: Book.momoJSON) }
        #expect(try await client.request(endpoint) == .momo)
    }
}
