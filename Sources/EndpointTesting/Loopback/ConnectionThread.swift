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

/// Where a connection's bytes arrive: small at first, and large as soon as a body fills it.
struct ReceiveBuffer {
    private var bytes = [UInt8](repeating: 0, count: 16_384)

    /// Waits for bytes; nil at the end. Let go of the last ones before: otherwise all of the buffer is copied.
    mutating func receive(from socket: LoopbackSocket) -> ArraySlice<UInt8>? {
        let count = socket.receive(into: &bytes)
        guard count > 0 else { return nil }
        let received = bytes[..<count]
        if count == bytes.count, count < 262_144 { bytes = [UInt8](repeating: 0, count: 262_144) }
        return received
    }
}

extension Thread {
    /// Starts a thread for blocking work, with a stack small enough to have hundreds of them.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 1 << 20
        thread.start()
    }
}
