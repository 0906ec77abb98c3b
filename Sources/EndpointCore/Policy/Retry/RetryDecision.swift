/// What follows a failed attempt.
public enum RetryDecision: Hashable, Sendable {
    /// Another attempt, after a wait.
    case retry(after: Duration)
    /// The failure is final.
    case giveUp(GiveUpReason)
}
