import EndpointTesting

/// What a comparison has found, as medians over its rounds.
struct ComparisonResult: Sendable {
    let wallRatio: Spread
    let processorRatio: Spread

    /// Operations of the candidate in a second of processor time, in its median round.
    let perSecond: Double

    private let lines: [String]

    init(comparison: Comparison, costs: [(baseline: Cost, candidate: Cost)]) {
        wallRatio = Spread(costs.map { $0.candidate.wall / $0.baseline.wall })
        processorRatio = Spread(costs.map { $0.candidate.processor / $0.baseline.processor })
        perSecond = Double(comparison.operations) / Spread(costs.map(\.candidate.processor)).median
        lines = [
            "\(comparison.name): \(comparison.rounds) rounds of \(comparison.operations), medians [minimum..maximum]",
            Self.line(comparison.baseline.name, costs.map(\.baseline), comparison.operations),
            Self.line(comparison.candidate.name, costs.map(\.candidate), comparison.operations),
        ]
    }

    /// A small table for the reader.
    var table: String {
        (lines + ["  ratio: wall \(wallRatio), CPU \(processorRatio)"]).joined(separator: "\n")
    }

    private static func line(_ name: String, _ costs: [Cost], _ operations: Int) -> String {
        let wall = Spread(costs.map { $0.wall / Double(operations) * 1e6 })
        let processor = Spread(costs.map { $0.processor / Double(operations) * 1e6 })
        let figures = String(
            format: "%8.2f µs, best %8.2f, CPU %8.2f µs, %7.0f/s", wall.median, wall.minimum, processor.median,
            1e6 / wall.median)
        return "  \(name.padding(toLength: 36, withPad: " ", startingAt: 0))\(figures)"
    }
}
