import EndpointTesting
import Testing

@Suite struct LiveClientUploadTests {
    @Test(arguments: Engine.allCases, [0, 1, 65_536, 300_001])
    func `data, files and streams are sent whole, with their length`(engine: Engine, count: Int) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        let body = bytes(count)
        let file = try TemporaryFile(body)
        try await client.upload(SendEndpoint(.data(body)))
        try await client.upload(SendEndpoint(.file(file.url)))
        try await client.upload(SendEndpoint(.stream(InputStream(data: body), length: Int64(count))))
        #expect(server.requests.map(\.body) == [body, body, body])
        #expect(server.requests.map { $0.header("Content-Length") } == Array(repeating: "\(count)", count: 3))
        #expect(server.requests.map { $0.header("Transfer-Encoding") } == [nil, nil, nil])
    }

    @Test(arguments: Engine.allCases)
    func `a stream of unknown length is sent in chunks`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await engine.client(server).upload(SendEndpoint(.stream(InputStream(data: bytes(200_000)))))
        #expect(server.requests.map(\.body) == [bytes(200_000)])
        #expect(server.requests.map(\.isChunked) == [true])
    }

    @Test(arguments: Engine.allCases)
    func `a stream is sent up to its announced length`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(1000)), length: 400)))
        try await client.upload(SendEndpoint(.data(bytes(5))))
        #expect(server.requests.map(\.body) == [bytes(400), bytes(5)])
    }

    @Test(arguments: Engine.allCases)
    func `a stream that is too short fails, and says by how much`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        let error = try await #require(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(400)), length: 1000)))
        }
        #expect(error.description == "The body cannot be sent: its stream ended after 400 of 1000 bytes.")
        #expect(server.requestCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `a missing file fails before anything is sent`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        let error = try await #require(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.file(URL(fileURLWithPath: "/no/such/cover.png"))))
        }
        #expect(error.description == #"The body cannot be sent: there is no file "/no/such/cover.png"."#)
        await #expect(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.file(FileManager.default.temporaryDirectory)))
        }
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `a stream that can't be opened fails instead of sending nothing`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        let missing = URL(fileURLWithPath: "/no/such/file")
        await #expect(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.stream(InputStream(url: missing) ?? InputStream(data: Data()))))
        }
        #expect(server.requestCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `the progress of an upload is reported`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let reports = Locked<[TransferProgress]>([])
        let body = SendEndpoint(.data(bytes(1_000_000)))
        let report = TransferProgress.Handler.handler { progress in reports.withLock { $0.append(progress) } }
        try await engine.client(server).upload(body, progress: report)
        let sent = reports.withLock { $0.map(\.bytes) }
        #expect(sent.last == 1_000_000)
        #expect(sent == sent.sorted())
        // Foundation's report may come when all of the body has been read.
        #expect(((engine == .urlSession ? 1 : 2)...250).contains(sent.count))
        #expect(reports.withLock { $0.allSatisfy { $0.total == 1_000_000 } })
    }

    @Test(arguments: Engine.allCases)
    func `an answer before the body has been sent is the answer`(engine: Engine) async throws {
        let server = try LoopbackServer(options: .init(bodyLimit: 1000)) { _ in .status(204) }
        let client = engine.client(server)
        let error = try await #require(throws: HTTPError.self) {
            try await client.upload(SendEndpoint(.data(bytes(20_000_000))))
        }
        #expect(error.status == 413)
    }

    @Test(arguments: Engine.allCases)
    func `the whole body is sent again when its connection had been closed`(engine: Engine) async throws {
        let server = try LoopbackServer { request in
            .response(
                LoopbackResponse(headers: ["Keep-Alive": "timeout=60"], body: Data("\(request.bodyByteCount)".utf8)))
        }
        let client = engine.client(server)
        for _ in 0..<20 {
            let request = try URLRequest.post("x", body: .binary(bytes(100_000)))
            #expect(try await client.request(RawEndpoint(request)) == Data("100000".utf8))
        }
        #expect(server.requests.allSatisfy { $0.body == bytes(100_000) })
    }

    @Test(arguments: Engine.allCases, [HTTPMethod.get, .head])
    func `a body where none is allowed is refused`(engine: Engine, method: HTTPMethod) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server)
        await #expect(throws: RequestError(.bodyNotAllowed(method: method.rawValue))) {
            try await client.upload(SendEndpoint(.data(bytes(1)), method))
        }
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: Engine.allCases)
    func `a stream that can be read only once is refused`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        var request = try URLRequest.post("x")
        request.httpBodyStream = InputStream(data: bytes(1))
        let client = engine.client(server), endpoint = RawEndpoint(request)
        await #expect(throws: RequestError.self) { try await client.request(endpoint) }
    }

    #if canImport(FoundationNetworking)
        private struct Untyped: UploadEndpoint {
            typealias Content = Void

            let body: Data

            func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
                (try .post("cover"), .data(body))
            }
        }

        @Test(arguments: Engine.allCases, [0, 1, 100_000])
        func `a body without a type isn't sent as a form`(engine: Engine, count: Int) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            try await engine.client(server).upload(Untyped(body: bytes(count)))
            #expect(server.requests.map { $0.header("Content-Type") } == [nil])
        }

        @Test(arguments: Engine.allCases)
        func `a POST without a body isn't sent as a form`(engine: Engine) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            let request = try URLRequest.post("cover")
            _ = try await engine.client(server).request(RawEndpoint(request))
            #expect(server.requests.map { $0.header("Content-Type") } == [nil])
        }
    #endif
}
