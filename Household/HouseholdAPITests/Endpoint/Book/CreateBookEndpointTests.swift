import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct CreateBookEndpointTests {
    private let endpoint = CreateBookEndpoint(draft: BookDraft(title: "Momo", author: "Michael Ende", year: 1973))

    @Test func `posts the draft as JSON`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "POST")
        #expect(request.url?.relativeString == "books")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"author":"Michael Ende","title":"Momo","year":1973}"#.utf8))
    }

    @Test func `leaves out an unknown year`() throws {
        let request = try CreateBookEndpoint(draft: BookDraft(title: "T", author: "A")).makeRequest()
        #expect(request.httpBody == Data(#"{"author":"A","title":"T"}"#.utf8))
    }

    @Test func `accepts that the book was created`() throws {
        try endpoint.validate(response(201), with: Data())
    }

    @Test func `reads the book with its new identifier`() async throws {
        let client = MockClient { try .json(Book.momoJSON, status: 201, to: $0) }
        #expect(try await client.request(endpoint) == .momo)
    }

    @Test func `fails with the refusal of the API`() async {
        let client = MockClient { try .json(APIError.noSuchBookJSON, status: 404, to: $0) }
        await #expect(throws: APIError.noSuchBook) {
            try await client.request(endpoint)
        }
    }

    @Test func `fails with an HTTP error when something else than the API refuses`() async throws {
        let client = MockClient { try .answer(502, body: Data("<h1>Bad Gateway</h1>".utf8), to: $0) }
        let error = try await #require(throws: HTTPError.self) {
            try await client.request(endpoint)
        }
        #expect(error.status == 502)
    }
}
