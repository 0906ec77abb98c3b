import EndpointClient

/// The library's default retry policy and budget, as `RetryingClient` uses them.
struct OurRetry: StormClient {
    /// A rule that differs from the library's, to show what it does.
    enum Variant {
        /// None.
        case none
        /// Waits exactly as long as `Retry-After` says, without the jitter of the policy.
        case obeyingExactly
        /// Retries after timeouts as after other failures.
        case alwaysAfterTimeouts
        /// Doesn't retry after timeouts.
        case neverAfterTimeouts
    }

    private static let policy = RetryPolicy.standard
    private var budget: RetryBudget
    private let variant: Variant

    init(_ variant: Variant = .none, budget: RetryBudget = .standard) {
        self.variant = variant
        self.budget = budget
    }

    mutating func wasAnswered(at time: Double) {
        budget.record(.success, at: .seconds(time))
    }

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        budget.record(.success, retrying: call.charge, at: .seconds(now))
    }

    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        let kind = failure.budgetFailure
        call.charge = budget.record(.failure, kind, retrying: call.charge, at: .seconds(now))
        if variant == .neverAfterTimeouts, kind == .timeout { return nil }
        let attempt = FailedAttempt(
            number: Int(call.attempt), failure: failure.failure, isRepeatable: true,
            retryAfter: failure.retryAfter.map(Duration.seconds),
            timeLeft: .seconds(Self.callTimeout + Double(call.start) / 1000 - now),
            hasBudget: budget.allowsRetry(
                after: variant == .alwaysAfterTimeouts ? .other : kind, at: .seconds(now)))
        let jitter = variant == .obeyingExactly && failure.retryAfter != nil ? 0 : random.fraction()
        guard case .retry(let wait) = Self.policy.decide(attempt, random: jitter) else { return nil }
        return wait / .seconds(1)
    }
}

extension AttemptFailure {
    /// What determines its cost for our budget.
    fileprivate var budgetFailure: RetryBudget.Failure {
        failure.isTimeout ? .timeout : (retryAfter ?? 0) > 0 ? .announced : .other
    }
}

/// The library's default retry policy and budget, with the circuit breaker that is off by default.
struct OurRetryAndBreaker: StormClient {
    private var retry = OurRetry()
    private var breaker: CircuitBreaker

    init(_ policy: CircuitBreakerPolicy = .standard) {
        breaker = CircuitBreaker(policy)
    }

    mutating func wasAnswered(at time: Double) {
        retry.wasAnswered(at: time)
    }

    mutating func admit(at now: Double) -> CircuitBreaker.Permit? {
        guard case .go(let permit) = breaker.admit(at: .seconds(now)) else { return nil }
        return permit
    }

    mutating func succeeded(_ call: Call, _ permit: CircuitBreaker.Permit, at now: Double, random: inout SplitMix64) {
        breaker.record(.success, with: permit, at: .seconds(now), random: 0)
        retry.succeeded(call, (), at: now, random: &random)
    }

    mutating func failed(
        _ call: inout Call, _ permit: CircuitBreaker.Permit, _ failure: AttemptFailure, at now: Double,
        random: inout SplitMix64
    ) -> Double? {
        breaker.record(.failure, with: permit, at: .seconds(now), random: random.fraction())
        return retry.failed(&call, (), failure, at: now, random: &random)
    }
}
