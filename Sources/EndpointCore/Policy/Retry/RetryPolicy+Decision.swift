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
        case .breakerOpen(let until): return .breakerOpen(until: until)
        case .cancelled: return .cancelled
        case let failure where !isTransient(failure): return .permanent
        case let failure where !attempt.isRepeatable && !failure.neverLeft: return .notIdempotent
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
