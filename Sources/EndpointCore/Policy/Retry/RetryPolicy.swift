/// When a failed call is tried again, and after how long: a pure decision, ``decide(_:random:)``.
///
/// Waits are drawn evenly from zero to a ceiling that doubles with every attempt ("full jitter"), so that clients which
/// failed together do not come back together. A server's `Retry-After` is never undercut, and never met exactly:
/// obeying it to the second brings everyone back in the same second.
public struct RetryPolicy: Hashable, Sendable {
    /// The number of attempts in all, the first one included. 1 never retries.
    public private(set) var attempts = 3

    /// The ceiling of the first wait after a failure that says nothing about load: transport, 408, 500, 502, 504.
    public private(set) var base: Duration = .milliseconds(250)

    /// The ceiling of the first wait after 429 and 503, which say that the server has too much to do.
    public private(set) var overloadBase: Duration = .seconds(1)

    /// The highest ceiling. It holds before the jitter, so that late waits are as spread as early ones.
    public private(set) var cap: Duration = .seconds(20)

    /// The longest `Retry-After` that is waited for. A longer one ends the call at once, and is the caller's to know.
    public private(set) var longestRetryAfter: Duration = .seconds(60)

    /// The methods that may be repeated without an `Idempotency-Key`.
    public private(set) var methods: Set<HTTPMethod> = [.get, .head, .options, .trace, .put, .delete]

    /// The statuses that are worth another attempt.
    public private(set) var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// Three attempts, 0.25 s or 1 s doubling up to 20 s, `Retry-After` up to 60 s.
    public static let standard = RetryPolicy()

    private init() {}

    /// A policy of one's own. What is left out is as in ``standard``.
    ///
    /// - Throws: ``PolicyError`` for less than one attempt, negative times, a base above the cap, times above a day.
    public init(
        attempts: Int = standard.attempts, base: Duration = standard.base,
        overloadBase: Duration = standard.overloadBase, cap: Duration = standard.cap,
        longestRetryAfter: Duration = standard.longestRetryAfter,
        methods: Set<HTTPMethod> = standard.methods, statuses: Set<Int> = standard.statuses
    ) throws(PolicyError) {
        try PolicyError.check("attempts", attempts, in: 1...100)
        try PolicyError.check("cap", cap, in: .zero ... .longest)
        try PolicyError.check("base", base, in: .zero...cap)
        try PolicyError.check("overloadBase", overloadBase, in: .zero...cap)
        try PolicyError.check("longestRetryAfter", longestRetryAfter, in: .zero ... .longest)
        (self.attempts, self.base, self.overloadBase, self.cap) = (attempts, base, overloadBase, cap)
        (self.longestRetryAfter, self.methods, self.statuses) = (longestRetryAfter, methods, statuses)
    }
}
