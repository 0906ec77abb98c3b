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

extension Tally {
    /// The seconds to recover; infinite for never.
    var recoverySeconds: Double { recovery.map(Double.init) ?? .infinity }
}

extension Double {
    /// The number with a fixed number of decimals.
    func text(decimals: Int) -> String {
        String(format: "%.\(decimals)f", self)
    }
}
