#if os(Linux)
    /// Reads a body on a thread of its own, a few pieces ahead of the consumer.
    final class BodyPump: Sendable {
        private struct State {
            var pieces: [Data] = []
            var end: BodyPiece?
            var isAwaited = false
            var isStopped = false
            var isReading = false
            /// Ends a read that waits; nil if nothing can.
            var interruption: (@Sendable () -> Void)?
        }

        private let state = Locked(State())
        private let space = DispatchSemaphore(value: 0)
        private let abandoned: AbandonedReads
        private let wake: @Sendable () -> Void

        init(
            _ body: RequestBody, _ abandoned: AbandonedReads = AbandonedReads(), wake: @escaping @Sendable () -> Void
        ) {
            (self.abandoned, self.wake) = (abandoned, wake)
            if let problem = abandoned.problem {
                state.withLock { $0.end = .failed(problem) }
                return
            }
            for _ in 0..<4 { space.signal() }
            Thread.start(named: "CURLUpload") { [self] in run(body) }
        }

        /// Takes the next bytes. If there are none yet, `wake` is called when there are.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPiece {
            let (piece, isTaken) = state.withLock { state -> (BodyPiece, Bool) in
                guard let first = state.pieces.first else {
                    state.isAwaited = state.end == nil
                    return (state.end ?? .nothingYet, false)
                }
                let count = first.copyBytes(to: buffer)
                let rest = first.dropFirst(count)
                if rest.isEmpty { state.pieces.removeFirst() } else { state.pieces[0] = rest }
                return (.bytes(count), rest.isEmpty)
            }
            if isTaken { space.signal() }
            return piece
        }

        /// Ends the thread once its current read returns, which a ``PipeInputStream`` does immediately.
        func stop() {
            let (isAbandoned, interruption) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
                defer { state.isStopped = true }
                return (state.isReading && !state.isStopped, state.interruption)
            }
            if isAbandoned { abandoned.add(1) }
            interruption?()
            space.signal()
        }

        private func run(_ body: RequestBody) {
            // The stream is opened and closed even if the upload has already ended, as its maker can expect.
            if !beginReading(always: true) { abandoned.add(1) }
            let reader = BodyReader(body)
            state.withLock { $0.interruption = (reader.stream as? PipeInputStream)?.interruption }
            reader.stream?.open()
            defer { reader.stream?.close() }
            endReading()
            var isOver = false
            while !isOver {
                space.wait()
                guard beginReading() else { return }
                var piece = Data(count: 256 << 10)
                let outcome = piece.withUnsafeMutableBytes { reader.read(into: $0) }
                endReading()
                let isAwaited = state.withLock { state in
                    if case .bytes(let count) = outcome {
                        state.pieces.append(piece.prefix(count))
                    } else {
                        state.end = outcome
                    }
                    defer { state.isAwaited = false }
                    return state.isAwaited
                }
                if case .bytes = outcome {} else { isOver = true }
                if isAwaited { wake() }
            }
        }

        /// Records that this thread may have to wait for the stream, and returns whether the upload still needs it.
        private func beginReading(always: Bool = false) -> Bool {
            state.withLock { state in
                state.isReading = always || !state.isStopped
                return !state.isStopped
            }
        }

        private func endReading() {
            let isAbandoned = state.withLock { state in
                state.isReading = false
                return state.isStopped
            }
            if isAbandoned { abandoned.add(-1) }
        }
    }

    /// Counts the threads of one client that still read a body although its upload has ended.
    ///
    /// A read of a stream cannot be interrupted, so that a thread that waits for a silent stream ends when the stream
    /// has bytes or is closed. The number of these threads is limited: beyond it no further body is read.
    final class AbandonedReads: Sendable {
        /// The largest number of such threads of a client.
        static let limit = 256

        private let count = Locked(0)

        func add(_ difference: Int) { count.withLock { $0 += difference } }

        /// Why no further body may be read; nil if it may.
        var problem: String? {
            guard count.withLock({ $0 }) >= Self.limit else { return nil }
            return "\(Self.limit) streams of uploads that have ended are still waiting for bytes."
        }
    }
#endif
