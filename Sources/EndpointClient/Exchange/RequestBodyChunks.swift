/// The body of a request in pieces, for a client of your own.
///
/// Each iteration starts at the beginning of the body: files are read again, and streams are made again. It ends after
/// exactly the known length. Files and streams are read on a queue of their own, so that they block neither a thread of
/// Swift concurrency nor an event loop. The progress of the upload is reported as the chunks are read.
///
/// An iteration throws `RequestError` when the body cannot be read, or ends before its length. The request must then
/// fail.
public struct RequestBodyChunks: AsyncSequence, Sendable {
    public typealias Element = Data

    private let body: RequestBody
    private let progress: (@Sendable (TransferProgress) -> Void)?

    init(_ body: RequestBody, progress: (@Sendable (TransferProgress) -> Void)?) {
        self.body = body
        self.progress = progress
    }

    /// The length in bytes; nil if it is unknown before the body is read.
    public var length: Int64? { body.length }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(body, UploadTracker(total: body.length, report: progress))
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
            let piece = if let reader { try await reader.read() } else { data.take() }
            guard let piece, !piece.isEmpty else { return nil }
            taken += Int64(piece.count)
            return piece
        }
    }
}

/// Reads a body on a queue of its own, because a stream may block its thread and must not be used concurrently.
private actor BodyChunkReader {
    private let queue = QueueExecutor()
    private let body: RequestBody
    private var reader: BodyReader?

    init(_ body: RequestBody) {
        self.body = body
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// The next chunk of at most 128 KiB; nil after the last one.
    func read() throws -> Data? {
        let reader = reader ?? open()
        guard reader.hasBytesLeft else { return nil }
        var piece = Data(count: 128 << 10)
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
