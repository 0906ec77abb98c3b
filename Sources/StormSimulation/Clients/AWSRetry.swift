/// The AWS SDKs' standard mode, revision 2.1: 500 tokens, 14 for a retry, given back when it succeeds, 50 ms base.
struct AWSRetry: StormClient {
    private var tokens = 500

    mutating func succeeded(_ call: Call, _ pass: Void, at now: Double, chance: inout Chance) {
        tokens = min(500, tokens + (call.attempt > 1 ? 14 : 1))
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout Chance) -> Double? {
        guard call.attempt < 3, tokens >= 14 else { return nil }
        tokens -= 14
        return Backoff.fullJitter(call, base: 0.05, chance: &chance)
    }
}
