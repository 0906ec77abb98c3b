/// What a comparison must come to.
struct Gate: Sendable {
    /// The highest ratios to the baseline.
    let wall: Double
    let processor: Double

    /// The fewest operations of the candidate in a second of processor time: for one thread a second, if it gets all of it.
    var perSecond: Double = 0

    static let explanation = """
        A comparison that misses its goal is measured anew, up to \(attempts) times in all, and passes when \
        one measurement meets all its goals: its figures are medians, but a machine that others use can spoil \
        a whole measurement.
        """

    private static let attempts = 3

    /// Measures until the goal is met, or often enough.
    func hold(_ comparison: Comparison) async throws {
        for attempt in 1...Self.attempts {
            let result = try await comparison.measure()
            Console.line(result.table)
            let isMet = isMet(by: result)
            Console.line("  \(isMet ? "ok" : "missed") (\(goal)), measurement \(attempt) of at most \(Self.attempts)")
            if isMet { return }
        }
        throw MissedGoal("\(comparison.name): \(goal) in none of \(Self.attempts) measurements.")
    }

    private func isMet(by result: ComparisonResult) -> Bool {
        result.wallRatio.median <= wall && result.processorRatio.median <= processor && result.perSecond >= perSecond
    }

    private var goal: String {
        "wall ≤ \(wall), CPU ≤ \(processor)" + (perSecond > 0 ? ", ≥ \(Int(perSecond)) a second of CPU" : "")
    }
}
