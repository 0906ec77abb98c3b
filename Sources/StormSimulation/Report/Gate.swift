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
