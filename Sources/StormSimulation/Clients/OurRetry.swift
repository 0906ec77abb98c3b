import EndpointClient

/// The library's default retry policy and budget, as `RetryingClient` uses them.
struct OurRetry: StormClient {
    private static let policy = RetryPolicy.standard
    private var budget = RetryBudget.standard

    /// Waits exactly as long as `Retry-After` says, without the jitter of the policy.
    private let obeysExactly: Bool

    init(obeysExactly: Bool = false) {
        self.obeysExactly = obeysExactly
    }

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        budget.record(.success)
    }

    mutating func failed(
        _ call: Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        budget.record(.failure, isTimeout: failure.failure.isTimeout)
        let attempt = FailedAttempt(
            number: Int(call.attempt), failure: failure.failure, isRepeatable: true,
            retryAfter: failure.retryAfter.map(Duration.seconds),
            timeLeft: .seconds(Self.callTimeout + Double(call.start) / 1000 - now), hasBudget: budget.allowsRetry)
        let jitter = obeysExactly && failure.retryAfter != nil ? 0 : random.fraction()
        guard case .retry(let wait) = Self.policy.decide(attempt, random: jitter) else { return nil }
        return wait / .seconds(1)
    }
}

/// The library's default retry policy and budget, with the circuit breaker that is off by default.
struct OurRetryAndBreaker: StormClient {
    private var retry = OurRetry()
    private var breaker: CircuitBreaker

    init(_ policy: CircuitBreakerPolicy = .standard) {
        breaker = CircuitBreaker(policy)
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
        _ call: Call, _ permit: CircuitBreaker.Permit, _ failure: AttemptFailure, at now: Double,
        random: inout SplitMix64
    ) -> Double? {
        breaker.record(.failure, with: permit, at: .seconds(now), random: random.fraction())
        return retry.failed(call, (), failure, at: now, random: &random)
    }
}
