import EndpointTesting
import ServerInterop
import Synchronization
import Testing

@Suite struct NIOClientTests {
    @Test func `a request is sent with its method, target, headers and body, and answered`() async throws {
        let server = try LoopbackServer { request in
            .response(LoopbackResponse(status: 404, headers: ["X-A": "1", "X-A": "2"], body: request.body))
        }
        try await withClient(of: server.url, headers: ["X-Key": "k"]) { client in
            let request = try URLRequest(.patch, "a/\("b/c")", query: ["q": "x y"], body: .binary(bytes(3)))
            let response = try await client.raw(request)
            #expect(response.http.statusCode == 404)
            #expect(response.http.value(forHTTPHeaderField: "x-a") == "1, 2")
            #expect(response.data == bytes(3))
            #expect(response.http.url == URL(string: "\(server.url)/v1/a/b%2Fc?q=x%20y"))
        }
        let request = try #require(server.requests.first)
        #expect(request.method == "PATCH")
        #expect(request.target == "/v1/a/b%2Fc?q=x%20y")
        #expect(request.header("X-Key") == "k")
    }

    @Test func `a header that would split the message is refused, and nothing is sent`() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        try await withClient(of: server.url) { client in
            for name in ["X\r\nA: 1\r\nB", "X A", "Content-Length", "Host"] {
                var request = try URLRequest.get("a")
                request.setValue("1", forHTTPHeaderField: name)
                let sent = request
                await #expect(throws: RequestError.self, "\(name)") { try await client.raw(sent) }
            }
            var split = try URLRequest.get("a")
            split.httpMethod = "GET / HTTP/1.1\r\nX-A: 1\r\n\r\nGET"
            let outside = URLRequest(url: try #require(URL(string: "../other")))
            for request in [split, outside] {
                await #expect(throws: RequestError.self) { try await client.raw(request) }
            }
        }
        try await withClient(of: server.url, headers: ["X-A": "1\r\nX-B: 2"]) { client in
            await #expect(throws: RequestError.self) { try await client.raw(try .get("a")) }
        }
        #expect(server.requestCount == 0)
    }

    // Bodies.

    @Test func `a file, a stream and a form are streamed, and the progress reported`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let content = bytes(1 << 20)
        let file = try TemporaryFile(content)
        let form: Multipart = [.field("title", "Momo"), .file("scan", file.url)]
        try await withClient(of: server.url) { client in
            let progress = Mutex<[TransferProgress]>([])
            let report = TransferProgress.Handler.handler { report in progress.withLock { $0.append(report) } }
            try await client.upload(SendEndpoint(.file(file.url)), progress: report)
            #expect(progress.withLock { $0.last } == TransferProgress(bytes: 1 << 20, total: 1 << 20))
            try await client.upload(SendEndpoint(.stream(InputStream(data: content), length: 1000)))
            try await client.upload(SendEndpoint(.stream(InputStream(data: content))))
            try await client.upload(SendEndpoint(.multipart(form), .post))
            try await client.upload(SendEndpoint(.data(Data())))
        }
        let requests = server.requests
        #expect(requests.map(\.isChunked) == [false, false, true, false, false])
        #expect(requests[0].body == content)
        #expect(requests[1].body == content.prefix(1000))
        #expect(requests[2].body == content)
        #expect(requests[3].body.range(of: content) != nil)
        #expect(requests[3].header("Content-Type") == form.contentType)
        #expect(requests[4].header("Content-Length") == "0")
    }

    @Test func `a body that ends too soon fails the call with its reason`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await withClient(of: server.url) { client in
            let error = await #expect(throws: RequestError.self) {
                try await client.upload(SendEndpoint(.stream(InputStream(data: bytes(10)), length: 11)))
            }
            #expect(error == RequestError(.body("its stream ended after 10 of 11 bytes.")))
            await #expect(throws: RequestError.self) {
                try await client.upload(SendEndpoint(.file(URL(fileURLWithPath: "/no/such/file"))))
            }
        }
        #expect(server.requestCount == 0)
    }

    @Test func `a retry sends the whole file again`() async throws {
        let answered = Mutex(0)
        let server = try LoopbackServer { _ in
            answered.withLock {
                $0 += 1; return $0
            } == 1 ? .closeWithoutAnswer : .status(204)
        }
        let file = try TemporaryFile(bytes(300_000))
        try await withClient(of: server.url) { client in
            try await client.retrying(RetryPolicy(base: .zero)).upload(SendEndpoint(.file(file.url)))
        }
        #expect(server.requests.map(\.body) == [bytes(300_000), bytes(300_000)])
    }

    // Redirects.

    @Test func `a redirect is followed, and sends no credential to another origin`() async throws {
        let other = try LoopbackServer { _ in .text("there") }
        let server = try LoopbackServer { _ in .redirect(307, to: "\(other.url)/else") }
        try await withClient(of: server.url, headers: ["X-Key": "secret"]) { client in
            let response = try await client.raw(try .post("a", body: .binary(bytes(5))))
            #expect(response.data == Data("there".utf8))
            #expect(response.http.url == URL(string: "\(other.url)/else"))
        }
        #expect(server.requests.first?.header("X-Key") == "secret")
        #expect(other.requests.first?.header("X-Key") == nil)
        #expect(other.requests.first?.body == bytes(5))
    }

    @Test func `an endless redirect ends at the limit, and one to another scheme is refused`() async throws {
        let server = try LoopbackServer { request in .redirect(to: request.path == "/v1/b" ? "file:///etc/passwd" : "a")
        }
        try await withClient(of: server.url, limits: .init(redirects: 3)) { client in
            try await client.fails(try .get("a"), with: .httpTooManyRedirects)
            await #expect(throws: RequestError.self) { try await client.raw(try .get("b")) }
        }
        #expect(server.requestCount == 5)
    }

    @Test func `a redirect to a closed port is a lost connection, so nothing is sent twice`() async throws {
        let closed = try LoopbackServer { _ in .status(200) }
        closed.stop()
        let server = try LoopbackServer { _ in .redirect(to: "\(closed.url)/a") }
        try await withClient(of: server.url) { client in
            try await client.fails(try .get("a"), with: .networkConnectionLost)
            try await client.fails(URLRequest(url: closed.url), with: .cannotConnectToHost)
        }
    }

    // Limits.

    @Test func `a body longer than the limit ends the call before it has arrived`() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(bytes(1001))
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), chunks) }
        try await withClient(of: server.url, limits: .init(responseBytes: 1000)) { client in
            try await client.fails(try .get("a"), with: .dataLengthExceedsMaximum)
        }
        await server.connectionsClosed()
        #expect(server.openConnections == 0)
    }

    @Test func `a compressed body is counted after decompression`() async throws {
        let zeros =
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
        let bomb = try #require(Data(base64Encoded: zeros))
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: bomb))
        }
        try await withClient(of: server.url, limits: .init(responseBytes: 50_000)) { client in
            try await client.fails(try .get("a"), with: .dataLengthExceedsMaximum)
        }
        try await withClient(of: server.url) { client in
            let response = try await client.raw(try .get("a"))
            #expect(response.data == Data(count: 100_000))
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a call ends at the deadline of the call, the attempt or the client`(limit: Int) async throws {
        let clock = TestClock()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), AsyncStream { $0.yield(bytes(5)) }) }
        let limits = ClientLimits(deadline: limit == 2 ? .seconds(5) : nil, idle: nil)
        try await withClient(of: server.url, limits: limits, time: clock.time) { client in
            let limited: any APIClient =
                switch limit {
                case 0: client.timingOut(after: .seconds(5), time: clock.time)
                case 1: client.timingOut(eachAttemptAfter: .seconds(5), time: clock.time)
                default: client
                }
            async let failure: Void = limited.fails(try .get("a"), with: .timedOut)
            _ = await server.received(1)
            await clock.sleepers(1)
            clock.advance(by: .seconds(5))
            try await failure
            await server.connectionsClosed()
        }
    }

    @Test func `a silent server is an error at the idle limit`() async throws {
        let server = try LoopbackServer { _ in .stall }
        try await withClient(of: server.url, limits: .init(idle: .milliseconds(50))) { client in
            try await client.fails(try .get("a"), with: .timedOut)
        }
    }

    @Test func `a request past the deadline isn't sent`() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        try await withClient(of: server.url) { client in
            try await client.timingOut(after: .zero).fails(try .get("a"), with: .timedOut)
        }
        #expect(server.requestCount == 0)
    }

    // Streams.

    @Test func `a stream continues past the deadline of its head and the limit of a body`() async throws {
        let clock = TestClock()
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { request in
            request.path == "/v1/a" ? .redirect(to: "b") : .stream(LoopbackResponse(), chunks)
        }
        let limits = ClientLimits(deadline: .seconds(5), responseBytes: 1000)
        try await withClient(of: server.url, limits: limits, time: clock.time) { client in
            continuation.yield(bytes(3))
            let response = try await client.stream(try .get("a"))
            clock.advance(by: .seconds(10))
            continuation.yield(bytes(5000))
            continuation.finish()
            var (read, count) = (Data(), 0)
            for try await chunk in response.chunks { (read, count) = (read + chunk, count + 1) }
            #expect(read == bytes(3) + bytes(5000))
            #expect(count > 1)
            #expect(response.http.url?.path == "/v1/b")
        }
        #expect(server.requests.map { $0.header("Accept-Encoding") } == ["identity", "identity"])
    }

    @Test func `the error of a stream that breaks off says what was asked`() async throws {
        let server = try LoopbackServer { _ in .cut(LoopbackResponse(body: bytes(100)), afterBodyBytes: 50) }
        try await withClient(of: server.url) { client in
            var chunks = try await client.stream(try .get("a")).chunks.makeAsyncIterator()
            #expect(try await chunks.next() == bytes(100).prefix(50))
            let error = await #expect(throws: URLError.self) { try await chunks.next() }
            #expect(error?.code == .networkConnectionLost)
            #expect(error?.localizedDescription.hasPrefix("GET /v1/a → ") == true)
        }
    }

    @Test func `a server sends no more of a stream than is read`() async throws {
        let sent = Mutex(0)
        let server = try LoopbackServer { _ in
            .stream(
                LoopbackResponse(),
                AsyncStream {
                    sent.withLock { $0 += 1 << 20 }
                    return Data(count: 1 << 20)
                })
        }
        try await withClient(of: server.url) { client in
            var chunks = try await client.stream(try .get("a")).chunks.makeAsyncIterator()
            var read = 0
            while read < 100 << 20 { read += try #require(await chunks.next()).count }
            #expect(sent.withLock { $0 } < read + (32 << 20))
        }
    }

    @Test func `a stream outlives its client`() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), chunks) }
        let response = try await NIOClient(environment: Environment(baseURL: server.url)).stream(try .get("a"))
        continuation.yield(bytes(5))
        continuation.finish()
        var read = Data()
        for try await chunk in response.chunks { read += chunk }
        #expect(read == bytes(5))
    }

    // Cancellation.

    @Test(arguments: [true, false])
    func `cancellation ends the call before or during the answer and closes the connection`(before: Bool) async throws {
        let server = try LoopbackServer { _ in
            before ? .stall : .stream(LoopbackResponse(), AsyncStream { $0.yield(bytes(5)) })
        }
        try await withClient(of: server.url) { client in
            let call = Task { try await client.raw(try .get("a")) }
            _ = await server.received(1)
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            await server.connectionsClosed()
            #expect(server.openConnections == 0)
        }
    }

    @Test func `cancelled calls don't mix up the answers of others`() async throws {
        let server = try LoopbackServer { request in .text(request.target) }
        try await withClient(of: server.url) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    let call = Task { try await client.raw(try .get("\(number)")).data }
                    if number % 3 == 0 { call.cancel() }
                    group.addTask {
                        let data: Data? = try? await call.value
                        if number % 3 > 0 { #expect(data == Data("/v1/\(number)".utf8)) }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    // Failures.

    @Test func `a cut body, a closed connection and garbage fail, each with its code`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/v1/cut": .cut(LoopbackResponse(body: bytes(100)), afterBodyBytes: 50)
            case "/v1/reset": .cutThenReset(LoopbackResponse(body: bytes(100)), afterBodyBytes: 50)
            case "/v1/close": .closeWithoutAnswer
            case "/v1/head": .raw(Data("HTTP/1.1 200 OK\r\nX-A: 1\r\n".utf8), close: true)
            case "/v1/chunk":
                .raw(Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab".utf8), close: true)
            case "/v1/length":
                .raw(Data("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n".utf8), close: true)
            default: .raw(Data("nonsense\r\n\r\n".utf8), close: true)
            }
        }
        try await withClient(of: server.url) { client in
            try await client.fails(try .get("cut"), with: .networkConnectionLost)
            try await client.fails(try .get("reset"), with: .networkConnectionLost)
            try await client.fails(try .get("close"), with: .networkConnectionLost)
            try await client.fails(try .get("head"), with: .networkConnectionLost)
            try await client.fails(try .get("chunk"), with: .networkConnectionLost)
            try await client.fails(try .get("length"), with: .badServerResponse)
            try await client.fails(try .get("garbage"), with: .badServerResponse)
        }
    }

    @Test func `a POST on a kept connection that breaks is sent once`() async throws {
        let server = try LoopbackServer { request in request.method == "POST" ? .closeWithoutAnswer : .status(200) }
        try await withClient(of: server.url) { client in
            try await client.raw(try .get("a"))
            let retrying = client.retrying(RetryPolicy(base: .zero))
            try await retrying.fails(try .post("a", body: .binary(bytes(5))), with: .networkConnectionLost)
        }
        #expect(server.requests.map(\.method) == ["GET", "POST"])
    }

    @Test func `a GET is repeated when a kept connection breaks, but not on a new one`()
        async throws
    {
        let server = try LoopbackServer { request in
            request.path == "/v1/a" || request.connection > 1 ? .text(request.target) : .closeWithoutAnswer
        }
        try await withClient(of: server.url) { client in
            try await client.raw(try .get("a"))
            try await client.raw(try .get("b"))
        }
        #expect(server.requests.map(\.path) == ["/v1/a", "/v1/b", "/v1/b"])
        let refusing = try LoopbackServer { _ in .closeWithoutAnswer }
        try await withClient(of: refusing.url) { try await $0.fails(try .get("a"), with: .networkConnectionLost) }
        #expect(refusing.requestCount == 1)
    }

    @Test func `an error says what was asked, without secrets`() async throws {
        let server = try LoopbackServer { _ in .closeWithoutAnswer }
        try await withClient(of: server.url) { client in
            let error = await #expect(throws: URLError.self) {
                try await client.raw(try .get("a", query: ["api_key": "0123456789abcdef"]))
            }
            let text = "\(error as Any) \(error?.localizedDescription ?? "")"
            #expect(error?.localizedDescription.hasPrefix("GET /v1/a → ") == true)
            #expect(error?.failingURL?.path == "/v1/a")
            #expect(!text.contains("0123456789abcdef"))
        }
    }

    @Test func `an unknown host and a client that was shut down have errors of their own`() async throws {
        try await withClient(of: try #require(URL(string: "https://nothing.invalid"))) { client in
            try await client.fails(try .get("a"), with: .cannotFindHost)
            try await client.shutdown()
            try await client.fails(try .get("a"), with: .resourceUnavailable)
        }
    }

    @Test func `a client's description shows its host and nothing else`() async throws {
        try await withClient(of: try #require(URL(string: "https://api.example.com")), headers: ["X-Key": "k1"]) {
            client in
            var text = ""
            dump(client, to: &text)
            #expect("\(client.retrying())".hasSuffix("NIO(api.example.com)"))
            #expect(!text.contains("k1"))
            #expect(client.traits.baseOrigin?.host == "api.example.com")
        }
    }
}
