extension LoopbackServer {
    /// Starts a server that answers any HTTP client from a cassette, such as a UI test, a browser or a program in
    /// another language.
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: cassette)
    /// // … request server.url with a recorded path …
    /// ```
    ///
    /// Hosts are not compared. A request that was not recorded is answered with a 501 and an explanation in the body. A
    /// `Location` on a recorded host leads to this server instead. With `allowsCrossOrigin`, scripts of any web page
    /// may read the responses (CORS), and the server answers the preflights of browsers, which a cassette does not
    /// have.
    ///
    /// A body that was recorded in pieces is sent in the same pieces, chunked: immediately, or at the recorded times if
    /// `pace` measures them. After a body that was interrupted the connection is closed; if it was interrupted by a
    /// timeout, it stays open and nothing more is sent.
    public convenience init(
        serving cassette: Cassette, port: UInt16 = 0, matching: Matching = .standard,
        allowRepeats: Bool = false, allowsCrossOrigin: Bool = false, pace: TimeSource? = nil
    ) throws {
        let replay = Replay(cassette, matching: matching.ignoring(.host), allowRepeats: allowRepeats)
        try self.init(serving: replay, port: port, allowsCrossOrigin: allowsCrossOrigin, pace: pace)
    }

    /// Starts a server that answers from a playback, whose matching must ignore the host. The playback stores the
    /// unmatched requests.
    public convenience init(
        serving replay: Replay, port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions(),
        allowsCrossOrigin: Bool = false, pace: TimeSource? = nil
    ) throws {
        try self.init(port: port, options: options) {
            replay.reply(to: $0, allowsCrossOrigin: allowsCrossOrigin, pace: pace)
        }
    }
}

extension Replay {
    /// The reply of a server to a request: the recorded response, or a 501 with an explanation. With
    /// `allowsCrossOrigin`, scripts of any web page may read it (CORS). `pace` measures the recorded times between the
    /// pieces of a stream, which are sent immediately without it.
    public func reply(
        to request: RecordedRequest, allowsCrossOrigin: Bool = false, pace: TimeSource? = nil
    ) -> LoopbackReply {
        guard allowsCrossOrigin, let origin = request.header("Origin") else { return reply(to: request, pace) }
        return request.preflightReply(for: origin) ?? reply(to: request, pace).readable(from: origin)
    }

    private func reply(to request: RecordedRequest, _ pace: TimeSource?) -> LoopbackReply {
        do {
            let recorded = try interaction(for: Interaction.Request(request), from: nil)
            return recorded.reply(pacedBy: pace).changingResponse { response in
                response.headers = response.headers.mappingValues {
                    $0.isNamed("Location") ? local($0.value) : $0.value
                }
            }
        } catch {
            return .text("\(error)\n", status: 501)
        }
    }

    /// The path and what follows it, if a URL is at one of the recorded origins; otherwise the URL.
    private func local(_ location: String) -> String {
        let origins = cassette.interactions.lazy.compactMap { URL(string: $0.request.url).flatMap(Origin.init) }
        guard let origin = URL(string: location).flatMap(Origin.init), origins.contains(origin),
            let scheme = location.range(of: "://")
        else { return location }
        let path = location[scheme.upperBound...].drop { !"/?#".contains($0) }
        if path.hasPrefix("//") { return "/.\(path)" }  // Without the dot, the path would start with another host.
        return path.hasPrefix("/") ? String(path) : "/\(path)"
    }
}

/// Cross-origin requests of browsers (Fetch §3.2).
extension RecordedRequest {
    /// The reply to the request by which a browser asks whether a page may send another one; nil for every other
    /// request.
    fileprivate func preflightReply(for origin: String) -> LoopbackReply? {
        guard method == "OPTIONS", let wanted = header("Access-Control-Request-Method") else { return nil }
        let fields = header("Access-Control-Request-Headers") ?? ""
        return LoopbackReply.status(
            204, headers: ["Access-Control-Allow-Methods": wanted, "Access-Control-Allow-Headers": fields]
        ).readable(from: origin)
    }
}

extension LoopbackReply {
    /// This reply for a page of that origin, in place of the origins of the recording.
    fileprivate func readable(from origin: String) -> LoopbackReply {
        changingResponse { response in
            let names = Set(response.headers.map(\.name)).sorted().joined(separator: ", ")
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Credentials"] = "true"
            response.headers["Access-Control-Expose-Headers"] = names
            response.headers.append("Vary", "Origin")
        }
    }

    /// This reply with another response, if it has one.
    fileprivate func changingResponse(_ change: (inout LoopbackResponse) -> Void) -> LoopbackReply {
        guard var response else { return self }
        change(&response)
        return switch self {
        case .stream(_, let body): .stream(response, body)
        case .cutStream(_, let body): .cutStream(response, body)
        default: .response(response)
        }
    }

    /// The response of a reply to a recorded request; nil if the connection is closed or stalls without one.
    private var response: LoopbackResponse? {
        switch self {
        case .response(let response), .stream(let response, _), .cutStream(let response, _): response
        default: nil
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

extension Interaction {
    /// A recorded timeout becomes a stall, and any other recorded failure closes the connection: without a response, or
    /// after the pieces of the body that had arrived.
    fileprivate func reply(pacedBy time: TimeSource?) -> LoopbackReply {
        switch outcome {
        case .response(let response):
            var reply = LoopbackResponse(status: response.status)
            reply.headers = response.decoded.headers
            let pieces = pieces(of: response.body)
            guard pieces.count > 1 || interruption != nil else {
                reply.body = response.body
                return .response(reply)
            }
            let stalls = interruption?.code == .timedOut
            let body = BodyStream(pieces, pacedBy: time).sent(stallingAtEnd: stalls)
            return interruption == nil || stalls ? .stream(reply, body) : .cutStream(reply, body)
        case .failure(let failure): return failure.code == .timedOut ? .stall : .closeWithoutAnswer
        }
    }
}

extension BodyStream {
    /// The chunks for a server to send. A stream that stalls does not end after them until it is cancelled.
    fileprivate func sent(stallingAtEnd stalls: Bool) -> AsyncStream<Data> {
        AsyncStream {
            var iterator = makeAsyncIterator()
            if let chunk = try? await iterator.next() { return chunk }
            if stalls { await AwaitableValue(false).wait { $0 } }
            return nil
        }
    }
}
