extension LoopbackServer {
    /// Starts a server that answers any HTTP client from a cassette, such as a UI test, a browser or a program in
    /// another language.
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: cassette)
    /// // … request server.url with a recorded path …
    /// ```
    ///
    /// Hosts are not compared. A request that was not recorded is answered with a 501 and an explanation in the body.
    public convenience init(
        serving cassette: Cassette, port: UInt16 = 0, matching: Matching = .standard,
        allowRepeats: Bool = false
    ) throws {
        let replay = Replay(cassette, matching: matching.ignoring(.host), allowRepeats: allowRepeats)
        try self.init(serving: replay, port: port)
    }

    /// Starts a server that answers from a playback, whose matching must ignore the host. The playback keeps the
    /// unmatched requests.
    public convenience init(
        serving replay: Replay, port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions()
    ) throws {
        try self.init(port: port, options: options) { replay.reply(to: $0) }
    }
}

extension Replay {
    /// The reply of a server to a request: the recorded answer, or a 501 with an explanation.
    public func reply(to request: RecordedRequest) -> LoopbackReply {
        do {
            return try outcome(for: Interaction.Request(request), from: nil).reply
        } catch {
            return .text("\(error)\n", status: 501)
        }
    }
}

extension Interaction.Request {
    /// A request that a server has received, with a placeholder for the host.
    fileprivate init(_ request: RecordedRequest) {
        let query = request.query.map { "?\($0)" } ?? ""
        let type = request.header("Content-Type") ?? ""
        self.init(
            request.method, "http://localhost\(request.path)\(query)",
            headers: request.headers,
            body: Interaction.Body(request.body, contentType: type))
    }
}

extension Interaction.Outcome {
    /// A recorded timeout becomes a stall, and any other recorded failure closes the connection without a response.
    fileprivate var reply: LoopbackReply {
        switch self {
        case .response(let response):
            var reply = LoopbackResponse(status: response.status, body: response.body)
            reply.headers = response.decoded.headers
            return .response(reply)
        case .failure(let failure): return failure.code == .timedOut ? .stall : .closeWithoutAnswer
        }
    }
}
