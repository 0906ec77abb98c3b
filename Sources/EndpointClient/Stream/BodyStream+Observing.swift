extension BodyStream {
    /// The same chunks, with closures that are called as they are read.
    ///
    /// - Parameters:
    ///   - onEnd: Called once: with nil at the end of the body, with the error that the reader gets, or with a
    ///     `CancellationError` when the stream is deallocated before either.
    ///   - onChunk: Called with each chunk, before the reader gets it.
    package func observed(
        onEnd: @escaping @Sendable ((any Error)?) -> Void, onChunk: @escaping @Sendable (Data) -> Void = { _ in }
    ) -> BodyStream {
        let reading = ObservedReading(reader, onChunk, onEnd)
        return replacing { try await reading.next() }
    }

    /// A closure that returns the next chunk at each call. A body in memory is returned once, then nil.
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

/// Reads a stream, and calls the closures that observe it.
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
