/// When something must have ended, on which time source, what it limits, and the error if it takes longer.
///
/// A value: a copy can be extended by time that doesn't count.
package struct Deadline: Sendable {
    /// What is limited.
    package enum Subject: Sendable {
        /// A call, with everything that it includes.
        case call
        /// An attempt, without the wait in a queue before it.
        case attempt
        /// A call without the wait in a queue before it: the client's limit `deadline`.
        case exchanges
        /// The time in which nothing is sent or received: the client's limit `idle`.
        case silence
        /// The refresh of a credential.
        case refresh
    }

    /// When it passes, on its time source.
    package private(set) var end: Duration

    private let limit: Duration
    private let subject: Subject
    private let now: @Sendable () -> Duration
    /// Nil if its time source has no alarms.
    private let alarm: TimeSource.Alarm?

    /// A deadline that is `limit` away now.
    package init(after limit: Duration, of subject: Subject, on time: TimeSource) {
        (self.limit, self.subject, now, alarm) = (limit, subject, time.elapsed, time.alarm)
        end = time.now() + min(limit, .farAway)
    }

    /// The deadline of a call that was `limit` away when it began. The closure returns the time that is left now;
    /// negative when the deadline has passed.
    init(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        (self.limit, subject, end, alarm) = (limit, .call, .zero, nil)
        now = { .zero - min(timeLeft(), .farAway) }
    }

    /// The time until it passes; negative when it has.
    var timeLeft: Duration { end - now() }

    /// The error of an operation that this deadline ends: `URLError.timedOut` with a sentence that includes the limit,
    /// and for a refresh `CredentialError.refreshTimedOut`.
    package var error: any Error {
        switch subject {
        case .call: timedOut("The call took longer than its deadline of \(limit.shortText).")
        case .attempt: timedOut("The attempt took longer than its limit of \(limit.shortText).")
        case .exchanges: timedOut("The call took longer than \(limit.shortText), the client's limit `deadline`.")
        case .silence: timedOut("Nothing was sent or received for \(limit.shortText), the client's limit `idle`.")
        case .refresh: CredentialError.refreshTimedOut
        }
    }

    private func timedOut(_ sentence: String) -> URLError {
        URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// The earlier of this deadline and another one.
    package func earlier(_ other: Deadline?) -> Deadline {
        guard let other, other.timeLeft < timeLeft else { return self }
        return other
    }

    /// Extends it by a time that doesn't count.
    package mutating func extend(by time: Duration) { end += time }

    /// Restarts the whole limit now.
    package mutating func restart(at now: Duration) { end = now + min(limit, .farAway) }

    /// The same deadline with its end on another time source.
    package func converted(to time: TimeSource) -> Deadline {
        var converted = Deadline(after: limit, of: subject, on: time)
        converted.end = time.now() + timeLeft
        return converted
    }

    /// Calls a closure when it has passed, and returns a closure that cancels this. If its own time source has no
    /// alarms, those of another one are used.
    package func onExpiry(
        orOn other: TimeSource, _ action: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        if let alarm { alarm(end, action) } else { other.alarm(other.now() + timeLeft, action) }
    }
}
