/// How long a call may still take: a pure value, with times as durations since an arbitrary start.
struct ExchangeTimeouts: Sendable {
    private let deadline: Duration?
    private let attemptLimit: Duration?
    private let idle: Duration?
    private var end: Duration?
    private var lastSign: Duration = .zero

    /// When the whole call must have ended, the wait for its turn included, and why it fails then; nil for never.
    private(set) var callEnd: AbsoluteDeadline?

    init(deadline: Duration?, attemptLimit: Duration? = nil, idle: Duration?) {
        self.deadline = deadline
        self.attemptLimit = attemptLimit
        self.idle = idle
    }

    /// An exchange begins. The first one of a call sets the call's end.
    mutating func start(at now: Duration) {
        if end == nil { end = earlier(deadline, attemptLimit).map { now + $0 } }
        lastSign = now
    }

    /// The call itself has a deadline, whenever it is let in.
    mutating func callEnds(at time: Duration, with error: URLError) {
        callEnd = AbsoluteDeadline(time: time, error: error)
    }

    /// Bytes came or went.
    mutating func sign(at now: Duration) {
        lastSign = now
    }

    /// When patience ends, if nothing more happens; nil for never.
    var expiry: Duration? {
        let silence = idle.map { lastSign + $0 }
        return earlier(earlier(end, silence), callEnd?.time)
    }

    /// Why a call fails that is out of patience.
    func error(at now: Duration) -> URLError {
        if let callEnd, callEnd.time <= now { return callEnd.error }
        if let end, end <= now { return tooLong }
        let sentence = idle.map { "Nothing was sent or received for \($0.shortText)." } ?? "The call timed out."
        return URLError(.timedOut, saying: sentence)
    }

    private var tooLong: URLError {
        if let attemptLimit, attemptLimit == earlier(attemptLimit, deadline) {
            return .attempt(longerThan: attemptLimit)
        }
        return .call(longerThan: deadline ?? .zero)
    }

    private func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}

/// When a call must have ended, and why it fails then.
struct AbsoluteDeadline: Sendable {
    let time: Duration
    let error: URLError
}
