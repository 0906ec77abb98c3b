/// When a failed call is retried, and after how long.
///
/// Waits are uniform from zero to a ceiling that doubles with every attempt ("full jitter"), so that clients which
/// failed together don't return together. After a `Retry-After`, the wait is at least that long, plus a random part:
/// clients that obeyed it to the second would all return in the same second. A 429 or 503 without one, whose
/// `RateLimit` or `X-RateLimit` headers say that a quota is used up, asks to wait until the quota resets: this counts
/// as a `Retry-After`.
///
/// A value outside its range counts as the nearest one in it, even if it is set later.
public struct RetryPolicy: Hashable, Sendable {
    /// The total number of attempts, including the first, from 1 to 100. With 1 there are no retries.
    public var attempts: Int

    /// The ceiling of the first wait after other failures: transport, 408, 425, 500, 502, 504. From 0 to ``cap``.
    public var base: Duration

    /// The ceiling of the first wait after 409, 429 and 503, which mean that the client should slow down. From 0 to
    /// ``cap``.
    public var overloadBase: Duration

    /// The highest ceiling, from 0 to a day. It is applied before the jitter, so that late waits are spread as widely
    /// as early ones.
    public var cap: Duration

    /// The longest `Retry-After`, or time until a quota resets, that is waited for, from 0 to a day. A longer one ends
    /// the call immediately; it is in the error.
    public var longestRetryAfter: Duration

    /// The methods that may be repeated without an `Idempotency-Key`.
    public var methods: Set<HTTPMethod>

    /// The statuses after which a call is retried.
    ///
    /// 425 is among them, and after it any method may be sent again: the server has not acted on the request (RFC 8470
    /// §5.2).
    public var statuses: Set<Int>

    /// The further statuses after which a call with an `Idempotency-Key` is retried: 409, which means that the request
    /// with this key is still being processed (draft-ietf-httpapi-idempotency-key-header-07 §2.7).
    public var keyedStatuses: Set<Int>

    /// Three attempts, 0.25 s or 1 s doubling up to 20 s, `Retry-After` up to 60 s.
    public static let standard = RetryPolicy()

    /// A custom policy.
    public init(
        attempts: Int = 3, base: Duration = .milliseconds(250), overloadBase: Duration = .seconds(1),
        cap: Duration = .seconds(20), longestRetryAfter: Duration = .seconds(60),
        methods: Set<HTTPMethod> = [.get, .head, .options, .trace, .query, .put, .delete],
        statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504], keyedStatuses: Set<Int> = [409]
    ) {
        (self.attempts, self.base, self.overloadBase, self.cap) = (attempts, base, overloadBase, cap)
        (self.longestRetryAfter, self.methods) = (longestRetryAfter, methods)
        (self.statuses, self.keyedStatuses) = (statuses, keyedStatuses)
    }

    /// The policy with each value in its range.
    private var clamped: RetryPolicy {
        var policy = self
        policy.attempts = attempts.clamped(to: 1...100)
        policy.cap = cap.clamped(to: .zero ... .longest)
        policy.base = base.clamped(to: .zero...policy.cap)
        policy.overloadBase = overloadBase.clamped(to: .zero...policy.cap)
        policy.longestRetryAfter = longestRetryAfter.clamped(to: .zero ... .longest)
        return policy
    }

    /// What follows a failed attempt. `random` is uniform in 0..<1.
    ///
    /// A wait is at least as long as `Retry-After`, at most ``cap`` without one, and ends before the deadline. After a
    /// `Retry-After` that ends before the deadline, the random part is limited to the time that is left, so that chance
    /// does not decide whether the call continues.
    package func decide(_ attempt: FailedAttempt, random: Double) -> RetryDecision {
        let policy = clamped
        if let reason = policy.obstacle(to: attempt) { return .giveUp(reason) }
        let wait = policy.wait(after: attempt, random: random)
        if let timeLeft = attempt.timeLeft, wait >= timeLeft { return .giveUp(.deadline) }
        return attempt.hasBudget ? .retry(after: wait) : .giveUp(.budget)
    }

    /// The longest wait after a failure, before the jitter and without `Retry-After`: base · 2ⁿ⁻¹, at most ``cap``.
    func ceiling(afterAttempt number: Int, failure: RetryFailure) -> Duration {
        let policy = clamped
        let base = failure.asksForTime ? policy.overloadBase : policy.base
        let doublings = Double(max(number, 1) - 1)
        let seconds = base.inSeconds * pow(2, min(doublings, 64))
        return seconds < policy.cap.inSeconds ? .seconds(seconds) : policy.cap
    }

    /// Whether the same request may succeed after this failure.
    public func isTransient(_ failure: RetryFailure) -> Bool {
        switch failure {
        case .status(let status): statuses.contains(status)
        case .transport(let code): code.isTransient
        case .breakerOpen, .cancelled, .permanent: false
        }
    }

    /// Whether this request may succeed after this failure. A request with an `Idempotency-Key` may also succeed after
    /// ``keyedStatuses``.
    public func isTransient(_ failure: RetryFailure, of request: URLRequest) -> Bool {
        isTransient(failure, isKeyed: request.hasIdempotencyKey)
    }

    private func isTransient(_ failure: RetryFailure, isKeyed: Bool) -> Bool {
        if isKeyed, case .status(let status) = failure, keyedStatuses.contains(status) { return true }
        return isTransient(failure)
    }

    private func obstacle(to attempt: FailedAttempt) -> GiveUpReason? {
        if attempt.isOfRefresh { return .credential }
        switch attempt.failure {
        case .breakerOpen(let wait): return .breakerOpen(retryAfter: wait)
        case .cancelled: return .cancelled
        case let failure where !(attempt.advice ?? isTransient(failure, isKeyed: attempt.isKeyed)): return .permanent
        case let failure where !attempt.isRepeatable && !failure.wasNotProcessed && attempt.advice != true:
            return .notIdempotent
        case _ where attempt.wasHedged: return .hedged
        case _ where attempt.number >= attempts: return .attempts
        default: return attempt.demand.flatMap { isTooLong($0, for: attempt) ? .retryAfter($0) : nil }
        }
    }

    private func isTooLong(_ demand: Duration, for attempt: FailedAttempt) -> Bool {
        demand > longestRetryAfter || attempt.timeLeft.map { demand >= $0 } ?? false
    }

    private func wait(after attempt: FailedAttempt, random: Double) -> Duration {
        let ceiling = ceiling(afterAttempt: attempt.number, failure: attempt.failure)
        guard let demand = attempt.demand else { return ceiling.part(random) }
        let spread = max(ceiling, demand)
        return demand + min(spread, attempt.timeLeft.map { $0 - demand } ?? spread).part(random)
    }
}

extension RetryFailure {
    /// Whether the status means that the client should slow down: the server is overloaded, or still working on the
    /// request.
    fileprivate var asksForTime: Bool {
        [.status(409), .status(429), .status(503)].contains(self)
    }
}

extension FailedAttempt {
    /// The wait in `Retry-After`, above zero; nil without one.
    fileprivate var demand: Duration? {
        retryAfter.flatMap { $0 > .zero ? $0 : nil }
    }
}

extension RetryPolicy {
    /// Whether a request may be sent again although the server may have acted on it.
    ///
    /// Its method is one of ``methods``, or it has an `Idempotency-Key` by which the server recognises a repetition.
    public func mayRepeat(_ request: URLRequest) -> Bool {
        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        return methods.contains(method) || request.hasIdempotencyKey
    }

    /// The same, also for the request of an endpoint that `isRepeatable`.
    func mayRepeat(_ request: APIRequest) -> Bool {
        request.endpoint.isRepeatable || mayRepeat(request.urlRequest)
    }
}

/// A failed attempt, with everything that a ``RetryPolicy`` needs to decide.
package struct FailedAttempt: Hashable, Sendable {
    /// 1 for the first attempt of a call.
    var number: Int

    /// Why it failed.
    var failure: RetryFailure

    /// Whether the request may be sent again although the server may have acted on it: ``RetryPolicy/mayRepeat(_:)``.
    var isRepeatable: Bool

    /// Whether the request has an `Idempotency-Key`.
    var isKeyed: Bool

    /// Whether the server says that the request should be sent again (`x-should-retry`); nil if it doesn't say.
    var advice: Bool?

    /// The delay from now in the server's `Retry-After` (RFC 9110 §10.2.3); nil without one.
    var retryAfter: Duration?

    /// The time until the call's deadline, negative when it has passed; nil without one.
    var timeLeft: Duration?

    /// Whether the origin's budget allows a retry, including this failure: ``RetryBudget/allowsRetry``.
    var hasBudget: Bool

    /// Whether the refresh of a credential failed, so that nothing was sent to the server.
    var isOfRefresh: Bool

    /// Whether a second request was sent for it.
    var wasHedged: Bool

    /// A failed attempt. By default it has no deadline and a full budget.
    package init(
        number: Int, failure: RetryFailure, isRepeatable: Bool, isKeyed: Bool = false, advice: Bool? = nil,
        retryAfter: Duration? = nil, timeLeft: Duration? = nil, hasBudget: Bool = true, isOfRefresh: Bool = false,
        wasHedged: Bool = false
    ) {
        self.number = number
        self.failure = failure
        self.isRepeatable = isRepeatable
        self.isKeyed = isKeyed
        self.advice = advice
        self.retryAfter = retryAfter
        self.timeLeft = timeLeft
        self.hasBudget = hasBudget
        self.isOfRefresh = isOfRefresh
        self.wasHedged = wasHedged
    }
}

/// What follows a failed attempt.
package enum RetryDecision: Hashable, Sendable {
    /// Another attempt, after a wait.
    case retry(after: Duration)
    /// The failure is final.
    case giveUp(GiveUpReason)
}
