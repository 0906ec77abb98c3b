import EndpointLaws
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP/1.0 over a socket for each call: a custom client that needs no other package, so that every `swift test` checks
/// one against the laws. The page "Write a client" names it, and shows the shorter one of `Tests/ServerInterop`.
struct SocketClient: APIClient {
    let traits: ClientTraits
    private let resolver: RequestResolver
    private let responseLimit: Int

    init(baseURL: URL, responseLimit: Int = 64 << 20) {
        (resolver, traits) = (RequestResolver(baseURL: baseURL), ClientTraits(baseURL: baseURL))
        self.responseLimit = responseLimit
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        let sent = try resolver.resolve(request)
        guard !sent.origin.isSecure else { throw URLError(.secureConnectionFailed) }
        let (body, place) = (try sent.readBody(), sent.origin.description)
        let target = sent.url.absoluteString.dropFirst(place.count)
        var head =
            "\(sent.method) \(target.hasPrefix("/") ? "" : "/")\(target) HTTP/1.0\r\nHost: \(place.dropFirst(7))\r\n"
        for field in sent.headers { head += "\(field.name): \(field.value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let message = Data("\(head)\r\n".utf8) + (body ?? Data())
        let reply = try await Connection(to: sent.origin).exchange(message, atMost: responseLimit + 65_536)
        if let body { request.progress?(TransferProgress(bytes: Int64(body.count), total: Int64(body.count))) }
        return try response(reply, to: sent)
    }

    private func response(_ reply: Data, to sent: ResolvedRequest) throws -> APIResponse {
        guard let end = reply.range(of: Data("\r\n\r\n".utf8)) else { throw URLError(.networkConnectionLost) }
        var lines = String(decoding: reply[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let line = lines.removeFirst().wholeMatch(of: /HTTP\/1\.[01] ([1-9][0-9][0-9])( .*)?/),
            let status = Int(line.1)
        else { throw URLError(.badServerResponse) }
        if status < 200 { return try response(reply[end.upperBound...], to: sent) }
        let headers = try lines.reduce(into: HeaderFields()) { headers, line in
            guard let colon = line.firstIndex(of: ":") else { throw URLError(.badServerResponse) }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.append(String(line[..<colon]), value)
        }
        guard !headers.contains("Transfer-Encoding") else { throw URLError(.cannotParseResponse) }
        var body = reply[end.upperBound...]
        guard body.count <= responseLimit else { throw URLError(.dataLengthExceedsMaximum) }
        if sent.method == "HEAD" || status == 204 || status == 304 {
            body = Data()
        } else if let length = headers["Content-Length"] {
            guard let length = Int(length), 0...body.count ~= length else { throw URLError(.networkConnectionLost) }
            body = body.prefix(length)
        }
        guard
            let http = HTTPURLResponse(
                url: sent.url, statusCode: status, httpVersion: "HTTP/1.0", headerFields: headers.dictionary)
        else { throw URLError(.badServerResponse) }
        return APIResponse(http: http, headers: headers, body: .data(Data(body)))
    }
}

/// A TCP connection for one exchange.
struct Connection {
    private let descriptor: Int32

    init(to origin: Origin) throws {
        var (hints, addresses) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
        hints.ai_protocol = Int32(IPPROTO_TCP)
        let host = origin.host.trimmingCharacters(in: ["[", "]"])
        guard getaddrinfo(host, "\(origin.port)", &hints, &addresses) == 0, let address = addresses?.pointee else {
            throw URLError(.cannotFindHost)
        }
        defer { freeaddrinfo(addresses) }
        descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            close(descriptor)
            throw URLError(.cannotConnectToHost)
        }
    }

    /// Sends a message, and returns what comes back until the server closes the connection.
    func exchange(_ message: Data, atMost limit: Int) async throws -> Data {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "SocketClient")
        let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in close(descriptor) }
        let pieces = AsyncThrowingStream<Data, any Error> { pieces in
            pieces.onTermination = { _ in channel.close(flags: .stop) }
            let bytes = message.withUnsafeBytes { DispatchData(bytes: $0) }
            channel.write(offset: 0, data: bytes, queue: queue) { _, _, _ in }
            channel.setLimit(lowWater: 1)
            channel.read(offset: 0, length: limit, queue: queue) { isDone, bytes, error in
                if let bytes { pieces.yield(Data(bytes)) }
                let isBroken = error != 0 && error != ECANCELED
                if isDone { pieces.finish(throwing: isBroken ? URLError(.networkConnectionLost) : nil) }
            }
        }
        var reply = Data()
        for try await piece in pieces { reply += piece }
        try Task.checkCancellation()
        return reply
    }
}

@Suite struct SocketClientTests {
    @Test func `a socket client keeps the laws`() async {
        let http10 = "an HTTP/1.0 client accepts no chunks, and servers send it none"
        let report = await ClientLaws.check(
            except: [
                .chunks: "\(http10)", .incompleteChunks: "\(http10)", .emptyChunked: "\(http10)",
                .trailersAreAccepted: "\(http10)",
                .chunkedBody: "HTTP/1.0 has no chunks; the stream is read first and sent with its length",
                .lateBody: .notRun("no connection is used for a second call, and a response ends with it"),
                .secondResponse: .notRun("no connection is used for a second call, and a response ends with it"),
            ],
            lacking: [.redirects: "a redirect is returned as it is", .streams: "every body is collected"]
        ) { server in
            SocketClient(baseURL: server.url, responseLimit: server.responseLimit)
        }
        #expect(report.violations.isEmpty, "\(report)")
    }

    private struct PingEndpoint: VoidEndpoint {
        let path: String

        func makeRequest() throws -> URLRequest { try .get("\(path)") }
    }

    private let clock = TestClock()

    private func client(_ server: LoopbackServer) -> any APIClient {
        SocketClient(baseURL: server.url.appendingPathComponent("v1")).standard { stack in
            stack.time = clock.time
            stack.retry = nil
            stack.credential = .bearer("t")
        }
    }

    @Test func `a socket client sends what its decorators add`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await client(server).request(PingEndpoint(path: "me"))
        let request = try #require(await server.received(1).first)
        #expect(request.path == "/v1/me")
        #expect(request.header("Authorization") == "Bearer t")
    }

    @Test func `a client with traits gets a credential with absolute URLs too`() async throws {
        struct AbsoluteEndpoint: VoidEndpoint {
            let url: URL

            func makeRequest() throws -> URLRequest { try .get(url) }
        }

        let (server, other) = (try LoopbackServer { _ in .status(204) }, try LoopbackServer { _ in .status(204) })
        let client = client(server)
        for server in [server, other] {
            try await client.request(AbsoluteEndpoint(url: server.url.appendingPathComponent("you")))
        }
        #expect(await server.received(1).map { $0.header("Authorization") } == ["Bearer t"])
        #expect(await other.received(1).map { $0.header("Authorization") } == [nil])
    }

    /// Five failures of ten tokens are tried again, however many stacks there are.
    @Test func `all stacks around a client with traits share one retry budget`() async throws {
        let server = try LoopbackServer { _ in .status(500) }
        let client = SocketClient(baseURL: server.url)
        for _ in 0..<10 {
            let stack = client.standard { stack in
                stack.time = clock.time
                stack.retry = RetryPolicy(base: .zero, overloadBase: .zero)
            }
            await #expect(throws: HTTPError.self) { try await stack.request(PingEndpoint(path: "me")) }
        }
        #expect(server.requests.count == 13)
    }

    @Test func `a call of a socket client ends in time`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
        let call = Task { try await client.request(PingEndpoint(path: "me")) }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }
}
