import EndpointTesting
import Testing

@Suite struct MockFormTests {
    private struct Upload: UploadEndpoint {
        typealias Content = Void

        let form: Multipart

        func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
            (try .post("forms"), .multipart(form))
        }
    }

    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("form-\(UUID().uuidString)")

    @Test func `knows a form by its parts, those in files too`() async throws {
        try Data("tea".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let form: Multipart = [.field("a", "b"), .file("c", file)]
        let client = MockClient { On(Upload(form: form)).reply() }
        try await client.upload(Upload(form: form))
        try client.verify()
    }

    @Test func `another form is another request`() async throws {
        let client = MockClient { On(Upload(form: [.field("a", "b")])).reply() }
        await #expect(throws: UnmatchedRequest.self) { try await client.upload(Upload(form: [.field("a", "c")])) }
    }
}
