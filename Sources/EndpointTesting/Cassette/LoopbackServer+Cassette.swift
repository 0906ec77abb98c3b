extension LoopbackServer {
    /// Starts a server that answers any HTTP client from a cassette: a UI test, a browser, a program in another language.
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: cassette)
    /// // … let something ask for server.url and a recorded path …
    /// ```
    ///
    /// The host does not count. A request that was not recorded gets a 501 whose text explains why.
    public convenience init(
        serving cassette: Cassette, port: UInt16 = 0, matching: Matching = .standard,
        allowRepeats: Bool = false
    ) throws {
        let replay = Replay(cassette, matching: matching.ignoring(.host), allowRepeats: allowRepeats)
        try self.init(serving: replay, port: port)
    }

    /// Starts a server on a cassette that is being played, whose matching must not look at the host. The replay remembers the
    /// requests that were not recorded.
    public convenience init(
        serving replay: Replay, port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions()
    ) throws {
        try self.init(port: port, options: options) { replay.reply(to: $0) }
    }
}

extension Replay {
    /// What a server does about a request.
    public func reply(to request: RecordedRequest) -> LoopbackReply {
        do {
            return try outcome(for: Interaction.Request(request), from: nil).reply
        } catch {
            return .text("\(error)\n", status: 501)
        }
    }
}

extension Interaction.Request {
    /// The request as a server of any name has received it.
    fileprivate init(_ request: RecordedRequest) {
        let query = request.query.map { "?\($0)" } ?? ""
        let type = request.header("Content-Type") ?? ""
        self.init(
            request.method, "http://localhost\(request.path)\(query)",
            headers: request.headers.map { HeaderField($0.name, $0.value) },
            body: Interaction.Body(request.body, contentType: type))
    }
}

extension Interaction.Outcome {
    /// A recorded timeout stays without an answer; of other failures a client sees that the connection is closed.
    fileprivate var reply: LoopbackReply {
        switch self {
        case .response(let response):
            var reply = LoopbackResponse(status: response.status, body: response.body)
            reply.headers = response.decoded.headers.map { LoopbackHeader($0.name, $0.value) }
            return .response(reply)
        case .failure(let failure): return failure.code == .timedOut ? .stall : .closeWithoutAnswer
        }
    }
}
