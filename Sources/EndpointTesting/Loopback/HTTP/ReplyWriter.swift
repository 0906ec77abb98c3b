/// Does what a reply says, on the connection's thread.
struct ReplyWriter {
    let connection: LoopbackConnection
    private var output: [UInt8] = []

    init(connection: LoopbackConnection) {
        self.connection = connection
    }

    mutating func perform(_ reply: LoopbackReply, for request: RecordedRequest) -> ReplyEnding {
        switch reply {
        case .response(let response): send(response, for: request)
        case .closeWithoutAnswer: .close
        case .reset: .reset
        case .cut(let response, let count): send(response, for: request, upTo: count, then: .close)
        case .cutThenReset(let response, let count): send(response, for: request, upTo: count, then: .reset)
        case .stall: stall()
        case .raw(let data, let close): connection.socket.transmit(data) && !close ? .keepOpen : .close
        case .stream(let response, let stream): send(response, and: stream, for: request)
        case .rawStream(let stream): sendRaw(stream)
        }
    }

    /// Lets a client go on that waits before it sends its body.
    func sendContinue() {
        _ = connection.socket.transmit(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }

    /// Tells the client why nothing more will be read from it.
    mutating func refuse(_ error: MalformedRequest) -> ReplyEnding {
        let response = LoopbackResponse(
            status: error.status, headers: ["Content-Type": "text/plain", "Connection": "close"],
            body: Data(error.reason.utf8))
        begin(with: ResponseHead(response: response, framing: .length(response.body.count), closes: true))
        if finish(with: response.body) { connection.socket.endGently() }
        return .close
    }

    private mutating func send(
        _ response: LoopbackResponse, for request: RecordedRequest, upTo limit: Int = .max,
        then ending: ReplyEnding? = nil
    ) -> ReplyEnding {
        let closes = request.closesConnection || response.closesConnection
        let hasBody = response.mayHaveBody && request.method != "HEAD"
        begin(with: ResponseHead(response: response, framing: .length(response.body.count), closes: closes))
        let isSent = finish(with: hasBody ? response.body.prefix(max(0, limit)) : Data())
        return ending ?? (isSent && !closes ? .keepOpen : .close)
    }

    /// Reads on, because only so is it seen that the client goes away.
    private func stall() -> ReplyEnding {
        connection.socket.drain()
        return .close
    }

    mutating func begin(with head: ResponseHead) {
        output.removeAll(keepingCapacity: true)
        head.write(to: &output)
    }

    /// Sends what was begun and then the body. Small bodies leave together with the head, large ones are not copied.
    mutating func finish(with body: Data) -> Bool {
        if body.count > 32_768 { return connection.socket.transmit(output) && connection.socket.transmit(body) }
        output += body
        return connection.socket.transmit(output)
    }
}

extension ReplyWriter {
    /// Sends the response's own body at once, and then every element when it comes. Whatever happens, the stream is over then, so
    /// that whoever makes its elements hears of it.
    mutating func send(
        _ response: LoopbackResponse, and stream: AsyncStream<Data>, for request: RecordedRequest
    ) -> ReplyEnding {
        defer { stream.cancel() }
        let framing = StreamFraming(of: response, for: request)
        begin(with: framing.head)
        guard framing.hasBody else { return finish(with: Data()) && !framing.head.closes ? .keepOpen : .close }
        guard finish(with: framing.piece(response.body)) else { return .close }
        guard let count = pump(stream, framing.piece), connection.socket.transmit(framing.end) else { return .close }
        return framing.isComplete(response.body.count + count) && !framing.head.closes ? .keepOpen : .close
    }

    /// Sends every element when it comes, and nothing else.
    func sendRaw(_ stream: AsyncStream<Data>) -> ReplyEnding {
        defer { stream.cancel() }
        _ = pump(stream) { $0 }
        return .close
    }

    /// Sends each element of the stream and returns how many bytes they had. Nil if the connection broke.
    private func pump(_ stream: AsyncStream<Data>, _ encode: (Data) -> Data) -> Int? {
        var count = 0
        while let element = connection.wait(for: { await stream.nextElement() }) {
            guard let element else { return count }
            guard connection.socket.transmit(encode(element)) else { return nil }
            count += element.count
        }
        return nil
    }
}

extension AsyncStream<Data> {
    /// The next element; iterators of one stream share its elements.
    fileprivate func nextElement() async -> Data? {
        var iterator = makeAsyncIterator()
        return await iterator.next()
    }

    /// Ends it. A stream is cancelled by the task that waits for it, and here nobody need have waited yet.
    fileprivate func cancel() {
        Task { await nextElement() }.cancel()
    }
}

/// What happens to a connection after a reply.
enum ReplyEnding: Hashable {
    case keepOpen, close, reset
}
