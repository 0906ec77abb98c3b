/// When a call must have ended, on a clock that only its owner knows.
public struct CallDeadline: Sendable {
    /// How long the call was allowed to take when it began.
    public let limit: Duration

    private let remaining: @Sendable () -> Duration

    /// A deadline that was `limit` away when the call began. The closure says how far it is now; negative when it has passed.
    public init(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        self.limit = limit
        remaining = timeLeft
    }

    /// How far it is; negative when it has passed.
    public var timeLeft: Duration { remaining() }

    /// Why a call fails that is late: `URLError.timedOut`, with a sentence.
    public var error: URLError {
        URLError(
            .timedOut,
            userInfo: [NSLocalizedDescriptionKey: "The call took longer than its deadline of \(limit.short)."])
    }

    /// The earlier one of the two.
    public func sooner(_ other: CallDeadline?) -> CallDeadline {
        guard let other, other.timeLeft < timeLeft else { return self }
        return other
    }
}
