import EndpointTesting

/// Two variants measured in turns within one run, because the speed of a shared machine drifts.
struct Comparison: Sendable {
    let name: String
    let baseline: Variant
    let candidate: Variant
    let rounds: Int
    let operations: Int

    /// Measures both variants in each round, after a warm-up round. The order alternates (ABBA), so that a drift affects both
    /// variants alike.
    func measure() async throws -> ComparisonResult {
        _ = try await round(0)
        var costs: [(baseline: Cost, candidate: Cost)] = []
        for number in 0..<rounds { costs.append(try await round(number)) }
        return ComparisonResult(comparison: self, costs: costs)
    }

    private func round(_ number: Int) async throws -> (baseline: Cost, candidate: Cost) {
        if number.isMultiple(of: 2) {
            let first = try await cost(of: baseline)
            return (first, try await cost(of: candidate))
        }
        let first = try await cost(of: candidate)
        return (try await cost(of: baseline), first)
    }

    private func cost(of variant: Variant) async throws -> Cost {
        try await Cost.of { try await variant.run(operations) }
    }
}

/// One implementation of the work that is compared.
struct Variant: Sendable {
    let name: String

    /// Does the work `count` times.
    let run: @Sendable (_ count: Int) async throws -> Void
}

/// The result of a comparison, as medians over its rounds.
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

    /// The result as a table of four lines.
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

/// The median, the minimum and the maximum of some figures.
struct Spread: Sendable {
    let median: Double
    let minimum: Double
    let maximum: Double

    /// - Precondition: there is at least one figure.
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

/// The command-line options of a benchmark that compares two variants.
struct ComparisonOptions: Sendable {
    static let synopsis = "[--gate] [--rounds 21] [--requests N] [--only baseline|candidate]"

    private enum Side: String {
        case baseline, candidate
    }

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int
    private let only: Side?

    /// - Parameter requests: the number of requests in a round when the command line gives none.
    init(_ arguments: inout Arguments, requests: Int) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        self.requests = try arguments.count("--requests") ?? requests
        only = try arguments.value("--only").map { text in
            guard let side = Side(rawValue: text) else { throw UsageError("--only takes baseline or candidate.") }
            return side
        }
    }

    /// Measures and prints, and with `--gate` checks the result. With `--only`, one variant runs a single round, for a profiler
    /// or a counter of instructions.
    func measure(_ name: String, _ baseline: Variant, _ candidate: Variant, _ gate: Gate) async throws {
        switch only {
        case .baseline: try await baseline.run(requests)
        case .candidate: try await candidate.run(requests)
        case nil:
            let comparison = Comparison(
                name: name, baseline: baseline, candidate: candidate, rounds: rounds, operations: requests)
            if isGated, gate.wall < .infinity { return try await gate.hold(comparison) }
            Console.line(try await comparison.measure().table)
        }
    }
}

/// The goals of a comparison.
struct Gate: Sendable {
    /// The highest ratios to the baseline.
    let wall: Double
    let processor: Double

    /// The fewest operations of the candidate in a second of processor time.
    var perSecond: Double = 0

    /// For a comparison that is only shown.
    static let none = Gate(wall: .infinity, processor: .infinity)

    static let explanation = """
        A comparison that misses its goal is measured anew, up to \(attempts) times in all, and passes when \
        one measurement meets all its goals: its figures are medians, but a machine that others use can spoil \
        a whole measurement.
        """

    private static let attempts = 3

    /// Measures until the goals are met, at most three times.
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
