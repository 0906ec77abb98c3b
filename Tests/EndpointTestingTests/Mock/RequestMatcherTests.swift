import EndpointTesting
import Testing

@Suite struct RequestMatcherTests {
    private let milk = Note(id: "1")
    private let tea = Note(id: "2", text: "Tea")

    private struct Upload: UploadEndpoint {
        typealias Content = Void

        let form: Multipart

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try .post("forms"), .multipart(form))
        }
    }

    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("form-\(UUID().uuidString)")

    @Test func `a form is matched by its parts, including files`() async throws {
        try Data("tea".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let form: Multipart = [.field("a", "b"), .file("c", file)]
        let client = MockClient { On(Upload(form: form)).reply() }
        try await client.upload(Upload(form: form))
        try client.verify()
    }

    @Test func `a different form doesn't match`() async throws {
        let client = MockClient { On(Upload(form: [.field("a", "b")])).reply() }
        await #expect(throws: UnmatchedRequest.self) { try await client.upload(Upload(form: [.field("a", "c")])) }
    }

    @Test func `a method and a path match any query and body`() async throws {
        let client = MockClient {
            On(.get, "picture").reply(Data("PNG".utf8))
            On(.post, "notes").status(201)
        }
        #expect(try await client.request(PictureEndpoint()) == Data("PNG".utf8))
        try await client.request(WriteNoteEndpoint(note: milk))
    }

    @Test func `a query is compared if the stub's path has one`() async throws {
        let client = MockClient { On(.get, "picture?size=2").reply(Data()) }
        await #expect(throws: UnmatchedRequest.self) { try await client.request(PictureEndpoint()) }
    }

    @Test func `two values of one endpoint are distinguished by their bodies`() async throws {
        let client = MockClient {
            On(WriteNoteEndpoint(note: tea)).status(409)
            On(WriteNoteEndpoint(note: milk)).reply()
        }
        try await client.request(WriteNoteEndpoint(note: milk))
        await #expect(throws: HTTPError.self) { try await client.request(WriteNoteEndpoint(note: tea)) }
    }
}
