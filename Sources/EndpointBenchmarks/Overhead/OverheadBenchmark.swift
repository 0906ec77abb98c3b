import EndpointTesting

/// What each decorator adds to a call that needs nothing of it.
struct OverheadBenchmark: Benchmark {
    static let synopsis = "overhead [--gate] [--rounds 21] [--requests 20000] [--only NAME]"
    static let summary =
        "What each decorator, and the standard stack, adds to a call in memory that needs nothing of it."

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int
    private let only: OverheadCase?

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        requests = try arguments.count("--requests") ?? 20_000
        only = try arguments.value("--only").map { name in
            guard let found = OverheadCase.all.first(where: { $0.name == name }) else {
                throw UsageError("--only takes one of: \(OverheadCase.all.map(\.name).joined(separator: ", ")).")
            }
            return found
        }
    }

    func run() async throws {
        if let only { return try await only.run(requests) }
        for attempt in 1...(isGated ? 3 : 1) {
            let misses = try await measure()
            if !isGated || misses.isEmpty { return }
            Console.line("  missed by \(misses.joined(separator: ", ")), measurement \(attempt) of at most 3")
        }
        throw MissedGoal("a decorator costs more than it may in each of 3 measurements.")
    }

    /// Every case in every round, one after the other, so that a drift of the machine is for all of them.
    private func measure() async throws -> [String] {
        var costs = [[Double]](repeating: [], count: OverheadCase.all.count)
        for round in 0...rounds {
            for (place, item) in OverheadCase.all.enumerated() {
                let cost = try await Cost.of { try await item.run(requests) }
                if round > 0 { costs[place].append(cost.processor / Double(requests) * 1e6) }
            }
        }
        return report(costs)
    }

    private func report(_ costs: [[Double]]) -> [String] {
        let figures = Dictionary(uniqueKeysWithValues: zip(OverheadCase.all.map(\.name), costs))
        let slowness = max(1, Spread(figures["header", default: [0]]).median / Self.headerCost)
        Console.line("overhead: \(rounds) rounds of \(requests), µs of CPU a call, median [min..max]")
        return OverheadCase.all.compactMap { item in
            let own = figures[item.name, default: []]
            let base = item.goal.flatMap { figures[$0.above] } ?? own.map { _ in 0 }
            let spread = Spread(zip(own, base).map { $0 - $1 })
            let goal = item.goal.map { "above \($0.above), at most \($0.0)" } ?? ""
            Console.line("  \(item.name.padding(toLength: 16, withPad: " ", startingAt: 0))\(spread)  \(goal)")
            return spread.median > (item.goal?.0 ?? .infinity) * slowness * Self.slack ? item.name : nil
        }
    }

    /// What it takes to set a header, in µs, on the machine that the goals were set on. On a slower one, or one that others keep
    /// busy, the goals grow along.
    private static let headerCost = 1.4

    /// How far beyond its goal a figure fails the gate: the gate is there for a step, not for the noise of a busy machine.
    private static let slack = 1.4
}
