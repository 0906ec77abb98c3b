/// The budget of Finagle and of tower: a fifth of the calls, and ten a second for free, kept for ten seconds.
struct FinagleRetry: StormClient {
    private var tokens = 100.0
    private var last = 0.0

    mutating func admit(at now: Double) -> Void? {
        tokens = min(tokens + 10 * (now - last), 100)
        last = now
        return ()
    }

    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout Chance) -> Double? {
        _ = admit(at: now)
        if call.attempt == 1 { tokens += 0.2 }
        guard call.attempt < 3, tokens >= 1 else { return nil }
        tokens -= 1
        return Backoff.fullJitter(call, miss, chance: &chance)
    }
}
