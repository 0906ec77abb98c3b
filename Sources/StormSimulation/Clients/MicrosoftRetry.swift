import EndpointPolicy
import Foundation

/// Microsoft's standard resilience handler: 30 s in all, three retries from 2 s with Polly's jitter, and a breaker that
/// opens for 5 s at a tenth of failures among at least 100 attempts in 30 s.
struct MicrosoftRetry: StormClient {
    static let patience = 30.0

    private var breaker: CircuitBreaker

    init() throws(PolicyError) {
        breaker = CircuitBreaker(
            try CircuitBreakerPolicy(
                failuresInARow: 1_000_000, failureShare: 0.1, minimumThroughput: 100, openTime: .seconds(5),
                longestOpenTime: .seconds(5), jitter: 0, successesToClose: 1))
    }

    mutating func admit(at now: Double) -> CircuitBreaker.Permit? {
        guard case .go(let pass) = breaker.admit(at: .seconds(now)) else { return nil }
        return pass
    }

    mutating func succeeded(_ call: Call, _ pass: CircuitBreaker.Permit, at now: Double, chance: inout Chance) {
        breaker.record(.success, with: pass, at: .seconds(now), random: 0)
    }

    mutating func failed(
        _ call: Call, _ pass: CircuitBreaker.Permit, _ miss: Miss, at now: Double, chance: inout Chance
    ) -> Double? {
        breaker.record(.failure, with: pass, at: .seconds(now), random: 0)
        guard call.attempt < 4 else { return nil }
        let retry = Double(call.attempt - 1)
        return 2 / 1.4 * (growth(retry + chance.fraction()) - (retry > 0 ? growth(retry - 1 + chance.fraction()) : 0))
    }

    /// The curve of Polly's decorrelated jitter, of which a wait is the difference of two points.
    private func growth(_ time: Double) -> Double {
        exp2(time) * tanh(sqrt(4 * time))
    }
}
