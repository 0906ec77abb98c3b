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
        let slowness = figures["header", default: []].map { max(1, $0 / Self.headerCost) }
        Console.line("overhead: \(rounds) rounds of \(requests), µs of CPU a call, median [min..max]")
        return OverheadCase.all.compactMap { item in
            let own = figures[item.name, default: []]
            let name = item.name.padding(toLength: 16, withPad: " ", startingAt: 0)
            guard let goal = item.goal, let base = figures[goal.above] else {
                Console.line("  \(name)\(Spread(own))")
                return nil
            }
            let added = zip(own, base).map { $0 - $1 }
            let fair = Spread(zip(added, slowness).map { $0 / $1 }).median
            let figure = String(format: "%.3f, at most %.1f", fair, goal.0)
            Console.line("  \(name)\(Spread(added)) above \(goal.above); on the machine of the goals \(figure)")
            return fair > goal.0 ? item.name : nil
        }
    }

    /// What it takes to set a header, in µs, on the machine that the goals were set on. A round that takes longer for that is
    /// one on a slower machine, or on one that others keep busy, and what it measured is scaled.
    private static let headerCost = 1.4
}
