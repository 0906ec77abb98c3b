/// How long a call may still take: a pure value, with times as durations since an arbitrary start.
struct Patience: Sendable {
    private let deadline: Duration?
    private let idle: Duration?
    private var end: Duration?
    private var lastSign: Duration = .zero

    /// When the whole call must have ended, the wait for its turn included, and why it fails then; nil for never.
    private(set) var callEnd: CallEnd?

    init(deadline: Duration?, idle: Duration?) {
        self.deadline = deadline
        self.idle = idle
    }

    /// An exchange begins. The first one of a call sets the call's end.
    mutating func start(at now: Duration) {
        if end == nil { end = deadline.map { now + $0 } }
        lastSign = now
    }

    /// The call itself has a deadline, whenever it is let in.
    mutating func callEnds(at time: Duration, with error: URLError) {
        callEnd = CallEnd(time: time, error: error)
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
        let passed = end.map { $0 <= now } ?? false
        let sentence =
            if passed, let deadline { "The call took longer than its deadline of \(deadline.short)." } else if let idle
            {
                "Nothing was sent or received for \(idle.short)."
            } else { "The call timed out." }
        return URLError(.timedOut, saying: sentence)
    }

    private func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}
