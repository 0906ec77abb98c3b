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
