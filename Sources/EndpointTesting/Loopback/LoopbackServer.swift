/// A real HTTP/1.1 server on 127.0.0.1, in this process, that keeps every request and can misbehave on purpose.
///
/// ```swift
/// let server = try LoopbackServer { request in .json(#"{"id": "1"}"#) }
/// // … ask server.url for something …
/// #expect(await server.received(1).first?.target == "/v1/books/1")
/// ```
///
/// It is for tests and demonstrations, not for production: it speaks to this machine only, has a thread for every
/// connection, and trusts that it will not live for long. A request that is none is answered by the server itself
/// (400, 413, 414, 431, 501 or 505) and not kept. The server stops when nobody holds it any more, so keep it in a variable.
public final class LoopbackServer: Sendable {
    let listener: LoopbackListener
    let journal: LoopbackJournal

    /// Starts a server whose replies may take time, on the port given or on any free one.
    ///
    /// The handler runs once for every request, in a task that is cancelled when the server stops or the client closes
    /// its side of the connection. Requests of one connection are handled one after the other. Throws ``LoopbackError``
    /// if the port is taken.
    public convenience init(
        port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions(),
        handler: @escaping @Sendable (RecordedRequest) async -> LoopbackReply
    ) throws {
        try self.init(port: port, options: options, responder: .async(handler))
    }

    /// Starts a server whose replies are at hand, and saves it the way through a task: the choice for a benchmark.
    ///
    /// `respond` runs on the connection's thread. While it blocks, neither `stop` nor the client can interrupt it.
    public static func immediate(
        port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions(),
        respond: @escaping @Sendable (RecordedRequest) -> LoopbackReply
    ) throws -> LoopbackServer {
        try LoopbackServer(port: port, options: options, responder: .immediate(respond))
    }

    private init(port: UInt16, options: LoopbackOptions, responder: LoopbackResponder) throws {
        let journal = LoopbackJournal(keepsRequests: options.keepsRequests)
        self.journal = journal
        listener = try LoopbackListener(port: port)
        listener.start { socket in
            guard let connection = journal.opened(socket) else { return socket.release() }
            let life = ConnectionThread(
                connection: connection, journal: journal, options: options, responder: responder)
            Thread.start(life.run)
        }
    }

    deinit {
        stop()
    }

    /// Frees the port, hangs up every connection and cancels the handlers, without waiting for either: see
    /// ``connectionsClosed(downTo:)``. What has been received stays. It does not matter how often it is called.
    public func stop() {
        let open = journal.stop()
        listener.stop()
        for connection in open { connection.hangUp() }
    }
}
