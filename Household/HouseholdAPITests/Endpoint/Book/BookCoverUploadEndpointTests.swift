import EndpointTesting
import HouseholdAPI
import Testing

@Suite struct BookCoverUploadEndpointTests {
    /// Any file that there is.
    private static let file = URL(fileURLWithPath: #filePath)

    private let endpoint = BookCoverUploadEndpoint(id: "1", file: file, contentType: "image/png")

    @Test func `the file is put to the cover of the book`() throws {
        let (request, body): (URLRequest, UploadEndpointBody) = try endpoint.makeRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.url?.relativeString == "books/1/cover")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "image/png")
        guard case .file(Self.file) = body else {
            Issue.record("The body is not the file, but \(body).")
            return
        }
    }

    @Test func `any identifier keeps its place in the path`() throws {
        try EndpointFuzz.check { BookCoverUploadEndpoint(id: $0, file: Self.file, contentType: "image/png") }
    }

    @Test func `any content type keeps its place in the header`() throws {
        try EndpointFuzz.check { BookCoverUploadEndpoint(id: "1", file: Self.file, contentType: $0) }
    }

    @Test func `the answer to an upload is read`() async throws {
        let client = MockClient { On(endpoint).reply(json: #"{"bytes": 3, "contentType": "image/png"}"#) }
        #expect(try await client.upload(endpoint) == BookCover(bytes: 3, contentType: "image/png"))
    }
}
