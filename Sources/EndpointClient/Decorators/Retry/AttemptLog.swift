/// The attempts of one call so far.
struct AttemptLog: Sendable {
    private let start: Duration
    private var attemptStart: Duration
    private(set) var reports: [AttemptReport] = []

    /// The log of a call whose first attempt begins now.
    init(at now: Duration) {
        (start, attemptStart) = (now, now)
    }

    /// The number of the attempt that is under way, or comes next.
    var number: Int { reports.count + 1 }

    /// Another attempt begins.
    mutating func begin(at now: Duration) {
        attemptStart = now
    }

    /// The attempt has ended.
    mutating func end(_ attempt: Attempt, _ failure: RetryFailure?, at now: Duration) -> AttemptReport {
        let report = AttemptReport(
            number: number, start: attemptStart - start, duration: now - attemptStart, status: attempt.status,
            failure: failure)
        reports.append(report)
        return report
    }
}
