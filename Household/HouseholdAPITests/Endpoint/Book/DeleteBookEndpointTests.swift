import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct DeleteBookEndpointTests {
    private let endpoint = DeleteBookEndpoint(id: "1")

    @Test func `deletes the book by its identifier`() throws {
        let request = try endpoint.makeRequest()
        #expect(request.httpMethod == "DELETE")
        #expect(request.url?.relativeString == "books/1")
        #expect(request.httpBody == nil)
    }

    @Test(arguments: HostileID.encoded)
    func `keeps any identifier within one path segment`(hostile: HostileID) throws {
        let request = try DeleteBookEndpoint(id: hostile.id).makeRequest()
        #expect(request.url?.relativeString == "books/\(hostile.segment)")
    }

    @Test(arguments: HostileID.refused)
    func `refuses an identifier that would name another path`(id: Book.ID) {
        #expect(throws: RequestError(.pathValue(id, template: "books/{}"))) {
            try DeleteBookEndpoint(id: id).makeRequest()
        }
    }

    @Test(arguments: ["", "gone"])
    func `accepts success with any body`(body: String) async throws {
        let client = MockClient { try .answer(204, body: Data(body.utf8), to: $0) }
        try await client.request(endpoint)
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
