/// How long a call may still take: a pure value, with times as durations since an arbitrary start.
struct Patience: Sendable {
    private let deadline: Duration?
    private let idle: Duration?
    private var end: Duration?
    private var lastSign: Duration = .zero

    init(deadline: Duration?, idle: Duration?) {
        self.deadline = deadline
        self.idle = idle
    }

    /// An exchange begins. The first one of a call sets the call's end.
    mutating func start(at now: Duration) {
        if end == nil { end = deadline.map { now + $0 } }
        lastSign = now
    }

    /// Bytes came or went.
    mutating func sign(at now: Duration) {
        lastSign = now
    }

    /// When patience ends, if nothing more happens; nil for never.
    var expiry: Duration? {
        switch (end, idle.map { lastSign + $0 }) {
        case (let end?, let silence?): min(end, silence)
        case (let end, let silence): end ?? silence
        }
    }

    /// Why a call fails that is out of patience.
    func error(at now: Duration) -> URLError {
        let passed = end.map { $0 <= now } ?? false
        let sentence =
            if passed, let deadline { "The call took longer than its deadline of \(deadline)." } else if let idle {
                "Nothing was sent or received for \(idle)."
            } else { "The call timed out." }
        return URLError(.timedOut, saying: sentence)
    }
}
