import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct APIErrorTests {
    private let book = BookEndpoint(id: "1")
    private let deletion = DeleteBookEndpoint(id: "1")

    @Test func `an API error says what was asked and answered, and the server's message`() async throws {
        let client = MockClient { On(book).status(404, headers: ["X-Request-Id": "r7"], json: APIError.noSuchBookJSON) }
        let error = try await #require(throws: APIError.self) { try await client.request(book) }
        let sentence = #"GET books/1 → 404 Not Found: "There is no book "1"." (not_found)"#
        #expect(error.localizedDescription == sentence)
        #expect("\(error)" == sentence)
        #expect(error.status == 404)
        #expect(error.header("x-request-id") == "r7")
        #expect(error.request?.url?.relativeString == "books/1")
        #expect(error.userMessage == "This could not be found.")
        #expect(error == .noSuchBook)
    }

    @Test func `an API error is thrown by endpoints with and without content`() async {
        let client = MockClient {
            On(book).status(404, json: APIError.noSuchBookJSON)
            On(deletion).status(404, json: APIError.noSuchBookJSON)
        }
        await #expect(throws: APIError.noSuchBook) { try await client.request(book) }
        await #expect(throws: APIError.noSuchBook) { try await client.request(deletion) }
    }

    @Test func `an unknown error code is kept`() async {
        let client = MockClient { On(book).status(418, json: #"{"code": "teapot", "message": "I am one."}"#) }
        await #expect(throws: APIError(code: APIError.Code(rawValue: "teapot"), message: "I am one.")) {
            try await client.request(book)
        }
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"code": "not_found"}"#, #"{"code": 404, "message": "x"}"#, "\u{0}", "<h1>Bad Gateway</h1>",
    ])
    func `a failure with another body is an HTTP error`(body: String) async throws {
        let client = MockClient { try .json(body, status: 502, to: $0) }
        let first = try await #require(throws: HTTPError.self) { try await client.request(book) }
        let second = try await #require(throws: HTTPError.self) { try await client.request(deletion) }
        #expect(first.status == 502)
        #expect(second.status == 502)
    }

    @Test func `a successful response isn't searched for an API error`() async throws {
        let client = MockClient { On(deletion).reply(json: APIError.noSuchBookJSON) }
        try await client.request(deletion)
    }

    @Test func `an API error needs an HTTP response`() {
        #expect(throws: URLError(.badServerResponse)) {
            try book.validate(nil, with: Data(APIError.noSuchBookJSON.utf8))
        }
    }
}
