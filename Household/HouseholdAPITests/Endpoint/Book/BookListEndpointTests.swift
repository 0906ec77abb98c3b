import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookListEndpointTests {
    private let endpoint = BookListEndpoint()

    @Test func `the request asks for all books`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "books")
    }

    @Test func `the request asks for some books of an author`() throws {
        let request = try BookListEndpoint(author: "Le Guin & Co", limit: 3).makeRequest()
        #expect(request.url?.relativeString == "books?author=Le%20Guin%20%26%20Co&limit=3")
    }

    @Test func `parameters that are nil are left out`() throws {
        #expect(try BookListEndpoint(limit: 3).makeRequest().url?.relativeString == "books?limit=3")
    }

    @Test func `the request asks for a page`() throws {
        let request = try BookListEndpoint(limit: 3, page: 1).makeRequest()
        #expect(request.url?.relativeString == "books?limit=3&page=1")
    }

    @Test func `the list continues while the service links to a next page`() async throws {
        let first = BookListEndpoint(author: "Ende", limit: 1, page: 1)
        let client = MockClient {
            On(first).status(200, headers: ["Link": #"</v1/x>; rel="next""#], json: "[\(Book.momoJSON)]")
            On(BookListEndpoint(author: "Ende", limit: 1, page: 2)).reply([])
        }
        let pages = try await client.pages(of: first).reduce(into: []) { $0.append($1.content) }
        #expect(pages == [[.momo], []])
    }

    @Test func `a list without pages has no next page`() async throws {
        let client = MockClient {
            On(endpoint).status(200, headers: ["Link": #"</v1/x>; rel="next""#], json: "[\(Book.momoJSON)]")
        }
        let pages = try await client.pages(of: endpoint).reduce(into: []) { $0.append($1.content) }
        #expect(pages == [[.momo]])
    }

    @Test func `any author keeps its place in the query`() throws {
        try EndpointFuzz.check { BookListEndpoint(author: $0) }
    }

    @Test(arguments: [[], [Book.momo, .momo]])
    func `the books are read in order`(books: [Book]) async throws {
        let client = MockClient { On(endpoint).reply(books) }
        #expect(try await client.request(endpoint) == books)
    }
}
