import EndpointTesting
import Testing

@Suite struct APIClientResponseTests {
    @Test func `returns the content together with its response`() async throws {
        let client = MockClient {
            On(BookEndpoint.self).status(200, headers: ["ETag": "\"7\""], json: #"{"id": "1", "title": "Momo"}"#)
        }
        let (book, http) = try await client.response(for: BookEndpoint())
        #expect(book.title == "Momo")
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "ETag") == "\"7\"")
    }

    @Test func `throws what the endpoint throws, with what was asked`() async throws {
        let client = MockClient { On(BookEndpoint.self).status(404) }
        let error = try await #require(throws: HTTPError.self) { try await client.response(for: BookEndpoint()) }
        #expect(error.request?.url?.relativeString == "books/1")
    }
}
