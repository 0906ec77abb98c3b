/// gRPC's retry throttle (proposal A6), written down a second time: what our budget must agree with.
struct GRPCRetry: StormClient {
    private var tokens = 10.0

    mutating func succeeded(_ call: Call, _ pass: Void, at now: Double, chance: inout Chance) {
        tokens = min(10, tokens + 0.1)
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout Chance) -> Double? {
        tokens = max(0, tokens - 1)
        return call.attempt < 3 && tokens > 5 ? Backoff.fullJitter(call, miss, chance: &chance) : nil
    }
}
