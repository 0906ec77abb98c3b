/// The time limits of one call: a pure value. Times are durations since an arbitrary start.
struct ExchangeTimeouts: Sendable {
    private var deadline: Duration?
    private var attemptLimit: Duration?
    private let idle: Duration?
    private var end: Duration?
    private var lastActivity: Duration = .zero

    /// When the whole call must have ended, its wait in the queue included; nil for no limit.
    var callDeadline: AbsoluteDeadline?

    init(deadline: Duration?, attemptLimit: Duration? = nil, idle: Duration?) {
        self.deadline = deadline
        self.attemptLimit = attemptLimit
        self.idle = idle
    }

    /// An exchange begins. `deadline` and `attemptLimit` are counted from the first exchange of the call.
    mutating func start(at now: Duration) {
        if end == nil { end = earlier(deadline, attemptLimit).map { now + $0 } }
        lastActivity = now
    }

    /// Bytes have been sent or received: the idle time begins anew.
    mutating func recordActivity(at now: Duration) {
        lastActivity = now
    }

    /// The response has begun, and its body is read as a stream: from now on only the idle time is limited.
    mutating func beginStream() {
        (deadline, attemptLimit, end, callDeadline) = (nil, nil, nil, nil)
    }

    /// When the exchange times out if nothing more is sent or received; nil for never.
    var expiry: Duration? {
        let idleEnd = idle.map { lastActivity + $0 }
        return earlier(earlier(end, idleEnd), callDeadline?.time)
    }

    /// The error of a call that has timed out: it names the limit that has passed.
    func error(at now: Duration) -> URLError {
        if let callDeadline, callDeadline.time <= now { return callDeadline.error }
        if let end, end <= now { return tookTooLong }
        guard let idle else { return URLError(.timedOut, description: "The call timed out.") }
        return URLError(
            .timedOut,
            description: "Nothing was sent or received for \(idle.shortText), the client's limit `idle`.")
    }

    private var tookTooLong: URLError {
        if let attemptLimit, attemptLimit == earlier(attemptLimit, deadline) {
            return .attempt(longerThan: attemptLimit)
        }
        guard let deadline else { return URLError(.timedOut, description: "The call timed out.") }
        return URLError(
            .timedOut,
            description: "The call took longer than \(deadline.shortText), the client's limit `deadline`.")
    }

    private func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}

/// When a call must have ended, and the error that it fails with then.
struct AbsoluteDeadline: Sendable {
    let time: Duration
    let error: URLError
}
