/// When a stream of server-sent events reconnects after it has ended or failed, and after how long.
///
/// A wait is at least as long as the server's `retry` field, or ``base`` without one. A random part of up to the same
/// length is added, so that clients which were disconnected together don't return together. The wait doubles with each
/// further failure in a row, up to ``cap``. A request is repeated only if its method allows it, or if it has an
/// `Idempotency-Key`: ``RetryPolicy/mayRepeat(_:)``.
///
/// A value outside its range counts as the nearest one in it, even if it is set later.
public struct ReconnectionPolicy: Hashable, Sendable {
    /// How many failures in a row are tolerated before the next one is thrown, at least 0. The count restarts when any
    /// part of a stream arrives.
    public var failures: Int

    /// The shortest wait if the server has sent no `retry`, from 0 to a day.
    public var base: Duration

    /// The longest wait reached by doubling, from 0 to a day; a value below ``base`` counts as ``base``.
    public var cap: Duration

    /// The lower bound for `retry`, from 0 to ``longestRetry``: a shorter one counts as this.
    public var shortestRetry: Duration

    /// The upper bound for `retry`, from 0 to a day: a longer one counts as this. A longer `Retry-After` ends the
    /// stream with its error.
    public var longestRetry: Duration

    /// Three seconds between streams, growing to one minute, for up to ten failures in a row. A `retry` is clamped to
    /// 0.1 s to an hour.
    public static let standard = ReconnectionPolicy()

    /// A custom policy.
    public init(
        failures: Int = 10, base: Duration = .seconds(3), cap: Duration = .seconds(60),
        shortestRetry: Duration = .milliseconds(100), longestRetry: Duration = .seconds(3600)
    ) {
        (self.failures, self.base, self.cap) = (failures, base, cap)
        (self.shortestRetry, self.longestRetry) = (shortestRetry, longestRetry)
    }

    /// The policy with each value in its range.
    private var clamped: ReconnectionPolicy {
        var policy = self
        policy.failures = max(0, failures)
        policy.base = base.clamped(to: .zero ... .longest)
        policy.cap = cap.clamped(to: policy.base ... .longest)
        policy.longestRetry = longestRetry.clamped(to: .zero ... .longest)
        policy.shortestRetry = shortestRetry.clamped(to: .zero...policy.longestRetry)
        return policy
    }

    /// How long to wait before reconnecting; nil if the stream has ended for good. `random` is uniform in 0..<1.
    ///
    /// A stream reconnects after the server has ended the body, except after 204 and 205, which mean that there is no
    /// more (WHATWG HTML §9.2.3), and after a transient failure. WHATWG HTML ends a stream after any status other than
    /// 200; here those of ``RetryPolicy/statuses`` are transient failures. A request that a circuit breaker has refused
    /// waits until it may be sent.
    func wait(after ending: StreamEnding, random: Double) -> Duration? {
        clamped.clampedWait(after: ending, random: random)
    }

    private func clampedWait(after ending: StreamEnding, random: Double) -> Duration? {
        guard ending.isRepeatable, !(ending.failure == nil && [204, 205].contains(ending.status)) else { return nil }
        var retryAfter = ending.retryAfter ?? .zero
        if let failure = ending.failure {
            guard ending.failures <= failures else { return nil }
            if case .breakerOpen(let pause) = failure {
                retryAfter = pause
            } else if !RetryPolicy.standard.isTransient(failure) {
                return nil
            }
        }
        let asked = ending.retry.map { min(max($0, shortestRetry), longestRetry) } ?? base
        let demand = max(asked, retryAfter)
        guard demand <= max(asked, longestRetry) else { return nil }
        return demand + spread(over: demand, failures: ending.failures).part(random)
    }

    /// The longest random part of a wait.
    private func spread(over demand: Duration, failures: Int) -> Duration {
        let grown = demand.inSeconds * pow(2, Double(min(max(failures, 1), 64)))
        return max(demand, .seconds(min(grown, cap.inSeconds)) - demand)
    }
}

/// The end of a stream, with the facts for the decision of a ``ReconnectionPolicy``.
struct StreamEnding: Hashable, Sendable {
    /// The status of the response; nil without one.
    var status: Int?

    /// Why it failed; nil for a body that the server has ended.
    var failure: RetryFailure?

    /// The failures in a row, including this one, since any part of a body arrived; zero for a body that the server has
    /// ended.
    var failures: Int

    /// The last field `retry` from the server; nil without one.
    var retry: Duration?

    /// The delay from now in the server's `Retry-After` (RFC 9110 §10.2.3); nil without one.
    var retryAfter: Duration?

    /// Whether the request may be sent again although the server may have acted on it: ``RetryPolicy/mayRepeat(_:)``.
    var isRepeatable: Bool

    /// An ending. By default the server has ended the body, without a wait.
    init(
        status: Int? = nil, failure: RetryFailure? = nil, failures: Int = 0, retry: Duration? = nil,
        retryAfter: Duration? = nil, isRepeatable: Bool = true
    ) {
        (self.status, self.failure, self.failures) = (status, failure, failures)
        (self.retry, self.retryAfter, self.isRepeatable) = (retry, retryAfter, isRepeatable)
    }
}
