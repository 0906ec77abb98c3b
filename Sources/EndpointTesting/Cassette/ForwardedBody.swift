/// The body of a request that a proxy forwards while it arrives, and of which a recording keeps the first bytes.
@_spi(EndpointTool) public final class ForwardedBody: Sendable {
    /// A body of at most this many bytes is forwarded from memory, so that it can be sent again.
    private static let memory = 256 << 10

    private let next: @Sendable () async throws -> Data?
    private let limit: Int
    private let state = Locked(State())

    private struct State: Sendable {
        var kept = Data()
        var length = 0
        /// What has been read to find out whether the body is short.
        var start = Data()
        var isOpen = false
    }

    /// A body that arrives, of which at most `limit` bytes are recorded.
    public init(_ stream: BodyStream, keeping limit: Int) {
        (next, self.limit) = (stream.reader, limit)
    }

    /// The body to send. A long one can be read only once.
    ///
    /// - Parameter length: The length in bytes; nil if it is unknown.
    /// - Throws: What the stream throws before its first bytes have arrived.
    public func upload(length: Int64?) async throws -> UploadEndpointBody {
        var start = Data()
        while start.count < Self.memory {
            guard let piece = try await piece() else { return .data(start) }
            start += piece
        }
        state.withLock { [start] in $0.start = start }
        return .stream(BodyInputStream(self), length: length)
    }

    /// What has been read so far.
    public var recorded: RecordedBody { state.withLock { RecordedBody($0.kept, of: $0.length) } }

    /// The next piece; nil at the end.
    private func piece() async throws -> Data? {
        let piece = try await next()
        state.withLock { state in
            state.kept += (piece ?? Data()).prefix(limit - state.kept.count)
            state.length += piece?.count ?? 0
        }
        return piece
    }

    /// Blocks until a piece arrives: the bytes, empty at the end; nil if it fails.
    fileprivate func waitForPiece() -> Data? {
        let start = state.withLock { state -> Data in
            defer { state.start = Data() }
            return state.start
        }
        guard start.isEmpty else { return start }
        let promise = BlockingPromise<Data>()
        Task {
            do { promise.resolve(try await piece() ?? Data()) } catch { promise.resolve(nil) }
        }
        return promise.wait()
    }

    /// Whether no stream has read the body before.
    fileprivate func open() -> Bool {
        state.withLock { state in
            defer { state.isOpen = true }
            return !state.isOpen
        }
    }
}

/// The bytes of a forwarded body for a client. A read waits for the next piece.
private final class BodyInputStream: InputStream {
    private let body: ForwardedBody
    private var unread = Data()
    private var status = Stream.Status.notOpen

    init(_ body: ForwardedBody) {
        self.body = body
        super.init(data: Data())
    }

    override func open() { status = body.open() ? .open : .error }

    override func close() { status = .closed }

    override var streamStatus: Stream.Status { status }

    override var streamError: (any Error)? { nil }

    override var hasBytesAvailable: Bool { status == .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard status == .open else { return status == .atEnd ? 0 : -1 }
        if unread.isEmpty {
            guard let piece = body.waitForPiece() else {
                status = .error
                return -1
            }
            unread = piece
        }
        let count = min(unread.count, maxLength)
        if count == 0 { status = .atEnd }
        unread.copyBytes(to: buffer, count: count)
        unread = unread.dropFirst(count)
        return count
    }
}
