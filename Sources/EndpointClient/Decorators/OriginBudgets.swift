/// A `RetryBudget` for each origin, and one for all requests whose URL is relative.
struct OriginBudgets: Sendable {
    private var absolute: OriginTable<RetryBudget>
    private var relative: RetryBudget

    /// The same budget for everyone to begin with.
    init(_ budget: RetryBudget) {
        absolute = OriginTable(budget)
        relative = budget
    }

    /// Takes note of an attempt, and says whether a retry is allowed after it.
    mutating func record(_ outcome: AttemptOutcome, at origin: Origin?) -> Bool {
        guard let origin else { return relative.recordAndAllow(outcome) }
        return absolute.update(origin) { $0.recordAndAllow(outcome) }
    }
}

extension RetryBudget {
    fileprivate mutating func recordAndAllow(_ outcome: AttemptOutcome) -> Bool {
        record(outcome)
        return allowsRetry
    }
}
