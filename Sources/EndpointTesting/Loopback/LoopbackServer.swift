/// An HTTP/1.1 server on 127.0.0.1, in this process, that records its requests and can simulate failures.
///
/// ```swift
/// let server = try LoopbackServer { request in .json(#"{"id": 1, "name": "Ann"}"#) }
/// let user = try await LiveClient(baseURL: server.url).request(UserEndpoint(id: 1))
/// #expect(await server.received(1).first?.target == "/users/1")
/// ```
///
/// It is for tests and demonstrations, not for production: it listens on the loopback interface only, uses a thread for
/// every connection, and has no timeouts. The server itself answers malformed requests (400, 413, 414, 431, 501 or 505)
/// and does not record them. It stops when it is deallocated, so keep it in a variable.
public final class LoopbackServer: Sendable {
    let listener: LoopbackListener
    let state: ServerState

    /// Starts a server with an asynchronous handler on the given port, or on any free port for 0.
    ///
    /// The handler runs once for every request, in a task that is cancelled when the server stops or the client closes
    /// its side of the connection. Requests of one connection are handled in order.
    ///
    /// - Throws: ``LoopbackError`` if the port is in use.
    public convenience init(
        port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions(),
        handler: @escaping @Sendable (RecordedRequest) async -> LoopbackReply
    ) throws {
        try self.init(port: port, options: options, handler: .async(handler))
    }

    /// Starts a server with a synchronous handler, which needs no task for each request: for benchmarks.
    ///
    /// `respond` runs on the connection's thread. While it blocks, neither `stop` nor the client can interrupt it.
    ///
    /// - Throws: ``LoopbackError`` if the port is in use.
    public static func immediate(
        port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions(),
        respond: @escaping @Sendable (RecordedRequest) -> LoopbackReply
    ) throws -> LoopbackServer {
        try LoopbackServer(port: port, options: options, handler: .immediate(respond))
    }

    /// Starts a server whose handler reads the bodies of requests while they arrive, as one that forwards them does.
    ///
    /// The request that the handler gets has an empty body and is recorded without it. While the stream is not read,
    /// the client cannot send more than the buffers of the connection hold; a client that waits for `100 Continue`
    /// gets it with the first read. The stream fails when the client closes the connection early, and after the reply.
    /// A reply that comes before the end of the body is sent at once, and the connection is closed after it.
    ///
    /// - Throws: ``LoopbackError`` if the port is in use.
    public convenience init(
        port: UInt16 = 0, options: LoopbackOptions = LoopbackOptions(),
        streaming handler: @escaping @Sendable (RecordedRequest, BodyStream) async -> LoopbackReply
    ) throws {
        var options = options
        options.bodies = .kept
        try self.init(port: port, options: options, handler: .streaming(handler))
    }

    private init(port: UInt16, options: LoopbackOptions, handler: RequestHandler) throws {
        let state = ServerState(keepsRequests: options.keepsRequests)
        self.state = state
        listener = try LoopbackListener(port: port)
        listener.start { socket in
            guard let connection = state.open(socket) else { return socket.close() }
            let thread = ConnectionThread(connection: connection, state: state, options: options, handler: handler)
            Thread.start(thread.run)
        }
    }

    deinit {
        stop()
    }

    /// Frees the port, closes every connection and cancels the handlers.
    ///
    /// It does not wait for the connections and the handlers: see ``connectionsClosed(downTo:)``. The recorded requests
    /// are kept. Further calls have no effect.
    public func stop() {
        let open = state.stop()
        listener.stop()
        for connection in open { connection.disconnect() }
    }
}

extension LoopbackServer {
    /// The port of the server. It does not change after `stop`.
    public var port: UInt16 { listener.port }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

    /// Every complete request so far, in order of arrival.
    public var requests: [RecordedRequest] { state.requests }

    /// The number of complete requests so far, recorded or not.
    public var requestCount: Int { state.requestCount }

    /// The number of connections accepted so far. With keep-alive there are fewer connections than requests.
    public var connectionCount: Int { state.acceptedCount }

    /// The number of open connections.
    public var openConnections: Int { state.openConnections }

    /// Suspends until at least `count` requests have arrived, then returns all of them. If the task is cancelled or the
    /// server stops first, it returns the requests so far.
    public func received(_ count: Int) async -> [RecordedRequest] {
        await state.waitForRequests(count)
        return requests
    }

    /// Suspends until `count` connections have been accepted, the task is cancelled or the server stops.
    public func connectionsAccepted(_ count: Int) async {
        await state.waitForConnections(count)
    }

    /// Suspends until at most `open` connections are open, or the task is cancelled.
    public func connectionsClosed(downTo open: Int = 0) async {
        await state.waitForClosedConnections(downTo: open)
    }
}

/// How much of its requests a ``LoopbackServer`` keeps in memory. The default is everything.
public struct LoopbackOptions: Hashable, Sendable {
    /// How request bodies are kept.
    public var bodies: Bodies
    /// The longest accepted body in bytes. A longer one is answered with 413 as soon as its length is known.
    public var bodyLimit: Int
    /// Whether the server records its requests. If not, ``LoopbackServer/requests`` stays empty, but
    /// ``LoopbackServer/requestCount`` still counts.
    public var keepsRequests: Bool

    /// Options that keep all requests with bodies of any length.
    public init(bodies: Bodies = .kept, bodyLimit: Int = .max, keepsRequests: Bool = true) {
        self.bodies = bodies
        self.bodyLimit = bodyLimit
        self.keepsRequests = keepsRequests
    }

    /// How the bytes of a request body are kept. Only `kept` needs memory for them.
    public enum Bodies: Hashable, Sendable {
        /// The bytes are kept in ``RecordedRequest/body``.
        case kept
        /// The bytes are discarded; ``RecordedRequest/bodyByteCount`` is their number.
        case counted
        /// The bytes are discarded; ``RecordedRequest/bodyByteCount`` is their number and
        /// ``RecordedRequest/bodyChecksum`` their checksum.
        case checksummed
    }
}

/// Why a ``LoopbackServer`` could not start.
public struct LoopbackError: Error, Hashable, Sendable {
    /// The requested port; 0 means any free port.
    public let port: UInt16
    /// The `errno` of the system call that failed, such as `EADDRINUSE`.
    public let code: Int32
}

extension LoopbackError: CustomStringConvertible, LocalizedError {
    /// `Cannot listen on 127.0.0.1:8080: Address already in use`
    public var description: String {
        let advice = code == EACCES ? "; a port below 1024 needs administrator rights" : ""
        return "Cannot listen on 127.0.0.1:\(port): \(String(cString: strerror(code)))\(advice)"
    }

    public var errorDescription: String? { description }
}

/// The function that makes the replies.
enum RequestHandler: Sendable {
    /// Called on the connection's thread.
    case immediate(@Sendable (RecordedRequest) -> LoopbackReply)
    /// Called in a new task while the connection's thread waits.
    case async(@Sendable (RecordedRequest) async -> LoopbackReply)
    /// Called in a new task when the head of a request is complete.
    case streaming(@Sendable (RecordedRequest, BodyStream) async -> LoopbackReply)
}
