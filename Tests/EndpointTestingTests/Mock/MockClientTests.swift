import EndpointTesting
import Testing

@Suite struct MockClientTests {
    private let milk = Note(id: "1")

    @Test func `an endpoint is answered with its content`() async throws {
        let client = MockClient { On(NoteEndpoint(id: "1")).reply(milk) }
        #expect(try await client.request(NoteEndpoint(id: "1")) == milk)
    }

    @Test func `a mock can answer with a closure`() async throws {
        let client = MockClient { request in try .json(#"{"id": "1", "text": "Milk"}"#, to: request) }
        #expect(try await client.request(NoteEndpoint(id: "1")) == milk)
        #expect(client.calls(NoteEndpoint.self).map(\.id) == ["1"])
        try client.verify()
    }

    @Test(arguments: [true, false])
    func `an upload whose file can't be read isn't answered`(isStubbed: Bool) async throws {
        let stubbed = MockClient { On(PictureUploadEndpoint.self).status(204).optional() }
        let client = isStubbed ? stubbed : MockClient { request in try .answer(204, to: request) }
        let missing = PictureUploadEndpoint(body: .file(URL(fileURLWithPath: "/nowhere/cat.png")))
        let error = try await #require(throws: RequestError.self) { try await client.request(missing) }
        let live = URLSessionClient(baseURL: URL(string: "http://127.0.0.1:1")!)
        let liveError = try await #require(throws: RequestError.self) { try await live.request(missing) }
        #expect(error.reason == liveError.reason)
        try await client.request(PictureUploadEndpoint(body: .data(Data("cat".utf8))))
        #expect(client.requests.count == 1)
    }

    @Test func `a mock can fail with a closure of one expression`() async {
        let client = MockClient { _ in throw URLError(.timedOut) }
        await #expect(throws: URLError.self) { try await client.request(NoteEndpoint(id: "1")) }
    }

    @Test func `every endpoint of a type is answered with what a closure makes of it`() async throws {
        let client = MockClient { On(NoteEndpoint.self) { endpoint in Note(id: endpoint.id) }.anyTimes() }
        #expect(try await client.request(NoteEndpoint(id: "7")).id == "7")
        #expect(try await client.request(NoteEndpoint(id: "8")).id == "8")
    }

    @Test func `the answers of a sequence are given in order`() async throws {
        let client = MockClient {
            On(NoteEndpoint.self).fail(.timedOut).times(2).then(.status(503, headers: ["Retry-After": "1"])).then(milk)
        }
        for _ in 0..<2 {
            let error = try await #require(throws: URLError.self) { try await client.request(NoteEndpoint(id: "1")) }
            #expect(error.code == .timedOut)
        }
        let refusal = try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(refusal.retryAfter(from: Date(timeIntervalSince1970: 0)) == .seconds(1))
        #expect(try await client.request(NoteEndpoint(id: "1")) == milk)
        try client.verify()
    }

    @Test func `a status runs the endpoint's own code for failures`() async throws {
        let client = MockClient { On(NoteEndpoint.self).status(404, json: #"{"title": "No such note"}"#) }
        let error = try await #require(throws: HTTPError.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error.problem?.title == "No such note")
    }

    @Test func `fifty tasks with twenty answers each get them in order, a hundred times`() async throws {
        for _ in 0..<100 {
            let client = MockClient {
                for task in 0..<50 {
                    (0..<20).reduce(On(NoteEndpoint(id: "\(task)"))) { $0.then(Note(id: "\(task)", text: "\($1)")) }
                }
            }
            let texts = try await withThrowingTaskGroup(of: [String].self) { group in
                for task in 0..<50 {
                    group.addTask {
                        var texts: [String] = []
                        for _ in 0..<20 { texts.append(try await client.request(NoteEndpoint(id: "\(task)")).text) }
                        return texts
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(texts == Array(repeating: (0..<20).map(String.init), count: 50))
            try client.verify()
        }
    }
}

@Suite struct MockProgressTests {
    private static let bytes = Data(repeating: 7, count: 5000)

    private let reports = Locked([TransferProgress]())

    @Test(arguments: [
        UploadEndpointBody.data(bytes), .stream(InputStream(data: bytes), length: 5000),
    ])
    func `an upload is reported once, at its end`(body: UploadEndpointBody) async throws {
        let client = MockClient { On(UploadNoteEndpoint.self).status(201) }
        try await client.upload(UploadNoteEndpoint(body: body), progress: .handler(report))
        #expect(seen == [TransferProgress(bytes: 5000, total: 5000)])
    }

    @Test func `a file and a form with a file are measured`() async throws {
        let folder = try TemporaryFolder()
        try Self.bytes.write(to: folder.file("note"))
        let form = Multipart([.file("note", folder.file("note"))])
        let client = MockClient { request in try .answer(201, to: request) }
        try await client.upload(UploadNoteEndpoint(body: .file(folder.file("note"))), progress: .handler(report))
        try await client.upload(UploadNoteEndpoint(body: .multipart(form)), progress: .handler(report))
        let whole = try #require(seen.last)
        #expect(seen.first == TransferProgress(bytes: 5000, total: 5000))
        #expect(whole.bytes > 5000 && whole.bytes == whole.total && seen.count == 2)
    }

    @Test func `a small body in the request is reported too`() async throws {
        let client = MockClient { On(WriteNoteEndpoint.self) }
        var request = try WriteNoteEndpoint(note: Note(id: "1")).makeAPIRequest()
        request.progress = report
        _ = try await client.send(request)
        let length = try #require(request.urlRequest.httpBody?.count)
        #expect(seen == [TransferProgress(bytes: Int64(length), total: Int64(length))])
    }

    @Test func `an answer with a failure status is reported`() async throws {
        let client = MockClient { On(UploadNoteEndpoint.self).status(503) }
        await #expect(throws: HTTPError.self) {
            try await client.upload(UploadNoteEndpoint(body: .data(Self.bytes)), progress: .handler(report))
        }
        #expect(seen.count == 1)
    }

    @Test(arguments: [UploadEndpointBody.data(Data()), .stream(InputStream(data: bytes))])
    func `an empty body and a stream of unknown length aren't reported`(body: UploadEndpointBody) async throws {
        let client = MockClient { On(UploadNoteEndpoint.self).status(201) }
        try await client.upload(UploadNoteEndpoint(body: body), progress: .handler(report))
        #expect(seen.isEmpty)
    }

    @Test func `a failure without an answer isn't reported`() async throws {
        let upload = UploadNoteEndpoint(body: .data(Self.bytes))
        for client in [
            MockClient { On(UploadNoteEndpoint.self).fail(.offline) }, MockClient {},
            MockClient { _ in throw URLError(.timedOut) },
        ] {
            await #expect(throws: (any Error).self) { try await client.upload(upload, progress: .handler(report)) }
        }
        #expect(seen.isEmpty)
    }

    private var seen: [TransferProgress] { reports.withLock { $0 } }

    private var report: @Sendable (TransferProgress) -> Void {
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
