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

extension LoopbackServer {
    /// The port it listens on, which stays the same after `stop`.
    public var port: UInt16 { listener.port }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

    /// Every complete request so far, in order of arrival.
    public var requests: [RecordedRequest] { journal.requests }

    /// How many requests have come so far, kept or not.
    public var requestCount: Int { journal.requestCount }

    /// How many connections have been accepted so far: with keep-alive, fewer than requests.
    public var connectionCount: Int { journal.accepted }

    /// How many connections are open now.
    public var openConnections: Int { journal.openConnections }

    /// Suspends until at least `count` requests have arrived, then returns all of them. If the task is cancelled or the
    /// server stops, it returns the fewer that there are.
    public func received(_ count: Int) async -> [RecordedRequest] {
        await journal.waitForRequests(count)
        return requests
    }

    /// Suspends until `count` connections have been accepted, the task is cancelled or the server stops.
    public func connectionsAccepted(_ count: Int) async {
        await journal.waitForConnections(count)
    }

    /// Suspends until no more than `open` connections are left, or the task is cancelled.
    public func connectionsClosed(downTo open: Int = 0) async {
        await journal.waitForClosedConnections(downTo: open)
    }
}

/// What a ``LoopbackServer`` keeps of what it receives. By default everything, which a test wants and a benchmark does not.
public struct LoopbackOptions: Hashable, Sendable {
    /// What becomes of request bodies.
    public var bodies: Bodies
    /// The longest body accepted, in bytes; a longer one is answered with 413 as soon as that is known.
    public var bodyLimit: Int
    /// Whether the server remembers its requests. If not, ``LoopbackServer/requests`` stays empty, and
    /// ``LoopbackServer/requestCount`` still counts.
    public var keepsRequests: Bool

    /// Keeps everything of any length unless told otherwise.
    public init(bodies: Bodies = .kept, bodyLimit: Int = .max, keepsRequests: Bool = true) {
        self.bodies = bodies
        self.bodyLimit = bodyLimit
        self.keepsRequests = keepsRequests
    }

    /// What becomes of the bytes of a request body. Only `kept` needs memory for them.
    public enum Bodies: Hashable, Sendable {
        /// They are in ``RecordedRequest/body``.
        case kept
        /// They are thrown away, and ``RecordedRequest/bodyByteCount`` says how many there were.
        case counted
        /// As `counted`, and ``RecordedRequest/bodyChecksum`` says which.
        case checksummed
    }
}

/// Why a ``LoopbackServer`` could not start.
public struct LoopbackError: Error, Hashable, Sendable {
    /// The port that was asked for; 0 is any.
    public let port: UInt16
    /// The `errno` of the system call that failed, such as `EADDRINUSE`.
    public let code: Int32
}

extension LoopbackError: CustomStringConvertible, LocalizedError {
    /// For people: `Cannot listen on 127.0.0.1:8080: Address already in use`.
    public var description: String {
        "Cannot listen on 127.0.0.1:\(port): \(String(cString: strerror(code)))"
    }

    public var errorDescription: String? { description }
}

/// Who decides about the replies.
enum LoopbackResponder: Sendable {
    /// Called on the connection's thread.
    case immediate(@Sendable (RecordedRequest) -> LoopbackReply)
    /// Called in a task of its own, while the connection's thread waits.
    case async(@Sendable (RecordedRequest) async -> LoopbackReply)
}
