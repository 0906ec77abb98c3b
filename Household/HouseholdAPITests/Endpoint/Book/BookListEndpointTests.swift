import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookListEndpointTests {
    private let endpoint = BookListEndpoint()

    @Test func `asks for all books`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "books")
        #expect(request.httpBody == nil)
    }

    @Test func `asks for some books of an author`() throws {
        let request = try BookListEndpoint(author: "Le Guin & Co", limit: 3).makeRequest()
        #expect(request.url?.relativeString == "books?author=Le%20Guin%20%26%20Co&limit=3")
    }

    @Test func `leaves out what is not asked for`() throws {
        #expect(try BookListEndpoint(limit: 3).makeRequest().url?.relativeString == "books?limit=3")
    }

    @Test func `accepts success`() throws {
        try endpoint.validate(response(200), with: Data())
    }

    @Test func `reads the books in their order`() async throws {
        let client = MockClient { try .json("[\(Book.momoJSON), \(Book.momoJSON)]", to: $0) }
        #expect(try await client.request(endpoint) == [.momo, .momo])
    }

    @Test func `reads an empty shelf`() async throws {
        let client = MockClient { try .json("[]", to: $0) }
        #expect(try await client.request(endpoint) == [])
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
