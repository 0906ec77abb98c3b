#if os(Linux)
    /// The body of a request as libcurl reads it.
    ///
    /// Bytes in memory are read in the callback. Anything else is read by a thread of its own, because a slow disk or a
    /// blocking stream would stall the calls of all clients; meanwhile the transfer pauses.
    final class CURLUpload {
        private enum Source {
            case memory(BodyReader)
            case thread(BodyPump)
        }

        private let body: RequestBody
        private let tracker: UploadTracker?
        private let abandoned: AbandonedReads
        private let wake: @Sendable () -> Void
        private var source: Source?
        private var offset: Int64 = 0

        /// Whether libcurl found no bytes at its last read and has to be woken when there are some.
        private var isPaused = false

        /// - Parameter wake: called on any thread when bytes have become available after ``read(_:)`` had none.
        init(
            _ body: RequestBody, tracker: UploadTracker?, _ abandoned: AbandonedReads = AbandonedReads(),
            wake: @escaping @Sendable () -> Void
        ) {
            (self.body, self.tracker, self.abandoned, self.wake) = (body, tracker, abandoned, wake)
        }

        /// Copies the next bytes, and returns their number (0 at the end), or one of the two values by which libcurl
        /// pauses or stops.
        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            let piece = next(buffer)
            isPaused = piece == .nothingYet
            switch piece {
            case .bytes(let count):
                offset += Int64(count)
                tracker?.read(upTo: offset)
                tracker?.sent(offset)
                return count
            case .nothingYet: return CURLAnswer.pause
            case .end:
                tracker?.end()
                return 0
            case .failed(let problem):
                tracker?.fail(problem)
                return CURLAnswer.readAbort
            }
        }

        /// Makes libcurl read again. After a response that refuses the request it sends no more of the body, but it
        /// would still wait for the bytes of a paused body.
        func wakeIfPaused() {
            if isPaused { wake() }
        }

        /// Restarts at the start of the body.
        func rewind() {
            stop()
            offset = 0
            tracker?.restart()
        }

        /// Ends the thread, if there is one.
        func stop() {
            if case .thread(let pump) = source { pump.stop() }
            source = nil
        }

        private func next(_ buffer: UnsafeMutableRawBufferPointer) -> BodyPiece {
            let source = source ?? open()
            self.source = source
            switch source {
            case .memory(let reader): return reader.read(into: buffer)
            case .thread(let pump): return pump.read(into: buffer)
            }
        }

        private func open() -> Source {
            guard body.isInMemory else { return .thread(BodyPump(body, abandoned, wake: wake)) }
            let reader = BodyReader(body)
            reader.stream?.open()
            return .memory(reader)
        }
    }
#endif
