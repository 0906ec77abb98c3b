/// The body of a request in pieces, for a client of your own.
///
/// Each iteration starts at the beginning of the body: files are read again, and streams are made again. It ends after
/// exactly the known length. Files and streams are read on a queue of their own, so that they block neither a thread of
/// Swift concurrency nor an event loop. A chunk counts as sent when the next one is read: for the progress of the
/// upload, and for the limits of the call, which don't include the time in which a body flows.
///
/// An iteration throws `RequestError` when the body cannot be read, or ends before its length. The request must then
/// fail.
public struct RequestBodyChunks: AsyncSequence, Sendable {
    public typealias Element = Data

    private let body: RequestBody
    private let progress: (@Sendable (TransferProgress) -> Void)?
    private let onBody: @Sendable (BodyReport) -> Void

    init(
        _ body: RequestBody, progress: (@Sendable (TransferProgress) -> Void)?,
        onBody: @escaping @Sendable (BodyReport) -> Void = { _ in }
    ) {
        (self.body, self.progress, self.onBody) = (body, progress, onBody)
    }

    /// The length in bytes; nil if it is unknown before the body is read.
    public var length: Int64? { body.length }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(body, UploadTracker(total: body.length, report: progress, onBody: onBody))
    }

    /// Iterates over the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let tracker: UploadTracker
        private let reader: BodyChunkReader?
        private var data: Data?
        private var taken: Int64 = 0

        init(_ body: RequestBody, _ tracker: UploadTracker) {
            (data, self.tracker) = (body.data, tracker)
            reader = body.data == nil ? BodyChunkReader(body) : nil
        }

        /// The next chunk, which isn't empty; nil after the last one.
        public mutating func next() async throws -> Data? {
            tracker.sent(taken)
            let piece = if let reader { try await reader.read() } else { nextOfData() }
            guard let piece, !piece.isEmpty else {
                tracker.end()
                return nil
            }
            taken += Int64(piece.count)
            return piece
        }

        private mutating func nextOfData() -> Data? {
            let piece = data?.prefix(BodyChunkReader.longest)
            data = data?.dropFirst(BodyChunkReader.longest)
            return piece
        }
    }
}

/// Reads a body on a queue of its own, because a stream may block its thread and must not be used concurrently.
actor BodyChunkReader {
    static let longest = 128 << 10

    private let queue = QueueExecutor()
    private let body: RequestBody
    private var reader: BodyReader?

    init(_ body: RequestBody) {
        self.body = body
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The next chunk of at most ``longest`` bytes; nil after the last one.
    func read() throws -> Data? {
        let reader = reader ?? open()
        guard reader.hasBytesLeft else { return nil }
        var piece = Data(count: Self.longest)
        switch piece.withUnsafeMutableBytes({ reader.read(into: $0) }) {
        case .bytes(let count): return piece.prefix(count)
        case .nothingYet, .end: return nil
        case .failed(let problem): throw RequestError(.body(problem))
        }
    }

    private func open() -> BodyReader {
        let reader = BodyReader(body)
        reader.stream?.open()
        self.reader = reader
        return reader
    }
}

/// A queue of Dispatch on which an actor runs.
private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "EndpointClient.body")

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
