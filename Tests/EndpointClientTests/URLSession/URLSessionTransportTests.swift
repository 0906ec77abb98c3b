import EndpointTesting
import Testing

@Suite struct URLSessionClientLimitTests {
    private let clock = TestClock()

    @Test func `a server that stays silent times out`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = URLSessionClient(server, limits: .init(deadline: nil, idle: .seconds(30)), clock: clock)
        let call = Task { try await client.get("x?token=canary") }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        let error = try await #require(throws: URLError.self) { try await call.value }
        #expect(error.code == .timedOut)
        #expect(error.localizedDescription == "Nothing was sent or received for 30 s.")
        #expect(error.failingURL?.absoluteString == "\(server.url)/v1/x?token=%7B%7Bsecret%7D%7D")
        await server.connectionsClosed()
    }

    @Test func `a server that drips forever runs into the deadline`() async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let client = URLSessionClient(
            server, limits: .init(deadline: .seconds(60), idle: .seconds(40)), clock: clock)
        let call = Task { try await client.get("x") }
        _ = await server.received(1)
        body.yield(Data([1]))
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        let error = try await #require(throws: URLError.self) { try await call.value }
        #expect(error.code == .timedOut)
        #expect(error.localizedDescription == "The call took longer than its deadline of 60 s.")
    }

    @Test func `a call that ends in time leaves nobody asleep for it`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server, limits: .init(deadline: nil, idle: .seconds(30)), clock: clock)
        _ = try await client.get("x")
        await clock.sleepers(1)
        clock.advance(by: .seconds(31))
        _ = try await client.get("y")
        await clock.sleepers(1)
        #expect(clock.sleeperCount == 1)
    }

    @Test func `without limits nobody sleeps`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server, limits: .init(deadline: nil, idle: nil), clock: clock)
        _ = try await client.get("x")
        #expect(clock.sleeperCount == 0)
    }

    @Test func `no more calls are under way at once than may be`() async throws {
        let (gate, opened) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { request in
            request.path == "/v1/slow" ? .stream(LoopbackResponse(), gate) : .status(204)
        }
        let client = URLSessionClient(server, limits: .init(concurrentCallsPerOrigin: 1))
        let slow = Task { try await client.get("slow") }
        _ = await server.received(1)
        let next = Task { try await client.get("next") }
        await client.hasWaiting(1)
        #expect(server.requestCount == 1)
        opened.finish()
        _ = try await (slow.value, next.value)
        #expect(server.requests.map(\.path) == ["/v1/slow", "/v1/next"])
    }
}

@Suite struct URLSessionClientCancellationTests {
    @Test func `a call that is cancelled before it begins sends nothing`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.get("x")
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        _ = try await client.get("y")
        #expect(server.requests.map(\.path) == ["/v1/y"])
    }

    @Test func `a call that waits for an answer ends at once and closes its connection`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = URLSessionClient(server)
        let call = Task { try await client.get("x") }
        _ = await server.received(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.connectionsClosed()
    }

    @Test func `a call that receives a body ends at once`() async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let client = URLSessionClient(server)
        let call = Task { try await client.get("x") }
        _ = await server.received(1)
        body.yield(bytes(1000))
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await server.connectionsClosed()
    }

    @Test func `a call that waits for its turn leaves the line, and nobody else does`() async throws {
        let (gate, opened) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { request in
            request.path == "/v1/first" ? .stream(LoopbackResponse(), gate) : .text(request.path)
        }
        let client = URLSessionClient(server, limits: .init(concurrentCallsPerOrigin: 1))
        let first = Task { try await client.get("first") }
        _ = await server.received(1)
        let second = Task { try await client.get("second") }
        await client.hasWaiting(1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let third = Task { try await client.get("third") }
        opened.finish()
        _ = try await first.value
        #expect(try await third.value.data == Data("/v1/third".utf8))
        #expect(server.requests.map(\.path) == ["/v1/first", "/v1/third"])
    }
}

@Suite struct URLSessionClientUploadTests {
    @Test(arguments: [0, 1, 65_536, 300_001])
    func `sends data, files and streams whole, with their length`(count: Int) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        let body = bytes(count)
        let file = try TemporaryFile(body)
        try await client.upload(SendEndpoint(.data(body)))
        try await client.upload(SendEndpoint(.file(file.url)))
        try await client.upload(SendEndpoint(.stream(InputStream(data: body), length: Int64(count))))
        #expect(server.requests.map(\.body) == [body, body, body])
        #expect(server.requests.map { $0.header("Content-Length") } == Array(repeating: "\(count)", count: 3))
        #expect(server.requests.map { $0.header("Transfer-Encoding") } == [nil, nil, nil])
    }

    @Test func `sends a stream of unknown length in chunks`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await URLSessionClient(server).upload(SendEndpoint(.stream(InputStream(data: bytes(200_000)))))
        #expect(server.requests.map(\.body) == [bytes(200_000)])
        #expect(server.requests.map(\.isChunked) == [true])
    }

    @Test func `sends no more of a stream than its length`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(1000)), length: 400)))
        try await client.upload(SendEndpoint(.data(bytes(5))))
        #expect(server.requests.map(\.body) == [bytes(400), bytes(5)])
    }

    @Test func `a stream that is too short fails, and says by how much`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        let error = try await #require(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(400)), length: 1000)))
        }
        #expect(error.description == "The body cannot be sent: its stream ended after 400 of 1000 bytes.")
        #expect(server.requestCount == 0)
    }

    @Test func `a file that is not there fails before anything is sent`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        let error = try await #require(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.file(URL(fileURLWithPath: "/no/such/cover.png"))))
        }
        #expect(error.description == #"The body cannot be sent: there is no file "cover.png"."#)
        await #expect(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.file(FileManager.default.temporaryDirectory)))
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a stream that cannot be opened fails instead of sending nothing`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        let missing = URL(fileURLWithPath: "/no/such/file")
        await #expect(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.stream(InputStream(url: missing) ?? InputStream(data: Data()))))
        }
        #expect(server.requestCount == 0)
    }

    @Test func `says how much has been sent`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let reports = Locked<[UploadProgress]>([])
        try await URLSessionClient(server).upload(SendEndpoint(.data(bytes(1_000_000)))) { progress in
            reports.withLock { $0.append(progress) }
        }
        let sent = reports.withLock { $0.map(\.sent) }
        #expect(sent.last == 1_000_000)
        #expect(sent == sent.sorted())
        #expect((2...250).contains(sent.count))
        #expect(reports.withLock { $0.allSatisfy { $0.total == 1_000_000 } })
    }

    @Test func `an answer before the body has been sent is an answer`() async throws {
        let server = try LoopbackServer(options: .init(bodyLimit: 1000)) { _ in .status(204) }
        let client = URLSessionClient(server)
        let error = try await #require(throws: HTTPError.self) {
            try await client.upload(SendEndpoint(.data(bytes(20_000_000))))
        }
        #expect(error.status == 413)
    }

    @Test func `sends the whole body again when its connection had been closed`() async throws {
        let server = try LoopbackServer { request in
            .response(
                LoopbackResponse(headers: ["Keep-Alive": "timeout=60"], body: Data("\(request.bodyByteCount)".utf8)))
        }
        let client = URLSessionClient(server)
        for _ in 0..<20 {
            let request = try URLRequest.post("x", body: .binary(bytes(100_000)))
            #expect(try await client.request(RawEndpoint(request)) == Data("100000".utf8))
        }
        #expect(server.requests.allSatisfy { $0.body == bytes(100_000) })
    }

    @Test(arguments: [HTTPMethod.get, .head])
    func `refuses a body where there can be none`(method: HTTPMethod) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        await #expect(throws: RequestError(.bodyNotAllowed(method: method.rawValue))) {
            try await client.upload(SendEndpoint(.data(bytes(1)), method))
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `refuses a stream that can be read only once`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        var request = try URLRequest.post("x")
        request.httpBodyStream = InputStream(data: bytes(1))
        let client = URLSessionClient(server), endpoint = RawEndpoint(request)
        await #expect(throws: RequestError.self) { try await client.request(endpoint) }
    }
}

@Suite struct URLSessionClientMultipartTests {
    private let server: LoopbackServer
    private let client: URLSessionClient

    init() throws {
        server = try LoopbackServer { _ in .status(204) }
        client = URLSessionClient(server)
    }

    /// What a form with a file in it looks like when all of it is in memory.
    private func whole(_ form: Multipart, _ contents: Data) -> Data {
        let head = """
            --\(form.boundary)\r\nContent-Disposition: form-data; name="title"\r\n\r\nMomo\r\n--\(form.boundary)\r\n\
            Content-Disposition: form-data; name="scan"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n
            """
        return Data(head.utf8) + contents + Data("\r\n--\(form.boundary)--\r\n".utf8)
    }

    private func form(_ file: TemporaryFile) -> Multipart {
        [.field("title", "Momo"), .file("scan", file.url, fileName: "scan.pdf", contentType: "application/pdf")]
    }

    @Test(arguments: [0, 1, 65_536, 3_000_001])
    func `sends the files of a form from disk, with the length of it all`(count: Int) async throws {
        let file = try TemporaryFile(bytes(count))
        try await client.upload(SendEndpoint(.multipart(form(file))))
        let request = try #require(server.requests.first)
        #expect(request.body == whole(form(file), bytes(count)))
        #expect(request.header("Content-Type") == form(file).contentType)
        #expect(request.header("Content-Length") == "\(request.body.count)")
    }

    @Test func `sends a form without files as it is in memory`() async throws {
        let form: Multipart = [.field("a", "b"), .data("c", bytes(100_000))]
        try await client.upload(SendEndpoint(.multipart(form)))
        #expect(server.requests.map(\.body) == [try HTTPBody.multipart(form).data])
    }

    @Test func `a missing file fails before anything is sent`() async throws {
        let form: Multipart = [.file("a", URL(fileURLWithPath: "/no/such/cover.png"))]
        let error = try await #require(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.multipart(form)))
        }
        #expect(error.description == #"The body cannot be sent: there is no file "cover.png"."#)
        #expect(server.connectionCount == 0)
    }

    @Test func `a file that holds the boundary adds no part to the form`() async throws {
        let boundary = form(try TemporaryFile(Data())).boundary
        let file = try TemporaryFile(bytes(100_000) + Data("\r\n--\(boundary)\r\n".utf8) + bytes(100_000))
        let error = try await #require(throws: RequestError.self) {
            try await client.upload(SendEndpoint(.multipart(form(file))))
        }
        #expect(error.description == "The body cannot be sent: a file of its form holds the form's boundary.")
        #expect(server.requestCount == 0)
    }
}
