import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookEndpointTests {
    private let endpoint = BookEndpoint(id: "1")

    @Test func `asks for the book by its identifier`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "books/1")
        #expect(request.httpBody == nil)
    }

    @Test(arguments: HostileID.encoded)
    func `keeps any identifier within one path segment`(hostile: HostileID) throws {
        let request = try BookEndpoint(id: hostile.id).makeRequest()
        #expect(request.url?.relativeString == "books/\(hostile.segment)")
    }

    @Test(arguments: HostileID.refused)
    func `refuses an identifier that would name another path`(id: Book.ID) {
        #expect(throws: RequestError(.pathValue(id, template: "books/{}"))) {
            try BookEndpoint(id: id).makeRequest()
        }
    }

    @Test func `accepts success`() throws {
        try endpoint.validate(response(200), with: Data())
    }

    @Test func `reads the book`() async throws {
        let client = MockClient { request in
            #expect(request.endpoint is BookEndpoint)
            return try .json(Book.momoJSON, to: request)
        }
        #expect(try await client.request(endpoint) == .momo)
    }

    @Test func `reads a book of unknown year`() throws {
        let book = try endpoint.content(from: nil, with: Data(#"{"id": "2", "title": "T", "author": "A"}"#.utf8))
        #expect(book == Book(id: "2", title: "T", author: "A", year: nil))
    }

    @Test func `says where an answer is not a book`() async throws {
        let client = MockClient { try .json(#"{"id": "1", "title": "Momo"}"#, to: $0) }
        let error = try await #require(throws: ContentError.self) { try await client.request(endpoint) }
        #expect(error.problem == #""author" is missing at Book (root)"#)
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
