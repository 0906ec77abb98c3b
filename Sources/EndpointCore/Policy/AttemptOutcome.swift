/// What one attempt says about the health of the origin: what a ``RetryBudget`` and a ``CircuitBreaker`` are told.
///
/// It is not whether the caller is pleased: a 404 is the answer of a healthy server.
public enum AttemptOutcome: Hashable, Sendable {
    /// The origin answered, and was able to.
    case success
    /// The origin is failing or overloaded, or did not answer.
    case failure
    /// Nothing can be said: offline, cancelled, or refused before anything was sent.
    case neutral
}

extension AttemptOutcome {
    /// What a status says (RFC 9110 §15): 408, 429 and 5xx are failures.
    ///
    /// 501 and 505 are not: they speak about the request, not about the server's health.
    public init(status: Int) {
        switch status {
        case 501, 505: self = .success
        case 408, 429, 500...: self = .failure
        default: self = .success
        }
    }
}
