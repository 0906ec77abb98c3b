extension BodyStream {
    /// A body in pieces, without the empty ones, and then the error, if there is one. With a time source each piece
    /// arrives at its time, counted from the start of the body; without one they arrive immediately.
    package init(
        _ pieces: [(data: Data, time: Duration)], pacedBy time: TimeSource?, then error: (any Error)? = nil
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
            if let time, wait > .zero { try await time.sleep(for: wait) }
            return pieces[number].data
        }
    }
}
