extension BodyStream {
    /// A body in pieces, of which empty ones are left out, and perhaps an error behind them. With a clock each arrives at its time, counted
    /// from the first of them; without one they arrive at once.
    init(
        _ pieces: [(data: Data, time: Duration)], pacedBy clock: (any Clock<Duration>)?, then error: (any Error)? = nil
    ) {
        let pieces = pieces.filter { !$0.data.isEmpty }
        let given = Locked(0)
        self.init {
            let number = given.withLock { number in
                defer { number += 1 }
                return number
            }
            try Task.checkCancellation()
            guard number < pieces.count else {
                if let error { throw error }
                return nil
            }
            let wait = pieces[number].time - (number > 0 ? pieces[number - 1].time : .zero)
            if let clock, wait > .zero { try await clock.sleep(for: wait) }
            return pieces[number].data
        }
    }
}
