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

extension RetryPolicy {
    /// What follows a failed attempt. `random` is an even draw from 0..<1.
    ///
    /// A wait is never shorter than `Retry-After`, never longer than ``cap`` without one, and never reaches the deadline.
    public func decide(_ attempt: FailedAttempt, random: Double) -> RetryDecision {
        if let reason = obstacle(to: attempt) { return .giveUp(reason) }
        let wait = wait(after: attempt, random: random)
        if let timeLeft = attempt.timeLeft, wait >= timeLeft { return .giveUp(.deadline) }
        return attempt.hasBudget ? .retry(after: wait) : .giveUp(.budget)
    }

    /// The longest wait after a failure, before the jitter and without `Retry-After`: base · 2ⁿ⁻¹, at most ``cap``.
    public func ceiling(afterAttempt number: Int, failure: RetryFailure) -> Duration {
        let base = failure.isOverload ? overloadBase : base
        let doublings = Double(max(number, 1) - 1)
        let seconds = base.inSeconds * pow(2, min(doublings, 64))
        return seconds < cap.inSeconds ? .seconds(seconds) : cap
    }

    /// Whether a failure is worth another attempt at all.
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
        default: return attempt.retryAfter.flatMap { $0 > patience(for: attempt) ? .retryAfter($0) : nil }
        }
    }

    private func patience(for attempt: FailedAttempt) -> Duration {
        min(longestRetryAfter, attempt.timeLeft ?? longestRetryAfter)
    }

    private func wait(after attempt: FailedAttempt, random: Double) -> Duration {
        let ceiling = ceiling(afterAttempt: attempt.number, failure: attempt.failure)
        let demand = max(attempt.retryAfter ?? .zero, .zero)
        return demand + max(ceiling, demand).part(random)
    }
}

extension RetryFailure {
    /// Whether the server says that it has too much to do.
    fileprivate var isOverload: Bool {
        self == .status(429) || self == .status(503)
    }
}

extension RetryPolicy {
    /// Whether a request may be sent again though the server may have acted on it already.
    ///
    /// Its method is one of ``methods``, or it carries an `Idempotency-Key` by which the server recognises it.
    public func mayRepeat(_ request: URLRequest) -> Bool {
        let method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
        if methods.contains(method) { return true }
        return request.value(forHTTPHeaderField: IdempotencyKey.header).map(IdempotencyKey.isKey) ?? false
    }
}

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

/// What follows a failed attempt.
public enum RetryDecision: Hashable, Sendable {
    /// Another attempt, after a wait.
    case retry(after: Duration)
    /// The failure is final.
    case giveUp(GiveUpReason)
}
