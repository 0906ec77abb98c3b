/// When a call must have ended, on a clock that only its owner knows.
public struct CallDeadline: Sendable {
    /// How long the call was allowed to take when it began.
    public let limit: Duration

    private let remaining: @Sendable () -> Duration
    private let isOfAttempt: Bool

    /// A deadline that was `limit` away when the call began. The closure says how far it is now; negative when it has passed.
    public init(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        self.init(after: limit, ofAttempt: false, timeLeft: timeLeft)
    }

    /// A deadline of a call, or of one attempt of it.
    package init(after limit: Duration, ofAttempt isOfAttempt: Bool, timeLeft: @escaping @Sendable () -> Duration) {
        self.limit = limit
        self.isOfAttempt = isOfAttempt
        remaining = timeLeft
    }

    /// How far it is; negative when it has passed.
    public var timeLeft: Duration { remaining() }

    /// Why a call fails that is late: `URLError.timedOut`, with a sentence.
    public var error: URLError {
        isOfAttempt ? .attempt(longerThan: limit) : .call(longerThan: limit)
    }

    /// The earlier one of the two.
    public func sooner(_ other: CallDeadline?) -> CallDeadline {
        guard let other, other.timeLeft < timeLeft else { return self }
        return other
    }
}
