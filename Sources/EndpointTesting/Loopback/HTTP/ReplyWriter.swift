/// Writes replies to a connection, on the connection's thread.
struct ReplyWriter {
    let connection: LoopbackConnection
    private var output: [UInt8] = []

    init(connection: LoopbackConnection) {
        self.connection = connection
    }

    mutating func perform(_ reply: LoopbackReply, for request: RecordedRequest) -> ConnectionAction {
        switch reply {
        case .response(let response): send(response, for: request)
        case .closeWithoutAnswer: .close
        case .reset: .reset
        case .cut(let response, let count): send(response, for: request, upTo: count, then: .close)
        case .cutThenReset(let response, let count): send(response, for: request, upTo: count, then: .reset)
        case .stall: stall()
        case .raw(let data, let close):
            connection.socket.transmit(data) && !close && !request.closesConnection ? .keepOpen : .close
        case .rawThenReset(let data): connection.socket.transmit(data) ? .reset : .close
        case .stream(let response, let stream): send(response, and: stream, for: request)
        case .cutStream(let response, let stream): send(response, and: stream, for: request, cuttingEnd: true)
        case .forward(let response, let stream): send(response, for: request, then: stream.reader)
        case .rawStream(let stream): sendRaw(stream)
        }
    }

    /// Makes a client send the body that it holds back (RFC 9110 §10.1.1).
    func sendContinue() {
        _ = connection.socket.transmit(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }

    /// Answers a malformed request with its status and the reason.
    mutating func reject(_ error: MalformedRequest) -> ConnectionAction {
        let response = LoopbackResponse(
            status: error.status, headers: ["Content-Type": "text/plain", "Connection": "close"],
            body: Data(error.reason.utf8))
        begin(with: ResponseHead(response: response, framing: .length(response.body.count), closes: true))
        if finish(with: response.body) { connection.socket.finishSending() }
        return .close
    }

    private mutating func send(
        _ response: LoopbackResponse, for request: RecordedRequest, upTo limit: Int = .max,
        then action: ConnectionAction? = nil
    ) -> ConnectionAction {
        let closes = request.closesConnection || response.closesConnection
        let hasBody = response.mayHaveBody && request.method != "HEAD"
        begin(with: ResponseHead(response: response, framing: .length(response.body.count), closes: closes))
        let isSent = finish(with: hasBody ? response.body.prefix(max(0, limit)) : Data())
        return action ?? (isSent && !closes ? .keepOpen : .close)
    }

    /// Discards input until the client disconnects, which only reading can detect.
    private func stall() -> ConnectionAction {
        connection.socket.drain()
        return .close
    }

    /// Starts the output with the head of a response.
    mutating func begin(with head: ResponseHead) {
        output.removeAll(keepingCapacity: true)
        head.write(to: &output)
    }

    /// Sends the head and the body. A small body is sent together with the head; a large one is sent separately to
    /// avoid a copy.
    mutating func finish(with body: Data) -> Bool {
        if body.count > 32_768 { return connection.socket.transmit(output) && connection.socket.transmit(body) }
        output += body
        return connection.socket.transmit(output)
    }
}

extension ReplyWriter {
    /// The next piece of a body; nil at its end.
    typealias Source = @Sendable () async throws -> Data?

    /// Sends the body of the response immediately, and then each element of the stream when it is available. At the end
    /// the stream is cancelled in any case, so that its producer can stop.
    mutating func send(
        _ response: LoopbackResponse, and stream: AsyncStream<Data>, for request: RecordedRequest,
        cuttingEnd: Bool = false
    ) -> ConnectionAction {
        defer { stream.cancel() }
        return send(response, for: request, cuttingEnd: cuttingEnd) { await stream.nextElement() }
    }

    /// Sends the body of the response immediately, and then each piece of the source. The end of the body is left out
    /// if the source fails.
    mutating func send(
        _ response: LoopbackResponse, for request: RecordedRequest, cuttingEnd: Bool = false,
        then source: @escaping Source
    ) -> ConnectionAction {
        let framing = ReplyFraming(of: response, for: request)
        begin(with: framing.head)
        guard framing.hasBody else { return finish(with: Data()) && !framing.head.closes ? .keepOpen : .close }
        guard finish(with: framing.encode(response.body)) else { return .close }
        let count: Int
        switch sendAll(of: source, framing.encode) {
        case .end(let sent) where !cuttingEnd: count = sent
        case .end, .failed: return framing.endsWithConnection ? .reset : .close
        case .disconnected: return .close
        }
        guard connection.socket.transmit(framing.end) else { return .close }
        return framing.isComplete(response.body.count + count) && !framing.head.closes ? .keepOpen : .close
    }

    /// Sends each element of the stream when it is available, and nothing else.
    func sendRaw(_ stream: AsyncStream<Data>) -> ConnectionAction {
        defer { stream.cancel() }
        _ = sendAll(of: { await stream.nextElement() }) { $0 }
        return .close
    }

    private enum Ending {
        /// All pieces were sent, this many bytes.
        case end(Int)
        /// The source has thrown an error.
        case failed
        case disconnected
    }

    /// Sends each piece of the source when it is available.
    private func sendAll(of source: @escaping Source, _ encode: (Data) -> Data) -> Ending {
        var count = 0
        while let piece = connection.wait(for: { await Result(catching: source) }) {
            guard case .success(let piece) = piece else { return .failed }
            guard let piece else { return .end(count) }
            guard connection.socket.transmit(encode(piece)) else { break }
            count += piece.count
        }
        return .disconnected
    }
}

extension AsyncStream<Data> {
    /// The next element. All iterators of a stream share its elements.
    fileprivate func nextElement() async -> Data? {
        var iterator = makeAsyncIterator()
        return await iterator.next()
    }

    /// Terminates the stream. Only the cancellation of a task that awaits an element does that, so this starts one.
    fileprivate func cancel() {
        Task { await nextElement() }.cancel()
    }
}

/// What happens to the connection after a reply.
enum ConnectionAction: Hashable {
    case keepOpen, close, reset
}
