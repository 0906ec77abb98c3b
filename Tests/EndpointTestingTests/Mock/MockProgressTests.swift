import EndpointTesting
import Testing

@Suite struct MockProgressTests {
    private static let bytes = Data(repeating: 7, count: 5000)

    private let reports = Locked([UploadProgress]())

    @Test(arguments: [
        UploadEndpointBody.data(bytes), .stream(InputStream(data: bytes), length: 5000),
    ])
    func `an upload is reported once, at its end`(body: UploadEndpointBody) async throws {
        let client = MockClient { On(UploadNoteEndpoint.self).status(201) }
        try await client.upload(UploadNoteEndpoint(body: body), progress: report)
        #expect(seen == [UploadProgress(sent: 5000, total: 5000)])
    }

    @Test func `a file and a form with a file are measured`() async throws {
        let folder = try TemporaryFolder()
        try Self.bytes.write(to: folder.file("note"))
        let form = Multipart([.file("note", folder.file("note"))])
        let client = MockClient { request in try .answer(201, to: request) }
        try await client.upload(UploadNoteEndpoint(body: .file(folder.file("note"))), progress: report)
        try await client.upload(UploadNoteEndpoint(body: .multipart(form)), progress: report)
        let whole = try #require(seen.last)
        #expect(seen.first == UploadProgress(sent: 5000, total: 5000))
        #expect(whole.sent > 5000 && whole.sent == whole.total && seen.count == 2)
    }

    @Test func `a small body in the request is reported too`() async throws {
        let client = MockClient { On(WriteNoteEndpoint.self) }
        var request = try WriteNoteEndpoint(note: Note(id: "1")).makeAPIRequest()
        request.progress = report
        _ = try await client.send(request)
        let length = try #require(request.urlRequest.httpBody?.count)
        #expect(seen == [UploadProgress(sent: Int64(length), total: Int64(length))])
    }

    @Test func `a failed status has been answered`() async throws {
        let client = MockClient { On(UploadNoteEndpoint.self).status(503) }
        await #expect(throws: HTTPError.self) {
            try await client.upload(UploadNoteEndpoint(body: .data(Self.bytes)), progress: report)
        }
        #expect(seen.count == 1)
    }

    @Test(arguments: [UploadEndpointBody.data(Data()), .stream(InputStream(data: bytes))])
    func `nothing, or nobody knows how much, is not reported`(body: UploadEndpointBody) async throws {
        let client = MockClient { On(UploadNoteEndpoint.self).status(201) }
        try await client.upload(UploadNoteEndpoint(body: body), progress: report)
        #expect(seen.isEmpty)
    }

    @Test func `what fails without an answer is not reported`() async throws {
        let upload = UploadNoteEndpoint(body: .data(Self.bytes))
        for client in [
            MockClient { On(UploadNoteEndpoint.self).fail(.offline) }, MockClient {},
            MockClient { _ in throw URLError(.timedOut) },
        ] {
            await #expect(throws: (any Error).self) { try await client.upload(upload, progress: report) }
        }
        #expect(seen.isEmpty)
    }

    private var seen: [UploadProgress] { reports.withLock { $0 } }

    private var report: @Sendable (UploadProgress) -> Void {
        { [reports] progress in reports.withLock { $0.append(progress) } }
    }
}

private struct UploadNoteEndpoint: UploadEndpoint {
    typealias Content = Void

    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .post("notes"), body)
    }
}
