/// Serves the requests of one connection in order, until the client or the server closes it.
struct ConnectionThread: Sendable {
    let connection: LoopbackConnection
    let state: ServerState
    let options: LoopbackOptions
    let handler: RequestHandler

    /// Blocks until the connection is closed.
    func run() {
        connection.socket.disableDelay()
        connection.close(resetting: serve() == .reset)
        state.remove(connection)
    }

    private func serve() -> ConnectionAction {
        var parser = RequestParser(connection: connection.number, options: options)
        var writer = ReplyWriter(connection: connection)
        var buffer = ReceiveBuffer()
        var input: ArraySlice<UInt8> = []
        while receive(&input, &buffer) {
            do {
                while let request = try parser.feed(&input) {
                    let action = writer.perform(reply(to: request), for: request)
                    if action != .keepOpen { return action }
                }
                if case .streaming(let handle) = handler, let incoming = IncomingRequest(&parser, on: connection) {
                    state.add(incoming.request)
                    guard let rest = incoming.serve(by: handle, &writer) else { return .close }
                    (parser, buffer, input) = (rest.parser, rest.buffer, rest.input)
                } else if parser.isAwaitingContinue {
                    writer.sendContinue()
                }
            } catch {
                return writer.reject(error)
            }
        }
        return .close
    }

    /// Waits for bytes, unless there are some. False at the end of the connection.
    private func receive(_ input: inout ArraySlice<UInt8>, _ buffer: inout ReceiveBuffer) -> Bool {
        guard input.isEmpty else { return true }
        input = []
        guard let received = buffer.receive(from: connection.socket) else { return false }
        input = received
        return true
    }

    private func reply(to request: RecordedRequest) -> LoopbackReply {
        if case .streaming = handler { state.add(request.withoutBody) } else { state.add(request) }
        switch handler {
        case .immediate(let respond): return respond(request)
        case .async(let handle): return connection.wait { await handle(request) } ?? .closeWithoutAnswer
        case .streaming(let handle):
            return connection.wait { await handle(request.withoutBody, BodyStream(request.body)) }
                ?? .closeWithoutAnswer
        }
    }
}

/// The receive buffer of a connection. It starts small and grows once, when a body fills it.
struct ReceiveBuffer {
    private var bytes = [UInt8](repeating: 0, count: 16_384)

    /// Waits for bytes; nil at the end of the connection. Release the previous slice first, or the whole buffer is
    /// copied.
    mutating func receive(from socket: LoopbackSocket) -> ArraySlice<UInt8>? {
        let count = socket.receive(into: &bytes)
        guard count > 0 else { return nil }
        let received = bytes[..<count]
        if count == bytes.count, count < 262_144 { bytes = [UInt8](repeating: 0, count: 262_144) }
        return received
    }
}

extension Thread {
    /// Starts a thread for blocking work. Its stack is small, so that hundreds of threads fit into memory.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 1 << 20
        thread.start()
    }
}
