/// When a failed call is tried again, and after how long.
///
/// Waits are drawn evenly from zero to a ceiling that doubles with every attempt ("full jitter"), so that clients which
/// failed together do not return together. After a `Retry-After` the wait is at least as long as the server asks for, plus a random
/// part: clients that obeyed it to the second would all return in the same second.
public struct RetryPolicy: Hashable, Sendable {
    /// The number of attempts in all, the first one included, from 1 to 100. With 1 nothing is tried again.
    public var attempts: Int

    /// The ceiling of the first wait after a failure that does not mean overload: transport, 408, 500, 502, 504. At most ``cap``.
    public var base: Duration

    /// The ceiling of the first wait after 429 and 503, by which a server says that it is overloaded. At most ``cap``.
    public var overloadBase: Duration

    /// The highest ceiling, at most a day. It is applied before the jitter, so that late waits are spread as widely as early ones.
    public var cap: Duration

    /// The longest `Retry-After` that is waited for, at most a day. A longer one ends the call at once; the error carries it.
    public var longestRetryAfter: Duration

    /// The methods that may be repeated without an `Idempotency-Key`.
    public var methods: Set<HTTPMethod>

    /// The statuses after which a call is tried again.
    public var statuses: Set<Int>

    /// Three attempts, 0.25 s or 1 s doubling up to 20 s, `Retry-After` up to 60 s.
    public static let standard = RetryPolicy()

    /// A policy of your own. A value outside its range stops the program.
    public init(
        attempts: Int = 3, base: Duration = .milliseconds(250), overloadBase: Duration = .seconds(1),
        cap: Duration = .seconds(20), longestRetryAfter: Duration = .seconds(60),
        methods: Set<HTTPMethod> = [.get, .head, .options, .trace, .put, .delete],
        statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
    ) {
        (self.attempts, self.base, self.overloadBase, self.cap) = (attempts, base, overloadBase, cap)
        (self.longestRetryAfter, self.methods, self.statuses) = (longestRetryAfter, methods, statuses)
        PolicyError.trap(check)
    }

    /// A policy whose values are known only at run time: change a copy of ``standard`` and pass it here.
    ///
    /// - Throws: An error whose sentence names the first wrong value:
    ///   less than one attempt, negative times, a base above the cap, times above a day.
    public init(validating policy: RetryPolicy) throws {
        try policy.check()
        self = policy
    }

    package func check() throws(PolicyError) {
        try PolicyError.check("attempts", attempts, in: 1...100)
        try PolicyError.check("cap", cap, in: .zero ... .longest)
        try PolicyError.check("base", base, in: .zero...cap)
        try PolicyError.check("overloadBase", overloadBase, in: .zero...cap)
        try PolicyError.check("longestRetryAfter", longestRetryAfter, in: .zero ... .longest)
    }

    /// What follows a failed attempt. `random` is an even draw from 0..<1.
    ///
    /// A wait is at least as long as `Retry-After`, at most ``cap`` without one, and ends before the deadline.
    package func decide(_ attempt: FailedAttempt, random: Double) -> RetryDecision {
        if let reason = obstacle(to: attempt) { return .giveUp(reason) }
        let wait = wait(after: attempt, random: random)
        if let timeLeft = attempt.timeLeft, wait >= timeLeft { return .giveUp(.deadline) }
        return attempt.hasBudget ? .retry(after: wait) : .giveUp(.budget)
    }

    /// The longest wait after a failure, before the jitter and without `Retry-After`: base · 2ⁿ⁻¹, at most ``cap``.
    package func ceiling(afterAttempt number: Int, failure: RetryFailure) -> Duration {
        let base = failure.isOverload ? overloadBase : base
        let doublings = Double(max(number, 1) - 1)
        let seconds = base.inSeconds * pow(2, min(doublings, 64))
        return seconds < cap.inSeconds ? .seconds(seconds) : cap
    }

    /// Whether the same request may succeed after this failure.
    public func isTransient(_ failure: RetryFailure) -> Bool {
        switch failure {
        case .status(let status): statuses.contains(status)
        case .transport(let code): code.isTransient
        case .breakerOpen, .cancelled, .permanent: false
        }
    }

    private func obstacle(to attempt: FailedAttempt) -> GiveUpReason? {
        if attempt.isOfRefresh { return .credential }
        switch attempt.failure {
        case .breakerOpen(let wait): return .breakerOpen(retryAfter: wait)
        case .cancelled: return .cancelled
        case let failure where !isTransient(failure): return .permanent
        case let failure where !attempt.isRepeatable && !failure.wasNotSent: return .notIdempotent
        case _ where attempt.number >= attempts: return .attempts
        default: return attempt.retryAfter.flatMap { $0 > longestWait(for: attempt) ? .retryAfter($0) : nil }
        }
    }

    private func longestWait(for attempt: FailedAttempt) -> Duration {
        min(longestRetryAfter, attempt.timeLeft ?? longestRetryAfter)
    }

    private func wait(after attempt: FailedAttempt, random: Double) -> Duration {
        let ceiling = ceiling(afterAttempt: attempt.number, failure: attempt.failure)
        let demand = max(attempt.retryAfter ?? .zero, .zero)
        return demand + max(ceiling, demand).part(random)
    }
}

extension RetryFailure {
    /// Whether the server says that it is overloaded.
    fileprivate var isOverload: Bool {
        self == .status(429) || self == .status(503)
    }
}

extension RetryPolicy {
    /// Whether a request may be sent again though the server may have acted on it already.
    ///
    /// Its method is one of ``methods``, or it has an `Idempotency-Key` by which the server recognises a repetition.
    public func mayRepeat(_ request: URLRequest) -> Bool {
        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        if methods.contains(method) { return true }
        return request.value(forHTTPHeaderField: IdempotencyKey.header).map(IdempotencyKey.isKey) ?? false
    }
}

/// A failed attempt, with the facts on which a ``RetryPolicy`` decides.
package struct FailedAttempt: Hashable, Sendable {
    /// 1 for the first attempt of a call.
    package var number: Int

    /// Why it failed.
    package var failure: RetryFailure

    /// Whether the request may be sent again though the server may have acted on it: ``RetryPolicy/mayRepeat(_:)``.
    package var isRepeatable: Bool

    /// The delay from now that the server asks for in `Retry-After` (RFC 9110 §10.2.3); nil without one.
    package var retryAfter: Duration?

    /// The time until the call's deadline, negative when it has passed; nil without one.
    package var timeLeft: Duration?

    /// Whether the origin's budget allows a retry, this failure included: ``RetryBudget/allowsRetry``.
    package var hasBudget: Bool

    /// Whether the refresh of a credential failed, so that nothing was sent to the server.
    package var isOfRefresh: Bool

    /// A failed attempt. By default it has no deadline and a full budget.
    package init(
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

/// What follows a failed attempt.
package enum RetryDecision: Hashable, Sendable {
    /// Another attempt, after a wait.
    case retry(after: Duration)
    /// The failure is final.
    case giveUp(GiveUpReason)
}
