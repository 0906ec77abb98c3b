/// A request whose handler reads the body while it arrives.
///
/// A thread of its own receives the body, one piece for each read of the handler. The connection's thread waits for the
/// reply and sends it meanwhile.
struct IncomingRequest: Sendable {
    /// The request without its body.
    let request: RecordedRequest

    private let parser: RequestParser
    private let connection: LoopbackConnection
    private let body: IncomingBody

    /// What the connection continues with after the request.
    struct Rest: Sendable {
        let parser: RequestParser
        let buffer: ReceiveBuffer
        let input: ArraySlice<UInt8>
    }

    /// Takes over a parser that has read a head and not yet all of its body; nil for any other.
    init?(_ parser: inout RequestParser, on connection: LoopbackConnection) {
        guard let request = parser.openRequest else { return nil }
        self.request = request.withoutBody
        body = IncomingBody(first: parser.takeBody())
        self.parser = parser
        self.connection = connection
    }

    /// Runs the handler and sends its reply. Nil if the connection has to be closed.
    func serve(
        by handle: @escaping @Sendable (RecordedRequest, BodyStream) async -> LoopbackReply, _ writer: inout ReplyWriter
    ) -> Rest? {
        let (first, rest) = (BlockingPromise<Void>(), BlockingPromise<Rest>())
        connection.onDisconnect { first.resolve(nil) }
        Thread.start {
            rest.resolve(receive())
            first.resolve(())
        }
        let handling = Task {
            defer { first.resolve(()) }
            return await handle(request, BodyStream { try await body.next() })
        }
        _ = first.wait()
        connection.onDisconnect(nil)
        defer {
            handling.cancel()
            body.abandon()
        }
        guard !body.isBroken, let reply = connection.wait(for: { await handling.value }) else { return nil }
        let isWhole = body.isWhole
        let action = writer.perform(reply, for: isWhole ? request : request.closing)
        body.abandon()
        if !isWhole { connection.socket.finishSending() }
        let next = rest.wait()
        return action == .keepOpen && isWhole ? next : nil
    }

    /// Receives the body while it is wanted. Nil if it has not arrived completely.
    private func receive() -> Rest? {
        var (parser, buffer) = (parser, ReceiveBuffer())
        while body.waitUntilWanted() {
            if parser.isAwaitingContinue { ReplyWriter(connection: connection).sendContinue() }
            guard var input = buffer.receive(from: connection.socket) else {
                body.fail(URLError(.networkConnectionLost))
                return nil
            }
            do {
                if let whole = try parser.feed(&input) {
                    body.add(whole.body, isLast: true)
                    return Rest(parser: parser, buffer: buffer, input: input)
                }
                body.add(parser.takeBody())
            } catch {
                body.fail(error)
                return nil
            }
        }
        return nil
    }
}

/// The part of a body that has arrived and has not been read. One thread adds to it, and one task reads it.
private final class IncomingBody: Sendable {
    private let state: AwaitableValue<State>
    private let changed = DispatchSemaphore(value: 0)

    private struct State: Sendable {
        var unread: Data
        var isWanted = false
        var isWhole = false
        var isAbandoned = false
        var error: (any Error)?

        var hasNext: Bool { !unread.isEmpty || isWhole || isAbandoned || error != nil }
    }

    init(first: Data) {
        state = AwaitableValue(State(unread: first))
    }

    /// Whether all of the body has arrived.
    var isWhole: Bool { state.value.isWhole }

    /// Whether the rest of the body cannot arrive.
    var isBroken: Bool { state.value.error != nil }

    /// The next piece; nil at the end of the body.
    func next() async throws -> Data? {
        state.update { $0.isWanted = $0.unread.isEmpty }
        changed.signal()
        await state.wait { $0.hasNext }  // Or until the task is cancelled.
        return try state.update { state -> Result<Data?, any Error> in
            defer { state.unread = Data() }
            if !state.unread.isEmpty { return .success(state.unread) }
            if state.isWhole { return .success(nil) }
            return .failure(state.error ?? CancellationError())
        }.get()
    }

    /// Blocks until a piece is wanted. False if no further one is.
    func waitUntilWanted() -> Bool {
        while true {
            let state = state.value
            if state.isAbandoned { return false }
            if state.isWanted { return true }
            changed.wait()
        }
    }

    /// Adds a piece, which may be empty.
    func add(_ piece: Data, isLast: Bool = false) {
        state.update { state in
            state.unread += piece
            state.isWhole = isLast
            if !piece.isEmpty { state.isWanted = false }
        }
    }

    func fail(_ error: any Error) {
        state.update { $0.error = error }
    }

    /// Ends the reading: a later read fails, unless the body is whole.
    func abandon() {
        state.update { $0.isAbandoned = true }
        changed.signal()
    }
}
