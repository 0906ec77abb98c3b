import EndpointPolicy
import Foundation

/// One attempt, as `URLSession` makes it.
struct NoRetry: StormClient {
    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double? {
        nil
    }
}

/// Three attempts with exponential backoff and full jitter, and nothing that limits them.
struct PlainRetry: StormClient {
    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double? {
        call.attempt < 3 ? Backoff.fullJitter(call, miss, chance: &chance) : nil
    }
}

/// gRPC's retry throttle (proposal A6), written down a second time: what our budget must agree with.
struct GRPCRetry: StormClient {
    private var tokens = 10.0

    mutating func succeeded(_ call: Call, _ pass: Void, at now: Double, chance: inout SplitMix64) {
        tokens = min(10, tokens + 0.1)
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double? {
        tokens = max(0, tokens - 1)
        return call.attempt < 3 && tokens > 5 ? Backoff.fullJitter(call, miss, chance: &chance) : nil
    }
}

/// The AWS SDKs' standard mode, revision 2.1: 500 tokens, 14 for a retry, given back when it succeeds, 50 ms base.
struct AWSRetry: StormClient {
    private var tokens = 500

    mutating func succeeded(_ call: Call, _ pass: Void, at now: Double, chance: inout SplitMix64) {
        tokens = min(500, tokens + (call.attempt > 1 ? 14 : 1))
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double? {
        guard call.attempt < 3, tokens >= 14 else { return nil }
        tokens -= 14
        return Backoff.fullJitter(call, base: 0.05, chance: &chance)
    }
}

/// The budget of Finagle and of tower: a fifth of the calls, and ten a second for free, kept for ten seconds.
struct FinagleRetry: StormClient {
    private var tokens = 100.0
    private var last = 0.0

    mutating func admit(at now: Double) -> Void? {
        tokens = min(tokens + 10 * (now - last), 100)
        last = now
        return ()
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout SplitMix64) -> Double? {
        _ = admit(at: now)
        if call.attempt == 1 { tokens += 0.2 }
        guard call.attempt < 3, tokens >= 1 else { return nil }
        tokens -= 1
        return Backoff.fullJitter(call, miss, chance: &chance)
    }
}

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

    mutating func succeeded(_ call: Call, _ pass: CircuitBreaker.Permit, at now: Double, chance: inout SplitMix64) {
        breaker.record(.success, with: pass, at: .seconds(now), random: 0)
    }

    mutating func failed(
        _ call: Call, _ pass: CircuitBreaker.Permit, _ miss: Miss, at now: Double, chance: inout SplitMix64
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

/// Exponential waits with full jitter, for the models of others. Times are in seconds.
enum Backoff {
    /// The same base times as our policy has, so that the rows differ in what limits them and in nothing else.
    static func fullJitter(_ call: Call, _ miss: Miss, chance: inout SplitMix64) -> Double {
        fullJitter(call, base: miss.status == 503 ? 1 : 0.25, chance: &chance)
    }

    static func fullJitter(_ call: Call, base: Double, chance: inout SplitMix64) -> Double {
        chance.fraction() * min(20, base * exp2(Double(call.attempt - 1)))
    }
}
