/// What a retrying client did for a call that failed all the same, and why it stopped.
public struct RetryReport: Hashable, Sendable {
    /// Every attempt, the first one first. The last one is the failure that carries this report.
    public let attempts: [AttemptReport]

    /// Why there was no other attempt.
    public let reason: GiveUpReason

    /// A report by its parts.
    public init(attempts: [AttemptReport], reason: GiveUpReason) {
        self.attempts = attempts
        self.reason = reason
    }

    /// The time from the beginning of the first attempt to the end of the last.
    public var duration: Duration {
        attempts.last.map { $0.start + $0.duration } ?? .zero
    }
}

extension RetryReport: CustomStringConvertible {
    /// `Tried 3 times in 4.2 s: all attempts are used up.`
    public var description: String {
        guard attempts.count > 1 else { return "Not tried again: \(reason)." }
        return "Tried \(attempts.count) times in \(duration.brief): \(reason)."
    }
}
