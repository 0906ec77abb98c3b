/// The life of a connection: requests in, replies out, one after the other, until someone has had enough.
struct ConnectionThread: Sendable {
    let connection: LoopbackConnection
    let journal: LoopbackJournal
    let options: LoopbackOptions
    let responder: LoopbackResponder

    /// Blocks until the connection is closed.
    func run() {
        connection.socket.disableDelay()
        let ending = serve()
        connection.close(resetting: ending == .reset)
        journal.closed(connection)
    }

    private func serve() -> ReplyEnding {
        var parser = RequestParser(connection: connection.number, options: options)
        var writer = ReplyWriter(connection: connection)
        var buffer = ReceiveBuffer()
        while var input = buffer.receive(from: connection.socket) {
            do {
                while let request = try parser.feed(&input) {
                    let ending = writer.perform(reply(to: request), for: request)
                    if ending != .keepOpen { return ending }
                }
                if parser.isAwaitingContinue { writer.sendContinue() }
            } catch {
                return writer.refuse(error)
            }
        }
        return .close
    }

    private func reply(to request: RecordedRequest) -> LoopbackReply {
        journal.received(request)
        switch responder {
        case .immediate(let respond): return respond(request)
        case .async(let handle): return connection.wait { await handle(request) } ?? .closeWithoutAnswer
        }
    }
}
