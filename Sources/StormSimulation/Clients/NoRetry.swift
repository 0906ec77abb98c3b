/// One attempt, as `URLSession` makes it.
struct NoRetry: StormClient {
    mutating func failed(_ call: Call, _ pass: Void, _ miss: Miss, at now: Double, chance: inout Chance) -> Double? {
        nil
    }
}
