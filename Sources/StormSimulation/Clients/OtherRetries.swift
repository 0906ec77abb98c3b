import EndpointClient
import Foundation

/// One attempt, as `URLSession` makes it.
struct NoRetry: StormClient {
    mutating func failed(
        _ call: Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        nil
    }
}

/// Three attempts with exponential backoff and full jitter, without a budget.
struct PlainRetry: StormClient {
    mutating func failed(
        _ call: Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        call.attempt < 3 ? Backoff.fullJitter(call, failure, random: &random) : nil
    }
}

/// gRPC's retry throttle (proposal A6). It is our budget, except that a timeout costs as much as any other failure.
struct GRPCRetry: StormClient {
    private var tokens = 10.0

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        tokens = min(10, tokens + 0.1)
    }

    mutating func failed(
        _ call: Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        tokens = max(0, tokens - 1)
        return call.attempt < 3 && tokens > 5 ? Backoff.fullJitter(call, failure, random: &random) : nil
    }
}

/// The AWS SDKs' standard mode, revision 2.1: 500 tokens; a retry costs 14 and returns them when it succeeds; 50 ms
/// base.
struct AWSRetry: StormClient {
    private var tokens = 500

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        tokens = min(500, tokens + (call.attempt > 1 ? 14 : 1))
    }

    mutating func failed(
        _ call: Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        guard call.attempt < 3, tokens >= 14 else { return nil }
        tokens -= 14
        return Backoff.fullJitter(call, base: 0.05, random: &random)
    }
}

/// The budget of Finagle and of tower: one retry for five calls, plus ten a second, saved for at most ten seconds.
struct FinagleRetry: StormClient {
    private var tokens = 100.0
    private var last = 0.0

    mutating func admit(at now: Double) -> Void? {
        tokens = min(tokens + 10 * (now - last), 100)
        last = now
        return ()
    }

    mutating func failed(
        _ call: Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        _ = admit(at: now)
        if call.attempt == 1 { tokens += 0.2 }
        guard call.attempt < 3, tokens >= 1 else { return nil }
        tokens -= 1
        return Backoff.fullJitter(call, failure, random: &random)
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
        _ call: Call, _ permit: CircuitBreaker.Permit, _ failure: AttemptFailure, at now: Double,
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
