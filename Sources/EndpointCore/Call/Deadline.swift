/// When something must have ended, on which time source, what it limits, and the error if it takes longer.
///
/// A value: a copy can be extended by time that doesn't count. Only its ``UploadFlow`` is shared by all copies.
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
        /// The time until there is a connection.
        case connection
        /// The time from the head of a stream to its first element.
        case firstElement
        /// The time between two elements of a stream.
        case betweenElements
    }

    /// Where a limit was set.
    package enum Source: Sendable {
        /// In the context of a request, by a client of the app.
        case context
        /// By `timingOut(after:)` or `timingOut(eachAttemptAfter:)`.
        case decorator
        /// In a `ClientStack`, or its default.
        case stack(isDefault: Bool)
        /// In the timeouts of the endpoint.
        case endpoint
        /// In the timeouts of the call.
        case call
        /// In the limits of the client.
        case client
        /// In the `timeoutInterval` of the `URLRequest`.
        case request
    }

    /// A time, and where it was set.
    package struct Limit: Sendable {
        package let duration: Duration
        package let source: Source

        package init(_ duration: Duration, from source: Source) {
            (self.duration, self.source) = (duration, source)
        }
    }

    private let limit: Limit
    private let subject: Subject
    private let now: @Sendable () -> Duration
    /// Nil if its time source has no alarms.
    private let alarm: TimeSource.Alarm?
    /// The end without the time in which a body flows.
    private var fixedEnd: Duration
    /// The time in which the body of a request flows, which doesn't count; nil if it does.
    private var upload: UploadFlow?

    /// A deadline that is `limit` away now.
    package init(
        after limit: Limit, of subject: Subject, on time: TimeSource, without upload: UploadFlow? = nil
    ) {
        (self.limit, self.subject, now, alarm) = (limit, subject, time.elapsed, time.alarm)
        (fixedEnd, self.upload) = (time.now() + min(limit.duration, .farAway), upload)
    }

    /// The deadline of a call that was `limit` away when it began. The closure returns the time that is left now;
    /// negative when the deadline has passed.
    init(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        self.limit = Limit(limit, from: .context)
        (subject, fixedEnd, alarm, upload) = (.call, .zero, nil, nil)
        now = { .zero - min(timeLeft(), .farAway) }
    }

    /// When it passes, on its time source.
    package var end: Duration { upload.map { fixedEnd + $0.duration() } ?? fixedEnd }

    /// Whether it limits one attempt of a call.
    package var isOfAttempt: Bool {
        if case .attempt = subject { true } else { false }
    }

    /// The time until it passes; negative when it has.
    package var timeLeft: Duration { end - now() }

    /// The error of an operation that this deadline ends: `URLError.timedOut` with a sentence that includes the limit
    /// and where it was set. For a connection it is `cannotConnectToHost`, because nothing was sent, and for a refresh
    /// `CredentialError.refreshTimedOut`.
    package var error: any Error { error(while: nil) }

    /// Its error, which also says what happened in the meantime: `it waited in a queue`.
    package func error(while circumstance: String?) -> any Error {
        let sentence = "\(excess) \(limit.duration.shortText)\(origin)\(circumstance.map { ", while \($0)" } ?? "")."
        return switch subject {
        case .refresh: CredentialError.refreshTimedOut
        case .connection: URLError(.cannotConnectToHost, description: sentence)
        default: URLError(.timedOut, description: sentence)
        }
    }

    /// The earlier of this deadline and another one.
    package func earlier(_ other: Deadline?) -> Deadline {
        guard let other, other.timeLeft < timeLeft else { return self }
        return other
    }

    /// Extends it by a time that doesn't count.
    package mutating func extend(by time: Duration) { fixedEnd += time }

    /// Restarts the whole limit now.
    package mutating func restart(at now: Duration) { fixedEnd = now + min(limit.duration, .farAway) }

    /// Extends it, with all its copies, while the body of a request flows.
    package func record(_ report: BodyReport, at now: Duration) { upload?.record(report, now) }

    /// This deadline with an end that moves: it passes when the time that the closure returns is over.
    package func moving(timeLeft: @escaping @Sendable () -> Duration) -> Deadline {
        var moving = self
        moving.upload = UploadFlow(
            duration: { [now, fixedEnd] in
                now() + min(timeLeft(), .farAway) - fixedEnd
            }, record: { _, _ in })
        return moving
    }

    /// The same deadline with its end on another time source.
    package func converted(to time: TimeSource) -> Deadline {
        var converted = Deadline(after: limit, of: subject, on: time, without: upload)
        converted.fixedEnd = time.now() + timeLeft - (upload?.duration() ?? .zero)
        return converted
    }

    /// Whether it may be extended while an alarm is set.
    package var isExtendable: Bool { upload != nil }

    /// Calls a closure at its present end, and returns a closure that cancels this. If its own time source has no
    /// alarms, those of another one are used.
    package func setAlarm(
        orOn other: TimeSource, _ action: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        if let alarm { alarm(end, action) } else { other.alarm(other.now() + timeLeft, action) }
    }
}

// The sentence of the error.
extension Deadline {
    private var excess: String {
        switch subject {
        case .call, .exchanges: "The call took longer than"
        case .attempt: "The attempt waited longer than"
        case .silence: "Nothing was sent or received for"
        case .connection: "There was no connection within"
        case .firstElement: "The first element of the stream did not arrive within"
        case .betweenElements: "The next element of the stream did not arrive within"
        case .refresh: "The refresh took longer than"
        }
    }

    /// Where the limit was set, and how to change a default.
    private var origin: String {
        let property = isOfAttempt ? "attemptDeadline" : "deadline"
        switch limit.source {
        case .context: return isOfAttempt ? ", the `attemptLimit` of its context" : ", its deadline"
        case .decorator: return ", the limit of `timingOut(\(isOfAttempt ? "eachAttemptAfter" : "after"):)`"
        case .stack(isDefault: false): return ", the `\(property)` of its client stack"
        case .stack(isDefault: true):
            return ", the default of `standard`. For another limit set `\(property)` there, "
                + "or `timeouts.\(timeout)` of the endpoint or the call"
        case .endpoint: return ", the `timeouts.\(timeout)` of the endpoint"
        case .call: return ", the `timeouts.\(timeout)` of the call"
        case .client:
            if case .silence = subject { return ", the client's limit `idle`" }
            return ", the client's limit `deadline`"
        case .request: return ", the `timeoutInterval` of the request"
        }
    }

    /// The property of ``CallTimeouts`` that limits the same.
    private var timeout: String {
        switch subject {
        case .attempt: "head"
        case .connection: "connect"
        case .firstElement: "firstElement"
        case .betweenElements: "betweenElements"
        case .call, .exchanges, .silence, .refresh: "call"
        }
    }
}
