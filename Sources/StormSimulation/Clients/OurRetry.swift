import EndpointPolicy

/// The values that ship, as `RetryingClient` uses them.
struct OurRetry: StormClient {
    private static let policy = RetryPolicy.standard
    private var budget = RetryBudget.standard

    /// Comes back exactly when the server says, instead of as our policy does.
    private let obeysExactly: Bool

    init(obeysExactly: Bool = false) {
        self.obeysExactly = obeysExactly
    }

    mutating func succeeded(_ call: Call, _ pass: Void, at now: Double, chance: inout SplitMix64) {
        budget.record(.success)
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double? {
        budget.record(.failure)
        let attempt = FailedAttempt(
            number: Int(call.attempt), failure: miss.status.map(RetryFailure.status) ?? .transport(.timedOut),
            isRepeatable: true, retryAfter: miss.retryAfter.map(Duration.seconds),
            timeLeft: .seconds(Self.patience + Double(call.start) / 1000 - now), hasBudget: budget.allowsRetry)
        let random = obeysExactly && miss.retryAfter != nil ? 0 : chance.fraction()
        guard case .retry(let wait) = Self.policy.decide(attempt, random: random) else { return nil }
        return wait / .seconds(1)
    }
}

/// The values that ship, with the breaker that is off by default.
struct OurRetryAndBreaker: StormClient {
    private var retry = OurRetry()
    private var breaker: CircuitBreaker

    init(_ policy: CircuitBreakerPolicy = .standard) {
        breaker = CircuitBreaker(policy)
    }

    mutating func admit(at now: Double) -> CircuitBreaker.Permit? {
        guard case .go(let pass) = breaker.admit(at: .seconds(now)) else { return nil }
        return pass
    }

    mutating func succeeded(_ call: Call, _ pass: CircuitBreaker.Permit, at now: Double, chance: inout SplitMix64) {
        breaker.record(.success, with: pass, at: .seconds(now), random: 0)
        retry.succeeded(call, (), at: now, chance: &chance)
    }

    mutating func failed(
        _ call: Call, _ pass: CircuitBreaker.Permit, _ miss: Miss, at now: Double, chance: inout SplitMix64
    ) -> Double? {
        breaker.record(.failure, with: pass, at: .seconds(now), random: chance.fraction())
        return retry.failed(call, (), miss, at: now, chance: &chance)
    }
}
