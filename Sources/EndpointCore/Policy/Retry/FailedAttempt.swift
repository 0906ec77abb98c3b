/// An attempt that failed, with all that decides whether another one follows.
public struct FailedAttempt: Hashable, Sendable {
    /// 1 for the first attempt of a call.
    public var number: Int

    /// Why it failed.
    public var failure: RetryFailure

    /// Whether the request may be sent again though the server may have acted on it: ``RetryPolicy/mayRepeat(_:)``.
    public var isRepeatable: Bool

    /// How long the server wants to be left alone, from now (RFC 9110 §10.2.3); nil where it did not say.
    public var retryAfter: Duration?

    /// The time until the call's deadline, perhaps negative; nil without one.
    public var timeLeft: Duration?

    /// Whether the origin's budget allows a retry: ``RetryBudget/allowsRetry``, after this failure was recorded.
    public var hasBudget: Bool

    /// Whether it was the refresh of a credential that failed, and nothing was sent to the server.
    public var isOfRefresh: Bool

    /// An attempt by its facts. By default nothing but the policy limits it.
    public init(
        number: Int, failure: RetryFailure, isRepeatable: Bool, retryAfter: Duration? = nil, timeLeft: Duration? = nil,
        hasBudget: Bool = true, isOfRefresh: Bool = false
    ) {
        self.number = number
        self.failure = failure
        self.isRepeatable = isRepeatable
        self.retryAfter = retryAfter
        self.timeLeft = timeLeft
        self.hasBudget = hasBudget
        self.isOfRefresh = isOfRefresh
    }
}
