/// What the clients around a call tell each other about it: how long it may take, and what happens to it.
///
/// It travels with the request. A client that waits looks at ``timeLeft``; one that decides something says so by ``emit(_:)``.
public struct CallContext: Sendable {
    /// When the whole call must have ended; nil for never.
    public var deadline: CallDeadline?

    /// How long one exchange with the server may take, from when it is let in; nil for as long as it likes.
    public var attemptLimit: Duration?

    private var observer: (@Sendable (CallStep) -> Void)?

    /// A call that may take its time, and that nobody watches.
    public init() {}

    /// How long the call may still take, negative when it is late; nil for any time.
    public var timeLeft: Duration? { deadline?.timeLeft }

    /// Tells those who watch the call what happened. Nothing is made for nobody.
    public func emit(_ step: @autoclosure () -> CallStep) {
        observer?(step())
    }

    /// This context, with one more who watches: from now on, and besides those who watch already.
    public func observed(by observer: @escaping @Sendable (CallStep) -> Void) -> CallContext {
        var context = self
        context.observe(by: observer)
        return context
    }

    /// Lets one more watch: from now on, and besides those who watch already.
    package mutating func observe(by observer: consuming @escaping @Sendable (CallStep) -> Void) {
        guard let first = self.observer else { return self.observer = observer }
        self.observer = { [observer] step in
            observer(step)
            first(step)
        }
    }

    /// From now on those who watch already are told only while the call is not over.
    package mutating func mute(when isOver: @escaping @Sendable () -> Bool) {
        guard let observer else { return }
        self.observer = { step in if !isOver() { observer(step) } }
    }

    /// Throws when the call's time is over, so that nothing is begun that nobody waits for.
    ///
    /// - Throws: `URLError.timedOut`.
    public func checkDeadline() throws {
        if let deadline, isLate { throw deadline.error.attributed(to: .beforeSending) }
    }

    /// Whether the call's time is over.
    package var isLate: Bool { timeLeft.map { $0 <= .zero } ?? false }
}

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

extension URLError {
    /// A call that took longer than it may.
    package static func call(longerThan limit: Duration) -> URLError {
        late("The call took longer than its deadline of \(limit.short).")
    }

    /// An attempt that took longer than it may.
    package static func attempt(longerThan limit: Duration) -> URLError {
        late("The attempt took longer than its limit of \(limit.short).")
    }

    private static func late(_ sentence: String) -> URLError {
        URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}
