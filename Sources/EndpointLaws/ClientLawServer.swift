/// The server of a law, which is passed to the closure that makes the client.
public struct ClientLawServer: Sendable {
    /// The server, whose requests the law checks.
    public let loopback: LoopbackServer

    /// The base URL of the client: `http://127.0.0.1:PORT/v1`.
    public let url: URL

    /// The largest response body in bytes that the client may accept: 1 MiB. A client without such a limit declares
    /// `ClientLaw.responseLimit` as an exception.
    public var responseLimit: Int { 1 << 20 }

    private let refusedPort: RefusedPort?
    private let resolver: RequestResolver
    private let handler: @Sendable (RecordedRequest) async -> LoopbackReply
    private let answered = Locked([RecordedRequest]())

    /// With a port that refuses connections, the server is stopped, and the URL is that of the port.
    init(
        options: LoopbackOptions = LoopbackOptions(), refusing port: RefusedPort? = nil,
        handler: @escaping @Sendable (RecordedRequest) async -> LoopbackReply
    ) throws {
        loopback = try LoopbackServer(options: options, handler: handler)
        if port != nil { loopback.stop() }
        url = (port?.url ?? loopback.url).appendingPathComponent("v1")
        resolver = RequestResolver(baseURL: url)
        refusedPort = port
        self.handler = handler
    }

    /// Frees the ports.
    func stop() {
        loopback.stop()
        refusedPort?.close()
    }

    /// All requests so far, over a connection or not.
    var requests: [RecordedRequest] { loopback.requests + answered.withLock { $0 } }

    /// Answers a request in this process, for a client without connections such as a mock:
    /// `{ server in MockClient { try await server.answer($0) } }`.
    ///
    /// The request is resolved and checked as in the clients of this library. For a request that wants a stream, a body
    /// in pieces or one that breaks off is a stream. Other replies must be well-formed, so such a client lacks
    /// ``ClientLaw/Need/sockets``; a redirect is returned as it is, so it lacks ``ClientLaw/Need/redirects`` too.
    ///
    /// - Throws: `RequestError` for a request that must not be sent, `URLError.cannotParseResponse` if the law's reply
    ///   is not well-formed, and `CancellationError`.
    public func answer(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        let sent = try resolver.resolve(request)
        let body = try sent.readBody()
        var headers = sent.headers
        let isChunked = if case .stream(_, nil) = request.body { true } else { false }
        let framing = isChunked ? ("Transfer-Encoding", "chunked") : ("Content-Length", "\(body?.count ?? 0)")
        if body != nil { headers.append(framing.0, framing.1) }
        headers.append("Host", "127.0.0.1:\(loopback.port)")
        let target = sent.url.absoluteString.dropFirst(loopback.url.absoluteString.count)
        let recorded = RecordedRequest(
            sent.method, String(target), headers: headers, body: body ?? Data(), isChunked: isChunked)
        answered.withLock { $0.append(recorded) }
        let (response, stream) = try Self.parts(of: await handler(recorded), isStream: request.wantsStream)
        let hasBody = response.mayHaveBody && sent.method != "HEAD"
        let http = HTTPURLResponse(
            url: sent.url, statusCode: response.status, httpVersion: "HTTP/1.1",
            headerFields: response.headers.dictionary)
        guard let http else { throw URLError(.cannotParseResponse) }
        return APIResponse(
            http: http, headers: response.headers,
            body: stream.map { .stream($0) } ?? .data(hasBody ? response.body : Data()))
    }

    /// The head of a reply with its whole body, or with its stream.
    private static func parts(
        of reply: LoopbackReply, isStream: Bool
    ) throws -> (response: LoopbackResponse, stream: BodyStream?) {
        switch reply {
        case .response(let response): return (response, nil)
        case .cut(let response, let length) where isStream:
            let part = (data: response.body.prefix(max(0, length)), time: Duration.zero)
            return (response, BodyStream([part], pacedBy: nil, then: URLError(.networkConnectionLost)))
        case .stream(let response, let pieces) where isStream:
            return (response, BodyStream(pieces, length: response.contentLength.flatMap { Int($0) }))
        default: throw URLError(.cannotParseResponse)
        }
    }
}

extension BodyStream {
    /// The pieces of a server, which sends each as soon as it is available, whether or not the previous one has been
    /// read. With a length, the stream ends after that many bytes.
    fileprivate init(_ pieces: AsyncStream<Data>, length: Int?) {
        let (sent, connection) = AsyncStream<Data>.makeStream()
        let server = Task {
            var count = 0
            for await piece in pieces {
                connection.yield(piece)
                count += piece.count
                if count == length { connection.finish() }
            }
            connection.finish()
        }
        connection.onTermination = { _ in server.cancel() }
        self.init {
            for await piece in sent { return piece }
            try Task.checkCancellation()
            return nil
        }
    }
}
