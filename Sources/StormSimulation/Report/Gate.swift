import Foundation

/// A figure that must not get worse than its bound.
struct Gate {
    let name: String
    let measured: Double
    let bound: Double
    /// Whether the bound is the least, not the most.
    var isFloor = false

    var passes: Bool {
        isFloor ? measured >= bound : measured <= bound
    }

    /// One line that says what was measured, what is asked, and whether it is met.
    var line: String {
        let demand = (isFloor ? "≥ " : "≤ ") + bound.text(decimals: 4)
        return "\(passes ? "pass" : "FAIL") \(name): \(measured.text(decimals: 4)), must be \(demand)"
    }
}

/// The figures of the policies that ship, as far as they are gated.
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

    /// With the breaker there is less load. How long single clients stay away is not gated here: it is up to 90 s.
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

    static func retryAfter(_ tally: Tally, obeyedExactly other: Tally) -> Gate {
        Gate(
            name: "60 s of 503s with Retry-After: peak (\(tally.peak)/s) by that of obeying exactly (\(other.peak)/s)",
            measured: Double(tally.peak) / Double(other.peak), bound: 0.4)
    }
}

extension Tally {
    fileprivate var recoverySeconds: Double { recovery.map(Double.init) ?? .infinity }
}

extension Double {
    /// The number with so many decimals.
    func text(decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }
}
