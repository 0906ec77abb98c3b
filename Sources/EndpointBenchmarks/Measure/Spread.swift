import EndpointTesting

/// Where the middle and the ends of some figures are.
struct Spread: Sendable {
    let median: Double
    let minimum: Double
    let maximum: Double

    /// There must be a figure.
    init(_ figures: [Double]) {
        let sorted = figures.sorted()
        median = sorted[sorted.count / 2]
        minimum = sorted[0]
        maximum = sorted[sorted.count - 1]
    }
}

extension Spread: CustomStringConvertible {
    var description: String { String(format: "%.3f [%.2f..%.2f]", median, minimum, maximum) }
}
