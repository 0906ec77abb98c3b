import AsyncHTTPClient
import EndpointClient
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Synchronization

/// A client over AsyncHTTPClient, the engine of Swift servers.
///
/// It follows the rules of `URLSessionClient`: the same requests are rejected, redirects follow the same policy,
/// and no request is sent twice. Its connections belong to it: make one client for each API when the process starts,
/// and shut it down before it ends.
///
/// A stream slows the server down while it is not read. The idle limit still runs then: AsyncHTTPClient cannot pause
/// it.
public struct NIOClient: APIClient {
    public let traits: ClientTraits

    private let pool: ConnectionPool
    private let resolver: RequestResolver
    private let redaction: Redaction
    private let limits: ClientLimits
    private let time: TimeSource

    /// A client for an API in one of its environments.
    ///
    /// A call that gets no connection within `connect` fails. The wait for one of the `concurrentCallsPerOrigin`
    /// connections is part of that time, and of all other limits.
    public init(
        environment: some APIEnvironment, limits: ClientLimits = .init(), connect: Duration = .seconds(10),
        redaction: Redaction = .standard, time: TimeSource = .system
    ) {
        pool = ConnectionPool(.init(limits, connect: connect))
        resolver = RequestResolver(environment)
        var traits = ClientTraits(baseURL: environment.baseURL, redaction: redaction, enforcesDeadlines: true)
        traits.signsRequests = true
        traits.tracesRequests = true
        self.traits = traits
        (self.limits, self.redaction, self.time) = (limits, redaction, time)
    }

    /// Ends the running calls and closes all connections, for the end of the process. A client that is released closes
    /// its connections too, shortly after.
    public func shutdown() async throws {
        do { try await pool.http.shutdown() } catch let error as HTTPClientError where error == .alreadyShutdown {}
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        let resolved = try resolver.resolve(request)
        do {
            return try await withTimeLimit(of: request.context) { try await follow(resolved, in: request.context) }
        } catch {
            if Task.isCancelled { throw CancellationError() }
            if let error = error as? SigningError { throw error.cause }
            throw error is RequestError ? error : URLError(error, of: resolved, redaction)
        }
    }

    /// Sends a request, and again for each redirect, until a response is final.
    private func follow(_ request: ResolvedRequest, in context: CallContext) async throws -> APIResponse {
        var (hop, count) = (request, 0)
        while true {
            let response = try await perform(sign(hop, in: context), after: count, in: context)
            guard
                let next = try resolver.redirect(of: hop, by: response.http, after: count, limit: limits.redirects)
            else { return response }
            context.emit(.redirected(status: response.http.statusCode, to: next.origin))
            (hop, count) = (next, count + 1)
        }
    }

    /// The request with its signature, if the call has one.
    private func sign(_ request: ResolvedRequest, in context: CallContext) async throws -> ResolvedRequest {
        do { return try await request.signed(in: context, on: time) } catch { throw SigningError(cause: error) }
    }

    /// An error of the closure that signs, which the caller gets as it is.
    private struct SigningError: Error {
        let cause: any Error
    }

    /// Performs one exchange. After a redirect, an error that means that nothing was sent is true of the last request
    /// only. It becomes the error of a lost connection, so that a POST is not sent twice because of it.
    private func perform(
        _ request: ResolvedRequest, after redirects: Int, in context: CallContext
    ) async throws -> APIResponse {
        do {
            return try await execute(request, in: context)
        } catch let error where redirects > 0 && RetryFailure(URLError(error, of: request, redaction)).wasNotSent {
            throw NIOClientError(.networkConnectionLost, "The redirect to \(request.origin) leads nowhere.")
        }
    }

    /// Sends a request, which is a span if the call is traced.
    ///
    /// A server may close a kept connection just as it is used. Then a request that may be repeated is sent over
    /// another one (RFC 9112 §9.3.1). The connection was a kept one if none has been opened meanwhile.
    private func execute(_ request: ResolvedRequest, in context: CallContext) async throws -> APIResponse {
        var context = context
        context.beginSend()
        defer { context.endSend() }
        let opened = pool.openedCount
        var isClosed = false
        do {
            return try await request.traced(in: context, redaction: redaction) { try await exchange($0, &isClosed) }
        } catch let error as URLError
            where isClosed && error.code != .cancelled && request.mayBeRepeated && pool.openedCount == opened
        {
            return try await request.traced(in: context, redaction: redaction) { try await exchange($0, &isClosed) }
        }
    }

    /// Performs one exchange, and determines whether the connection was closed before there was a response.
    private func exchange(_ request: ResolvedRequest, _ isClosed: inout Bool) async throws -> APIResponse {
        do {
            let reply: HTTPClientResponse
            do {
                reply = try await pool.http.execute(HTTPClientRequest(request), deadline: .distantFuture)
            } catch {
                isClosed = error.isClosedConnection
                throw error
            }
            return try await response(to: request, from: reply)
        } catch {
            throw error is RequestError ? error : URLError(error, of: request, redaction)
        }
    }

    /// A response with its body: as a stream where that is wanted and the status is a success, otherwise in memory.
    ///
    /// The stream holds this client, so that its connections stay open for it.
    private func response(to request: ResolvedRequest, from reply: HTTPClientResponse) async throws -> APIResponse {
        let http = try HTTPURLResponse(reply, url: request.url)
        guard request.wantsStream, (200..<300).contains(http.statusCode) else {
            return APIResponse(http: http, headers: HeaderFields(reply), body: .data(try await collect(reply.body)))
        }
        let reader = BodyReader(reply.body)
        let stream = BodyStream {
            do { return try await reader.next() } catch {
                throw Task.isCancelled ? CancellationError() : URLError(error, of: request, redaction)
            }
        }
        return APIResponse(http: http, headers: HeaderFields(reply), body: .stream(stream))
    }

    /// Reads the body as it arrives, and no more of it than the limit allows.
    private func collect(_ pieces: HTTPClientResponse.Body) async throws -> Data {
        var body = Data()
        for try await piece in pieces {
            guard body.count + piece.readableBytes <= limits.responseBytes else {
                let sentence = "The body is longer than \(limits.responseBytes) bytes."
                throw NIOClientError(.dataLengthExceedsMaximum, sentence)
            }
            body.append(contentsOf: piece.readableBytesView)
        }
        return body
    }

    /// Runs a call until its deadline, the limit of the attempt or that of the client, whichever comes first, and
    /// cancels it then.
    private func withTimeLimit(
        of context: CallContext, _ call: @escaping @Sendable () async throws -> APIResponse
    ) async throws -> APIResponse {
        let ends: [(time: Duration?, name: String)] = [
            (context.timeLeft, "the call's deadline"), (context.attemptLimit, "the limit of an attempt"),
            (limits.deadline, "the client's limit"),
        ]
        let end = ends.compactMap { end in end.time.map { (time: $0, name: end.name) } }.min { $0.time < $1.time }
        guard let end else { return try await call() }
        return try await withThrowingTaskGroup(of: APIResponse.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await call() }
            group.addTask {
                try await time.sleep(for: end.time)
                throw NIOClientError(.timedOut, "No complete answer within \(end.name): \(end.time) were left.")
            }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }
}

extension NIOClient: CustomStringConvertible, CustomReflectable {
    /// `NIO(api.example.com)`, without its headers, which may hold a credential.
    public var description: String { "NIO(\(traits.baseOrigin?.host ?? ""))" }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// Reads a body for its stream, piece by piece. AsyncHTTPClient slows the server down meanwhile, and closes the
/// connection when the task that reads is cancelled, and when this reader is released before the end.
private actor BodyReader {
    private let pieces: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body) {
        pieces = body.makeAsyncIterator()
    }

    /// The next piece, which is not empty; nil at the end. Copies of the iterator share their position in the body.
    func next() async throws -> Data? {
        var pieces = pieces
        while let piece = try await pieces.next(isolation: self) {
            if piece.readableBytes > 0 { return Data(buffer: piece) }
        }
        return nil
    }
}

/// The connections of a client. AsyncHTTPClient requires that they are shut down before they are released.
private final class ConnectionPool: Sendable {
    let http: HTTPClient
    private let opened = Counter()

    init(_ configuration: HTTPClient.Configuration) {
        var configuration = configuration
        let count: @Sendable (any Channel) -> EventLoopFuture<Void> = { [opened] channel in
            opened.value.add(1, ordering: .relaxed)
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        configuration.http1_1ConnectionDebugInitializer = count
        configuration.http2ConnectionDebugInitializer = count
        http = HTTPClient(configuration: configuration)
    }

    deinit {
        http.shutdown { _ in }
    }

    /// How many connections have been opened so far.
    var openedCount: Int { opened.value.load(ordering: .relaxed) }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }
}

extension Error {
    /// Whether the connection was closed before there was an answer.
    fileprivate var isClosedConnection: Bool {
        (self as? HTTPClientError) == .remoteConnectionClosed || (self as? ChannelError) == .ioOnClosedChannel
    }
}

extension HTTPClient.Configuration {
    /// What AsyncHTTPClient would decide by itself is switched off: redirects, further attempts to connect, spans.
    fileprivate init(_ limits: ClientLimits, connect: Duration) {
        self.init(redirectConfiguration: .disallow, decompression: .enabled(limit: .size(limits.responseBytes)))
        timeout.connect = TimeAmount(connect)
        timeout.read = limits.idle.map { TimeAmount($0) }
        timeout.write = timeout.read
        connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.concurrentCallsPerOrigin
        connectionPool.retryConnectionEstablishment = false
        tracing.tracer = nil
    }
}

extension HTTPClientRequest {
    /// A request as it is sent; files and streams are read in pieces while the server takes them.
    fileprivate init(_ request: ResolvedRequest) {
        self.init(url: request.url.absoluteString)
        method = .init(rawValue: request.method)
        headers = .init(request.headers.map { ($0.name, $0.value) })
        // Decompressed bytes are limited in total; a stream is not, so it requests no compression.
        if request.wantsStream && !headers.contains(name: "Accept-Encoding") {
            headers.add(name: "Accept-Encoding", value: "identity")
        }
        body = request.bodyChunks.map { chunks in
            .stream(chunks.map { ByteBuffer(data: $0) }, length: chunks.length.map { .known($0) } ?? .unknown)
        }
    }
}

extension HTTPURLResponse {
    /// The head of a response, in which repeated headers are joined.
    ///
    /// - Throws: an error for a length beyond 2⁵³ bytes: on Linux, Foundation ends the process for one near 2⁶³.
    fileprivate convenience init(_ response: HTTPClientResponse, url: URL) throws {
        let headers = HeaderFields(response)
        if headers.values(of: "Content-Length").contains(where: { (Int($0) ?? .max) > 1 << 53 }) {
            throw NIOClientError(.badServerResponse, "The server announces a body of an impossible length.")
        }
        self.init(
            url: url, statusCode: Int(response.status.code), httpVersion: "\(response.version)",
            headerFields: headers.dictionary)!
    }
}

extension HeaderFields {
    /// The headers of a response as they were received.
    fileprivate init(_ response: HTTPClientResponse) {
        self.init(response.headers.map { Field($0.name, $0.value) })
    }
}
