import EndpointPolicy

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

    mutating func succeeded(_ call: Call, _ pass: CircuitBreaker.Permit, at now: Double, chance: inout Chance) {
        breaker.record(.success, with: pass, at: .seconds(now), random: 0)
        retry.succeeded(call, (), at: now, chance: &chance)
    }

    mutating func failed(
        _ call: Call, _ pass: CircuitBreaker.Permit, _ miss: Miss, at now: Double, chance: inout Chance
    ) -> Double? {
        breaker.record(.failure, with: pass, at: .seconds(now), random: chance.fraction())
        return retry.failed(call, (), miss, at: now, chance: &chance)
    }
}
