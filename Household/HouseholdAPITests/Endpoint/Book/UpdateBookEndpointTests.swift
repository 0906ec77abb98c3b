import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct UpdateBookEndpointTests {
    private let endpoint = UpdateBookEndpoint(book: .momo)

    @Test func `puts the book as JSON where it belongs`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.url?.relativeString == "books/1")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"author":"Michael Ende","id":"1","title":"Momo","year":1973}"#.utf8))
    }

    @Test(arguments: HostileID.encoded)
    func `keeps any identifier within one path segment`(hostile: HostileID) throws {
        let request = try UpdateBookEndpoint(book: Book(id: hostile.id, title: "T", author: "A")).makeRequest()
        #expect(request.url?.relativeString == "books/\(hostile.segment)")
    }

    @Test(arguments: HostileID.refused)
    func `refuses an identifier that would name another path`(id: Book.ID) {
        #expect(throws: RequestError(.pathValue(id, template: "books/{}"))) {
            try UpdateBookEndpoint(book: Book(id: id, title: "T", author: "A")).makeRequest()
        }
    }

    @Test func `accepts success`() throws {
        try endpoint.validate(response(200), with: Data())
    }

    @Test func `reads the book as the server keeps it`() async throws {
        let client = MockClient { try .json(Book.momoJSON, to: $0) }
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
