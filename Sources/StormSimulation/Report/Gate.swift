import Foundation

/// A measured figure with its bound.
struct Gate {
    let name: String
    let measured: Double
    let bound: Double
    /// Whether the bound is a lower bound instead of an upper bound.
    var isFloor = false

    var passes: Bool {
        isFloor ? measured >= bound : measured <= bound
    }

    /// The figure, its bound and whether it passes, in a line.
    var line: String {
        let demand = (isFloor ? "≥ " : "≤ ") + bound.text(decimals: 4)
        return "\(passes ? "pass" : "FAIL") \(name): \(measured.text(decimals: 4)), must be \(demand)"
    }
}

/// The gates for the library's policies.
enum Gates {
    static func storm(_ tally: Tally) -> [Gate] {
        [
            Gate(name: "server hangs for 60 s: attempts per call", measured: tally.attemptsPerCall, bound: 2.0),
            Gate(name: "server hangs for 60 s: seconds to recover", measured: tally.recoverySeconds, bound: 75),
            Gate(
                name: "server hangs for 60 s: success in the 12 min after", measured: tally.successAfterwards,
                bound: 0.9, isFloor: true),
        ]
    }

    /// The breaker must reduce the load. The time without requests of a single client, up to 90 s, is not gated.
    static func breaker(_ tally: Tally, without other: Tally) -> [Gate] {
        [
            Gate(
                name: "the same with the breaker: attempts per call", measured: tally.attemptsPerCall,
                bound: other.attemptsPerCall),
            Gate(
                name: "the same with the breaker: success in the 12 min after", measured: tally.successAfterwards,
                bound: other.successAfterwards, isFloor: true),
        ]
    }

    static func refusal(_ tally: Tally) -> Gate {
        Gate(name: "600 s of fast 503s: attempts per call", measured: tally.attemptsPerCall, bound: 1.15)
    }

    static func flakiness(_ tally: Tally) -> Gate {
        Gate(
            name: "5 % random failures: share of calls that succeed", measured: tally.successInOutage, bound: 0.9995,
            isFloor: true)
    }

    static func retryAfter(_ tally: Tally, obeyedExactly other: Tally) -> [Gate] {
        [
            Gate(
                name:
                    "60 s of 503s with Retry-After: peak (\(tally.peak)/s) by that of obeying exactly (\(other.peak)/s)",
                measured: Double(tally.peak) / Double(other.peak), bound: 0.4),
            Gate(
                name: "60 s of 503s with Retry-After: seconds to recover", measured: tally.recoverySeconds, bound: 90),
        ]
    }

    /// Retries must not make a deployment worse than it is without them.
    static func deployment(_ tally: Tally, withoutRetries other: Tally) -> [Gate] {
        [
            Gate(
                name: "rolling restart: success in the worst 10 s", measured: tally.worst, bound: other.worst,
                isFloor: true),
            Gate(name: "rolling restart: seconds to recover", measured: tally.recoverySeconds, bound: 75),
        ]
    }
}

extension Tally {
    fileprivate var recoverySeconds: Double { recovery.map(Double.init) ?? .infinity }
}

extension Double {
    /// The number with a fixed number of decimals.
    func text(decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }
}
