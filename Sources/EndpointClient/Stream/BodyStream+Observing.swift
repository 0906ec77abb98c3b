extension BodyStream {
    /// The same chunks, for a client that has to know how its stream goes.
    ///
    /// - Parameters:
    ///   - onEnd: Called once: when the stream has ended, and otherwise with the error that it ends with, which is a `CancellationError` when it
    ///     is no longer used.
    ///   - onChunk: Called with each chunk, before its reader gets it.
    package func observed(
        onEnd: @escaping @Sendable ((any Error)?) -> Void, onChunk: @escaping @Sendable (Data) -> Void = { _ in }
    ) -> BodyStream {
        let reading = ObservedReading(reader, onChunk, onEnd)
        return replacing { try await reading.next() }
    }

    /// Returns one chunk after the other, those of a body in memory once as well.
    package var reader: @Sendable () async throws -> Data? {
        let iterator = Locked(makeAsyncIterator())
        return {
            var current = iterator.withLock { $0 }
            let chunk = try await current.next()
            iterator.withLock { [current] in $0 = current }
            return chunk
        }
    }
}

/// The reader of an observed stream.
private final class ObservedReading: Sendable {
    private let source: @Sendable () async throws -> Data?
    private let onChunk: @Sendable (Data) -> Void
    private let onEnd: Locked<(@Sendable ((any Error)?) -> Void)?>

    init(
        _ source: @escaping @Sendable () async throws -> Data?, _ onChunk: @escaping @Sendable (Data) -> Void,
        _ onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) {
        (self.source, self.onChunk, self.onEnd) = (source, onChunk, Locked(onEnd))
    }

    deinit { end(CancellationError()) }

    func next() async throws -> Data? {
        do {
            let chunk = try await source()
            if let chunk { onChunk(chunk) } else { end(nil) }
            return chunk
        } catch {
            end(error)
            throw error
        }
    }

    private func end(_ error: (any Error)?) {
        onEnd.withLock { $0.take() }?(error)
    }
}
