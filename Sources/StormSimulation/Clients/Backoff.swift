import Foundation

/// Exponential waits with full jitter, for the models of others. Times are in seconds.
enum Backoff {
    /// The same base times as our policy has, so that the rows differ in what limits them and in nothing else.
    static func fullJitter(_ call: Call, _ miss: Miss, chance: inout Chance) -> Double {
        fullJitter(call, base: miss.status == 503 ? 1 : 0.25, chance: &chance)
    }

    static func fullJitter(_ call: Call, base: Double, chance: inout Chance) -> Double {
        chance.fraction() * min(20, base * exp2(Double(call.attempt - 1)))
    }
}
