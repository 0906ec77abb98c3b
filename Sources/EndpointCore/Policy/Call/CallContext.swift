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
        if let deadline, isLate { throw deadline.error.marked(.beforeSending) }
    }

    /// Whether the call's time is over.
    package var isLate: Bool { timeLeft.map { $0 <= .zero } ?? false }
}
