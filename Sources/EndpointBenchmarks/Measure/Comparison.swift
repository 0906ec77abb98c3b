import EndpointTesting

/// Variants measured alternately within one run, because the speed of a shared machine drifts. The first one is the
/// baseline.
struct Comparison: Sendable {
    let name: String
    let baseline: Variant
    let candidates: [Candidate]
    let rounds: Int
    let operations: Int

    private var variants: [Variant] { [baseline] + candidates.map(\.variant) }

    /// Measures all variants in each round, after a warm-up round. The order alternates, so that a drift affects all
    /// alike.
    func measure() async throws -> ComparisonResult {
        _ = try await round(0)
        var rounds: [[Cost]] = []
        for number in 0..<self.rounds { rounds.append(try await round(number)) }
        return ComparisonResult(comparison: self, rounds: rounds)
    }

    /// The costs of one round, in the order of the variants.
    private func round(_ number: Int) async throws -> [Cost] {
        var costs: [(index: Int, cost: Cost)] = []
        let order = Array(variants.enumerated())
        for (index, variant) in number.isMultiple(of: 2) ? order : order.reversed() {
            costs.append((index, try await Cost.of { try await variant.run(operations) }))
        }
        return costs.sorted { $0.index < $1.index }.map(\.cost)
    }
}

/// One implementation of the work that is compared.
struct Variant: Sendable {
    let name: String

    /// Does the work `count` times.
    let run: @Sendable (_ count: Int) async throws -> Void
}

/// A variant that is compared with the baseline, and how good it must be.
struct Candidate: Sendable {
    let variant: Variant
    let gate: Gate
}

/// The result of a comparison, as medians over its rounds.
struct ComparisonResult: Sendable {
    /// The figures of one candidate.
    struct Figures: Sendable {
        let candidate: Candidate
        let wallRatio: Spread
        let processorRatio: Spread

        /// Operations in a second of processor time, in the median round.
        let perSecond: Double

        var isMet: Bool { candidate.gate.isMet(by: self) }
    }

    let figures: [Figures]
    private let lines: [String]

    init(comparison: Comparison, rounds: [[Cost]]) {
        let operations = Double(comparison.operations)
        figures = comparison.candidates.enumerated().map { number, candidate in
            Figures(
                candidate: candidate, wallRatio: Spread(rounds.map { $0[number + 1].wall / $0[0].wall }),
                processorRatio: Spread(rounds.map { $0[number + 1].processor / $0[0].processor }),
                perSecond: operations / Spread(rounds.map(\.[number + 1].processor)).median)
        }
        let title =
            "\(comparison.name): \(comparison.rounds) rounds of \(comparison.operations), medians [minimum..maximum]"
        let costs = ([comparison.baseline] + comparison.candidates.map(\.variant)).enumerated().map { number, variant in
            Self.line(variant.name, rounds.map { $0[number] }, comparison.operations)
        }
        let ratios = figures.map {
            "  \($0.candidate.variant.name) ÷ baseline: wall \($0.wallRatio), CPU \($0.processorRatio)"
        }
        lines = [title] + costs + ratios
    }

    /// The result as a table.
    var table: String { lines.joined(separator: "\n") }

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

    /// Measures and prints, and with `--gate` checks the result. With `--only`, one variant runs a single round, for a
    /// profiler or a counter of instructions.
    func measure(_ name: String, _ baseline: Variant, _ candidate: Variant, _ gate: Gate) async throws {
        try await measure(name, baseline, [Candidate(variant: candidate, gate: gate)])
    }

    /// Measures several candidates in one run. With `--only candidate`, the last one runs.
    func measure(_ name: String, _ baseline: Variant, _ candidates: [Candidate]) async throws {
        switch only {
        case .baseline: try await baseline.run(requests)
        case .candidate: try await candidates.last?.variant.run(requests)
        case nil:
            let comparison = Comparison(
                name: name, baseline: baseline, candidates: candidates, rounds: rounds, operations: requests)
            if isGated { return try await comparison.hold() }
            Console.line(try await comparison.measure().table)
        }
    }
}

/// The goals of a candidate.
struct Gate: Sendable {
    /// The highest ratios to the baseline.
    let wall: Double
    let processor: Double

    /// The fewest operations of the candidate in a second of processor time.
    var perSecond: Double = 0

    /// For a candidate without goals.
    static let none = Gate(wall: .infinity, processor: .infinity)

    func isMet(by figures: ComparisonResult.Figures) -> Bool {
        figures.wallRatio.median <= wall && figures.processorRatio.median <= processor
            && figures.perSecond >= perSecond
    }
}

extension Gate: CustomStringConvertible {
    var description: String {
        let ratios = wall == .infinity ? [] : ["wall ≤ \(wall)", "CPU ≤ \(processor)"]
        let goals = ratios + (perSecond > 0 ? ["≥ \(Int(perSecond)) a second of CPU"] : [])
        return goals.isEmpty ? "no goal" : goals.joined(separator: ", ")
    }
}

extension Gate {
    static let explanation = """
        A comparison that misses a goal is measured anew, up to \(Measurements.limit) times in all, and passes when \
        one measurement meets all goals: its figures are medians, but a machine that others use can spoil \
        a whole measurement.
        """
}

extension Comparison {
    /// Measures until all goals are met, at most three times.
    func hold() async throws {
        let goals = candidates.map { "\($0.variant.name): \($0.gate)" }.joined(separator: "; ")
        try await Measurements.repeated(name, goals: goals) {
            let result = try await measure()
            Console.line(result.table)
            return result.figures.allSatisfy(\.isMet)
        }
    }
}
