/// The time in which a body is transferred, at 1 KiB/s or faster over 10 s: such time is not waiting.
///
/// Each byte counts as 1/1024 s, from when it is transferred, and at most 10 s are granted ahead. So a transfer that
/// stops is noticed after 10 s, and one that has ended at once.
package struct BodyFlow: Sendable {
    private static let lowestRate = 1024.0
    private static let window = Duration.seconds(10)

    /// The time granted so far.
    package private(set) var duration = Duration.zero
    /// Until when the granted time lasts; nil if nothing is transferred.
    private var end: Duration?

    package init() {}

    /// Counts transferred bytes.
    package mutating func record(_ bytes: Int, at now: Duration) {
        let start = max(end ?? now, now)
        let granted = min(.seconds(Double(max(0, bytes)) / Self.lowestRate), now + Self.window - start)
        guard granted > .zero else { return }
        duration += granted
        end = start + granted
    }

    /// Counts what a client reports.
    package mutating func record(_ report: BodyReport, at now: Duration) {
        switch report {
        case .sent(let bytes): record(bytes, at: now)
        case .complete: stop(at: now)
        }
    }

    /// The body is complete: what was granted for the time from now on is taken back.
    package mutating func stop(at now: Duration) {
        if let end, end > now { duration -= end - now }
        end = nil
    }
}

/// The flow of the body of a request, shared by all copies of a deadline that it extends. Its state is outside of this
/// module, which has no locks.
package struct UploadFlow: Sendable {
    /// The time granted so far.
    let duration: @Sendable () -> Duration
    /// Records a report at a time.
    let record: @Sendable (BodyReport, Duration) -> Void

    package init(
        duration: @escaping @Sendable () -> Duration, record: @escaping @Sendable (BodyReport, Duration) -> Void
    ) {
        (self.duration, self.record) = (duration, record)
    }
}

/// What a client reports of the body that it sends.
package enum BodyReport: Sendable {
    /// So many further bytes have been sent.
    case sent(Int)
    /// The whole body has been sent, or the rest isn't wanted.
    case complete
}
