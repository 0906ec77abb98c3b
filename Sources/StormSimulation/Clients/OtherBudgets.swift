import EndpointClient
import Foundation

/// gRPC's retry throttle (proposal A6), from which our budget is derived: ten tokens, a success earns a tenth, a
/// failure costs one.
struct GRPCRetry: StormClient {
    private var tokens = 10.0

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        tokens = min(10, tokens + 0.1)
    }

    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
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
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        guard call.attempt < 3, tokens >= 14 else { return nil }
        tokens -= 14
        return Backoff.fullJitter(call, base: 0.05, random: &random)
    }
}

/// The AWS SDKs' adaptive mode: the standard mode, and a rate for the client that falls to 70 % after each 429 or 503
/// and grows again by a cubic function, at least 0.5 a second. An attempt without a token of this rate waits.
///
/// The SDKs slow down only after throttling errors; here every 503 is one.
struct AWSAdaptiveRetry: StormClient {
    private var retry = AWSRetry()
    private var isEnabled = false
    private var rate = 0.0
    private var tokens = 0.0
    private var last = 0.0
    private var highestRate = 0.0
    private var lastThrottle = 0.0
    private var measuredRate = 0.0
    private var bucket = 0.0
    private var requests = 0.0

    mutating func delay(at now: Double) -> Double {
        guard isEnabled else { return 0 }
        tokens = min(max(rate, 1), tokens + rate * (now - last)) - 1
        last = now
        return tokens >= 0 ? 0 : -tokens / rate
    }

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        retry.succeeded(call, permit, at: now, random: &random)
        answered(isThrottled: false, at: now)
    }

    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        answered(isThrottled: [.status(429), .status(503)].contains(failure.failure), at: now)
        return retry.failed(&call, permit, failure, at: now, random: &random)
    }

    private mutating func answered(isThrottled: Bool, at now: Double) {
        measure(at: now)
        var new: Double
        if isThrottled {
            highestRate = isEnabled ? min(measuredRate, rate) : measuredRate
            (lastThrottle, isEnabled) = (now, true)
            new = 0.7 * highestRate
        } else {
            let start = cbrt(highestRate * 0.3 / 0.4)
            new = 0.4 * pow(now - lastThrottle - start, 3) + highestRate
        }
        new = min(new, 2 * measuredRate)
        if !isEnabled { last = now }
        rate = max(new, 0.5)
    }

    /// The rate of answers in half seconds, smoothed.
    private mutating func measure(at now: Double) {
        requests += 1
        let half = (now * 2).rounded(.down) / 2
        guard half > bucket else { return }
        measuredRate = 0.8 * requests / (half - bucket) + 0.2 * measuredRate
        (requests, bucket) = (0, half)
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
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        _ = admit(at: now)
        if call.attempt == 1 { tokens += 0.2 }
        guard call.attempt < 3, tokens >= 1 else { return nil }
        tokens -= 1
        return Backoff.fullJitter(call, failure, random: &random)
    }
}

/// Envoy's retry budget: retries are at most a fifth of the active requests, or three; waits from 25 to 250 ms.
struct EnvoyRetry: StormClient {
    private var active = 0
    private var retries = 0

    mutating func admit(at now: Double) -> Void? {
        active += 1
        return ()
    }

    mutating func succeeded(_ call: Call, _ permit: Void, at now: Double, random: inout SplitMix64) {
        end(call)
    }

    mutating func failed(
        _ call: inout Call, _ permit: Void, _ failure: AttemptFailure, at now: Double, random: inout SplitMix64
    ) -> Double? {
        let isRetried = call.attempt < 3 && retries < max(3, active / 5)
        end(call)
        let wait = random.fraction() * min(0.25, 0.025 * exp2(Double(call.attempt - 1)))
        guard isRetried, now + wait < Double(call.start) / 1000 + Self.callTimeout else { return nil }
        retries += 1
        return wait
    }

    private mutating func end(_ call: Call) {
        active -= 1
        if call.attempt > 1 { retries -= 1 }
    }
}
