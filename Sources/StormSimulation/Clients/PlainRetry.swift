/// Three attempts with exponential backoff and full jitter, and nothing that limits them.
struct PlainRetry: StormClient {
    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout Chance) -> Double? {
        call.attempt < 3 ? Backoff.fullJitter(call, miss, chance: &chance) : nil
    }
}
