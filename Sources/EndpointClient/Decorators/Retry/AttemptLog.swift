/// The attempts of one call so far.
struct AttemptHistory: Sendable {
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

    /// What is to be said of the attempt that has ended.
    func report(_ attempt: Attempt, _ failure: RetryFailure?, at now: Duration) -> AttemptReport {
        AttemptReport(
            number: number, start: attemptStart - start, duration: now - attemptStart, status: attempt.status,
            failure: failure)
    }

    /// The attempt was not the last one, or failed.
    mutating func add(_ report: AttemptReport) {
        reports.append(report)
    }
}
