/// Repeats a measurement that misses its goals: a machine that others use can spoil a whole one.
enum Measurements {
    static let limit = 3

    /// Measures until all goals are met, at most three times, and then throws `MissedGoal`.
    ///
    /// - Parameters:
    ///   - name: What is measured.
    ///   - goals: The goals in words.
    ///   - isGated: Whether the goals count; otherwise the first measurement is the only one.
    ///   - measure: Measures once, prints the figures, and returns whether all goals are met.
    static func repeated(
        _ name: String, goals: String, isGated: Bool = true, _ measure: () async throws -> Bool
    ) async throws {
        guard isGated else {
            _ = try await measure()
            return
        }
        for number in 1...limit {
            let isMet = try await measure()
            Console.line("  \(isMet ? "ok" : "missed") (\(goals)), measurement \(number) of at most \(limit)")
            if isMet { return }
        }
        throw MissedGoal("\(name): \(goals) in none of \(limit) measurements.")
    }
}
