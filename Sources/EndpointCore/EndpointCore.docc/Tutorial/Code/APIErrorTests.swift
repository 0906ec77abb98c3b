import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct APIErrorTests {
    private let book = BookEndpoint(id: "1")

    @Test func `a failure of the API is its error`() async throws {
        let client = MockClient { On(book).status(404, json: APIError.noSuchBookJSON) }
        let error = try await #require(throws: APIError.self) { try await client.request(book) }
        #expect(error == .noSuchBook)
        #expect("\(error)" == #"GET books/1 → 404 Not Found: "There is no book "1"." (not_found)"#)
    }

    @Test func `a failure with another body is an HTTP error`() async throws {
        let client = MockClient { On(book).status(502, body: Data("<h1>Bad Gateway</h1>".utf8)) }
        let error = try await #require(throws: HTTPError.self) { try await client.request(book) }
        #expect(error.status == 502)
    }
}
