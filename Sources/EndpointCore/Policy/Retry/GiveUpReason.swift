/// Why a failed call is not tried again.
public enum GiveUpReason: Hashable, Sendable {
    /// The policy's number of attempts is used up.
    case attempts
    /// The origin's ``RetryBudget`` is spent: too few calls succeed for another one to be worth its load.
    case budget
    /// The next attempt would begin after the call's deadline.
    case deadline
    /// The request may have been carried out, and doing it twice is not the same as once (RFC 9110 §9.2.2).
    case notIdempotent
    /// The origin's ``CircuitBreaker`` lets nothing out before this time on the breaker's clock.
    case breakerOpen(until: Duration)
    /// The server wants to be left alone for longer than the policy or the deadline allows (RFC 9110 §10.2.3).
    case retryAfter(Duration)
    /// The credential could not be refreshed; the refresh has rules of its own for when it is tried again.
    case credential
    /// The caller does not want the answer any more.
    case cancelled
    /// The same request would fail again: 404, an untrusted certificate, content that does not decode.
    case permanent
}

extension GiveUpReason: CustomStringConvertible {
    /// The reason as the end of a sentence: "not tried again: …".
    public var description: String {
        switch self {
        case .attempts: "all attempts are used up"
        case .budget: "too few calls to this server succeed"
        case .deadline: "the deadline comes first"
        case .notIdempotent: "the request is not safe to repeat"
        case .breakerOpen: "the server has failed repeatedly and is left alone for a while"
        case .retryAfter(let wait): "the server asks to wait for \(wait.components.seconds) s"
        case .credential: "the credential could not be refreshed"
        case .cancelled: "the call was cancelled"
        case .permanent: "it would fail again"
        }
    }
}
