@_spi(EndpointTool) import EndpointCore
@_spi(EndpointTool) import EndpointTesting

/// A reverse proxy on this machine that records what it forwards.
///
/// It forwards bodies in both directions while they arrive, and keeps their first bytes for the recording.
struct RecordingProxy: Sendable {
    /// All exchanges that have ended.
    let recording: Recording

    private let upstream: Upstream
    private let client: LiveClient
    private let resolver: RequestResolver
    private let bodyLimit: Int
    private let time: TimeSource
    private let events: AsyncStream<Event>
    private let report: AsyncStream<Event>.Continuation

    private enum Event: Sendable {
        case begin
        case end(ProxiedExchange?)
        case finish
        case giveUp
    }

    /// A proxy in front of an API. It has no time limits of its own: those of its client and of the API apply.
    init(of upstream: Upstream, bodyLimit: Int, time: TimeSource = .system) {
        self.upstream = upstream
        self.bodyLimit = bodyLimit
        self.time = time
        recording = Recording(bodyLimit: bodyLimit, time: time)
        resolver = RequestResolver(upstream)
        client = LiveClient(
            environment: upstream,
            limits: .init(deadline: nil, idle: nil, concurrentCallsPerOrigin: 256, concurrentStreamsPerOrigin: 256))
        (events, report) = AsyncStream.makeStream()
    }

    /// Starts the server of the proxy.
    ///
    /// - Throws: `LoopbackError` if the port is in use.
    func start(port: UInt16) throws -> LoopbackServer {
        try LoopbackServer(port: port, options: LoopbackOptions(keepsRequests: false), streaming: reply)
    }

    /// Calls the closure with each exchange that has ended, until all have and ``finish()`` was called.
    func exchanges(_ show: (ProxiedExchange) -> Void) async {
        var (open, isFinishing) = (0, false)
        for await event in events {
            switch event {
            case .begin: open += 1
            case .end(let exchange):
                open -= 1
                if let exchange { show(exchange) }
            case .finish: isFinishing = true
            case .giveUp: return
            }
            if isFinishing, open == 0 { return }
        }
    }

    /// Ends ``exchanges(_:)`` when the exchanges in progress have ended, or after five seconds. Call it when the server
    /// has stopped.
    func finish() {
        report.yield(.finish)
        Task { [report, time] in
            try await time.sleep(for: .seconds(5))
            report.yield(.giveUp)
        }
    }

    /// Forwards a request. The reply has the body of the response as it arrives.
    private func reply(to request: RecordedRequest, _ body: BodyStream) async -> LoopbackReply {
        let headers = ProxiedHeaders(
            upstream: upstream.origin.description, proxy: "http://\(request.header("Host") ?? "localhost")")
        guard let proxied = ProxiedRequest(request, headers: headers) else {
            return .text("The target of the request is not a path.\n", status: 400)
        }
        report.yield(.begin)
        let start = time.now()
        do {
            let (live, response) = try await forward(proxied, body)
            let exchange = ProxiedExchange(request: "\(live)", status: response.http.statusCode)
            return try await reply(to: request, response, headers) { bytes, error in
                end(exchange, after: start, bytes: bytes, error: error)
            }
        } catch is CancellationError {
            report.yield(.end(nil))
            return .closeWithoutAnswer
        } catch {
            return refuse(proxied, because: error, after: start)
        }
    }

    private func forward(
        _ proxied: ProxiedRequest, _ stream: BodyStream
    ) async throws -> (Interaction.Request, APIResponse) {
        let body = ForwardedBody(stream, keeping: bodyLimit)
        let upload = proxied.hasBody ? try await body.upload(length: proxied.length) : nil
        var request = APIRequest(
            proxied.urlRequest, body: upload, for: ProxiedEndpoint(urlRequest: proxied.urlRequest)
        ).keepingRedirects
        request.wantsStream = true
        let resolved = try resolver.resolve(request)
        let live = Interaction.Request(resolved.method, resolved.url.absoluteString, headers: resolved.headers)
        let response = try await recording.send(request, recordedAs: live, by: client) { body.recorded }
        return (live, response)
    }

    private func reply(
        to request: RecordedRequest, _ response: APIResponse, _ headers: ProxiedHeaders,
        onEnd: @escaping @Sendable (Int, (any Error)?) -> Void
    ) async throws -> LoopbackReply {
        let isHead = request.method == "HEAD"
        let coding = response.headers["Content-Encoding"]?.lowercased() ?? "identity"
        var reply = LoopbackResponse(status: response.http.statusCode)
        reply.headers = headers.response(response.headers, isDecoded: !isHead && coding != "identity")
        guard case .stream(let stream) = response.body else {
            reply.body = response.data
            onEnd(reply.body.count, nil)
            return isHead ? .forward(reply, BodyStream(Data())) : .response(reply)
        }
        guard isHead || [204, 205].contains(reply.status) else { return .forward(reply, stream.counted(onEnd)) }
        // The server would not read it, and an unread body counts as interrupted.
        for try await _ in stream {}
        onEnd(0, nil)
        return .forward(reply, BodyStream(Data()))
    }

    private func end(_ exchange: ProxiedExchange, after start: Duration, bytes: Int, error: (any Error)?) {
        var exchange = exchange
        exchange.bytes = bytes
        exchange.milliseconds = Int64((time.now() - start) / .milliseconds(1))
        exchange.problem = error.map { error in
            error is CancellationError ? "interrupted" : error.sentence
        }
        if exchange.problem == nil, bytes > bodyLimit {
            exchange.problem = "only the first \(bodyLimit >> 20) MiB are recorded"
        }
        report.yield(.end(exchange))
    }

    /// The status of a request without a response: a gateway that gets none answers with 502, and after a timeout with
    /// 504 (RFC 9110 §15.6); 400 is for a request that cannot be sent.
    static func status(after error: any Error) -> Int {
        switch error {
        case is RequestError: 400
        case let error as URLError where error.code == .timedOut: 504
        default: 502
        }
    }

    private func refuse(
        _ proxied: ProxiedRequest, because error: any Error, after start: Duration
    ) -> LoopbackReply {
        let status = Self.status(after: error)
        let exchange = ProxiedExchange(request: "\(Interaction.Request(proxied.urlRequest))", status: status)
        end(exchange, after: start, bytes: 0, error: error)
        return .text("endpoint record: \(error.sentence)\n", status: status)
    }
}
