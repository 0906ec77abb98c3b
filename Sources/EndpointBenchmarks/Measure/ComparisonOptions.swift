/// The options of a benchmark that compares two variants, and what they mean.
struct ComparisonOptions: Sendable {
    static let synopsis = "[--gate] [--rounds 21] [--requests N] [--only baseline|candidate]"

    private enum Side: String {
        case baseline, candidate
    }

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int
    private let only: Side?

    /// - Parameter requests: how many a round has, unless the command line says otherwise.
    init(_ arguments: inout Arguments, requests: Int) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        self.requests = try arguments.count("--requests") ?? requests
        only = try arguments.value("--only").map { text in
            guard let side = Side(rawValue: text) else { throw UsageError("--only takes baseline or candidate.") }
            return side
        }
    }

    /// Measures and prints, against the gate if that is asked for. With `--only`, one variant runs a single round, which a
    /// profiler or a counter of instructions looks at from outside.
    func measure(_ name: String, _ baseline: Variant, _ candidate: Variant, _ gate: Gate) async throws {
        switch only {
        case .baseline: try await baseline.run(requests)
        case .candidate: try await candidate.run(requests)
        case nil:
            let comparison = Comparison(
                name: name, baseline: baseline, candidate: candidate, rounds: rounds, operations: requests)
            if isGated { return try await gate.hold(comparison) }
            Console.line(try await comparison.measure().table)
        }
    }
}
