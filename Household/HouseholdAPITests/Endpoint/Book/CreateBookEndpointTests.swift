import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct CreateBookEndpointTests {
    private let endpoint = CreateBookEndpoint(draft: BookDraft(title: "Momo", author: "Michael Ende", year: 1973))

    @Test func `the draft is posted as JSON`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "POST")
        #expect(request.url?.relativeString == "books")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"author":"Michael Ende","title":"Momo","year":1973}"#.utf8))
    }

    @Test func `an unknown year is left out`() throws {
        let request = try CreateBookEndpoint(draft: BookDraft(title: "T", author: "A")).makeRequest()
        #expect(request.httpBody == Data(#"{"author":"A","title":"T"}"#.utf8))
    }

    @Test func `any title keeps its place in the body`() throws {
        try EndpointFuzz.check { CreateBookEndpoint(draft: BookDraft(title: $0, author: "A")) }
    }

    @Test func `the book is read with its new identifier`() async throws {
        let client = MockClient { On(endpoint).status(201, json: Book.momoJSON) }
        #expect(try await client.request(endpoint) == .momo)
    }
}
