import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookEndpointTests {
    private let endpoint = BookEndpoint(id: "1")

    @Test func `the request asks for the book by its identifier`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "GET")
        #expect(request.url?.relativeString == "books/1")
    }

    @Test func `any identifier keeps its place in the path`() throws {
        try EndpointFuzz.check { BookEndpoint(id: $0) }
    }

    @Test func `the book is decoded`() async throws {
        let client = MockClient { On(endpoint).reply(json: Book.momoJSON) }
        #expect(try await client.request(endpoint) == .momo)
    }

    @Test func `the error for an answer that isn't a book names the missing part`() async throws {
        let client = MockClient { On(endpoint).reply(json: #"{"id": "1", "title": "Momo"}"#) }
        let error = try await #require(throws: ContentError.self) { try await client.request(endpoint) }
        #expect(error.problem == #""author" is missing at Book (root)"#)
    }
}
