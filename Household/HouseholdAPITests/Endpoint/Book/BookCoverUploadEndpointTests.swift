import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookCoverUploadEndpointTests {
    private let file = URL(fileURLWithPath: "/tmp/cover.png")

    private var endpoint: BookCoverUploadEndpoint {
        BookCoverUploadEndpoint(id: "1", file: file, contentType: "image/png")
    }

    @Test func `puts the file on the cover of the book`() throws {
        let (request, body): (URLRequest, UploadEndpointBody) = try endpoint.makeRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.url?.relativeString == "books/1/cover")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "image/png")
        guard case .file(file) = body else {
            Issue.record("The body is not the file, but \(body).")
            return
        }
    }

    @Test func `keeps the body out of the request, which would hold it in memory`() throws {
        let (request, _) = try endpoint.makeRequest()
        #expect(request.httpBody == nil)
        #expect(request.httpBodyStream == nil)
    }

    @Test(arguments: HostileID.encoded)
    func `keeps any identifier within one path segment`(hostile: HostileID) throws {
        let endpoint = BookCoverUploadEndpoint(id: hostile.id, file: file, contentType: "image/png")
        let (request, _) = try endpoint.makeRequest()
        #expect(request.url?.relativeString == "books/\(hostile.segment)/cover")
    }

    @Test(arguments: HostileID.refused)
    func `refuses an identifier that would name another path`(id: Book.ID) {
        #expect(throws: RequestError(.pathValue(id, template: "books/{}/cover"))) {
            try BookCoverUploadEndpoint(id: id, file: file, contentType: "image/png").makeAPIRequest()
        }
    }

    @Test func `refuses a content type that would split the header`() {
        #expect(throws: RequestError(.headerValue(name: "Content-Type"))) {
            try BookCoverUploadEndpoint(id: "1", file: file, contentType: "image/png\r\nX: y").makeAPIRequest()
        }
    }

    @Test func `accepts success`() throws {
        try endpoint.validate(response(200), with: Data())
    }

    @Test func `reads the receipt`() async throws {
        let client = MockClient { try .json(#"{"bytes": 3, "contentType": "image/png"}"#, to: $0) }
        #expect(try await client.upload(endpoint) == BookCover(bytes: 3, contentType: "image/png"))
    }

    @Test func `fails with the refusal of the API`() async {
        let client = MockClient { try .json(APIError.noSuchBookJSON, status: 404, to: $0) }
        await #expect(throws: APIError.noSuchBook) {
            try await client.upload(endpoint)
        }
    }

    @Test func `fails with an HTTP error when something else than the API refuses`() async throws {
        let client = MockClient { try .answer(502, body: Data("<h1>Bad Gateway</h1>".utf8), to: $0) }
        let error = try await #require(throws: HTTPError.self) {
            try await client.upload(endpoint)
        }
        #expect(error.status == 502)
    }
}
