/// Two variants measured in turns within one run, because the machine is shared and its speed drifts.
struct Comparison: Sendable {
    let name: String
    let baseline: Variant
    let candidate: Variant
    let rounds: Int
    let operations: Int

    /// Measures both in each round, after one that does not count. The order changes from round to round (ABBA), so that a drift
    /// is for one as often as for the other.
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
