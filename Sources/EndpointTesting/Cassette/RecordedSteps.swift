/// The steps of one call that pass through a recorder, with their times.
struct RecordedSteps: Sendable {
    private let taken: Locked<[(step: CallStep, time: Duration)]>
    private let redaction: Redaction
    private let attempt: Int

    /// Observes a request from now on.
    init(of request: inout APIRequest, _ time: TimeSource, redaction: Redaction) {
        let taken = Locked([(step: CallStep, time: Duration)]())
        self.taken = taken
        self.redaction = redaction
        attempt = request.context.attemptNumber
        request.context = request.context.observed { step in
            let now = time.now()
            taken.withLock { $0.append((step, now)) }
        }
    }

    /// The steps so far, with their times since the exchange began. The first one says that the exchange is a repeated
    /// attempt, if it is.
    func steps(since start: Duration) -> [Interaction.Step] {
        let taken = taken.withLock { $0 }
        let first = attempt > 1 ? [Interaction.Step("attempt", at: .zero, text: "attempt \(attempt) of the call")] : []
        return first + taken.map { Interaction.Step($0.step, at: max(.zero, $0.time - start), redaction: redaction) }
    }
}
