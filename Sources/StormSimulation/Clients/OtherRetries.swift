import EndpointClient
import Foundation

/// One attempt, as `URLSession` makes it.
struct NoRetry: StormClient {
    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        nil
    }
}

/// Three attempts with exponential backoff and full jitter, without a budget.
struct PlainRetry: StormClient {
    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        call.attempt < 3 ? Backoff.fullJitter(call, failure, random: &random) : nil
    }
}

/// Alamofire's `RetryPolicy`: two retries after 0.5 and 1 s without jitter, no budget and no limit for the whole call.
struct AlamofireRetry: StormClient {
    static let callTimeout = 600.0

    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        call.attempt < 3 ? 0.5 * exp2(Double(call.attempt - 1)) : nil
    }
}

/// Polly's `RetryStrategyOptions`: three retries, 2 s apart, without jitter or budget.
struct PollyRetry: StormClient {
    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        call.attempt < 4 ? 2 : nil
    }
}

/// Microsoft's standard resilience handler: 30 s in all, three retries from 2 s with Polly's jitter, and a breaker that
/// opens for 5 s when a tenth of at least 100 attempts in 30 s fail.
struct MicrosoftRetry: StormClient {
    static let callTimeout = 30.0

    private var breaker: CircuitBreaker

    init() {
        breaker = CircuitBreaker(
            CircuitBreakerPolicy(
                failuresInARow: 1_000_000, failureShare: 0.1, minimumThroughput: 100, openTime: .seconds(5),
                longestOpenTime: .seconds(5), jitter: 0, successesToClose: 1))
    }

    mutating func admit(at now: Double) -> CircuitBreaker.Permit? {
        guard case .go(let permit) = breaker.admit(at: .seconds(now)) else { return nil }
        return permit
    }

    mutating func succeeded(_ call: Call, _ permit: CircuitBreaker.Permit, at now: Double, random: inout SplitMix64) {
        breaker.record(.success, with: permit, at: .seconds(now), random: 0)
    }

    mutating func failed(
        _ call: inout Call, _ permit: CircuitBreaker.Permit, _ failure: AttemptFailure, at now: Double,
        random: inout SplitMix64
    ) -> Double? {
        breaker.record(.failure, with: permit, at: .seconds(now), random: 0)
        guard call.attempt < 4 else { return nil }
        let retry = Double(call.attempt - 1)
        return 2 / 1.4 * (growth(retry + random.fraction()) - (retry > 0 ? growth(retry - 1 + random.fraction()) : 0))
    }

    /// The curve of Polly's decorrelated jitter. A wait is the difference of two points on it.
    private func growth(_ time: Double) -> Double {
        exp2(time) * tanh(sqrt(4 * time))
    }
}

/// Exponential waits with full jitter, for the models of other clients. Times are in seconds.
enum Backoff {
    /// Uses the base times of our policy, so that the rows of the table differ only in how retries are limited.
    static func fullJitter(_ call: Call, _ failure: AttemptFailure, random: inout SplitMix64) -> Double {
        fullJitter(call, base: failure.failure == .status(503) ? 1 : 0.25, random: &random)
    }

    static func fullJitter(_ call: Call, base: Double, random: inout SplitMix64) -> Double {
        random.fraction() * min(20, base * exp2(Double(call.attempt - 1)))
    }
}
