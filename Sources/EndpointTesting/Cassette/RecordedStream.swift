/// Keeps what is read of a stream, and tells it once: at the end, after an error, or when the stream is no longer used.
final class RecordedStream: Sendable {
    private struct State {
        var body = Data()
        var chunks: [Interaction.Chunk] = []
        var begin: Duration?
        var isOver = false
    }

    typealias Finish = @Sendable (Data, [Interaction.Chunk], (any Error)?) -> Void

    private let source: BodyStream
    private let clock: ElapsedClock
    private let finish: Finish
    private let state = Locked(State())

    init(_ source: BodyStream, _ clock: ElapsedClock, _ finish: @escaping Finish) {
        (self.source, self.clock, self.finish) = (source, clock, finish)
    }

    deinit { end(nil) }

    /// The next chunk of the stream.
    func next() async throws -> Data? {
        var iterator = source.makeAsyncIterator()
        do {
            guard let chunk = try await iterator.next() else {
                end(nil)
                return nil
            }
            add(chunk)
            return chunk
        } catch {
            end(error)
            throw error
        }
    }

    private func add(_ chunk: Data) {
        let now = clock.now()
        state.withLock { state in
            let begin = state.begin ?? now
            state.begin = begin
            state.body += chunk
            state.chunks.append(Interaction.Chunk(length: chunk.count, time: max(.zero, now - begin)))
        }
    }

    private func end(_ error: (any Error)?) {
        let read: State? = state.withLock { state in
            defer { state.isOver = true }
            return state.isOver ? nil : state
        }
        if let read { finish(read.body, read.chunks, error) }
    }
}
