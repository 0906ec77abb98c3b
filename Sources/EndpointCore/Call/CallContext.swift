/// The deadline of a call and its observers, shared by all clients that a call passes through.
///
/// The context travels with the request. A client that waits checks ``timeLeft``, and a client that makes a decision
/// reports it with ``emit(_:)``.
public struct CallContext: Sendable {
    /// When the whole call must have ended; nil for no deadline.
    package var deadline: CallDeadline?

    /// How long one exchange with the server may take, from when it leaves the queue; nil for no limit.
    public var attemptLimit: Duration?

    /// The trace of the call; nil if it is not traced.
    package var trace: (any CallTrace)?

    private var observer: (@Sendable (CallStep) -> Void)?

    /// A context without a deadline and without observers.
    public init() {}

    /// How long the call may still take, negative after its deadline; nil without a deadline.
    public var timeLeft: Duration? { deadline?.timeLeft }

    /// Gives the call a deadline that is `limit` away now, unless it has an earlier one. The closure returns the time that is
    /// left; negative when the deadline has passed.
    public mutating func setDeadline(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        deadline = CallDeadline(after: limit, timeLeft: timeLeft).earlier(deadline)
    }

    /// Reports what happened to the observers. The step is not created when there are none.
    public func emit(_ step: @autoclosure () -> CallStep) {
        observer?(step())
    }

    /// This context with one more observer, which receives the steps from now on. Earlier observers stay.
    public func observed(by observer: @escaping @Sendable (CallStep) -> Void) -> CallContext {
        var context = self
        context.observe(by: observer)
        return context
    }

    /// A context for work that several calls share, such as one exchange for equal requests. It has the trace of this call, but neither
    /// its deadline nor its limit, because the work must not end with one of the calls.
    ///
    /// The steps of the work are reported to the observers of the calls that the closure returns at that moment, so that calls may join
    /// and leave.
    public func detached(reportingTo calls: @escaping @Sendable () -> [CallContext] = { [] }) -> CallContext {
        var context = CallContext()
        context.trace = trace
        context.observer = { step in for call in calls() { call.emit(step) } }
        return context
    }

    /// Adds an observer, which receives the steps from now on and before the earlier observers.
    package mutating func observe(by observer: consuming @escaping @Sendable (CallStep) -> Void) {
        guard let first = self.observer else { return self.observer = observer }
        self.observer = { [observer] step in
            observer(step)
            first(step)
        }
    }

    /// Stops reporting to the present observers once the call is over.
    package mutating func mute(when isOver: @escaping @Sendable () -> Bool) {
        guard let observer else { return }
        self.observer = { step in if !isOver() { observer(step) } }
    }

    /// Throws after the deadline, so that no work begins whose result would come too late.
    ///
    /// - Throws: `URLError.timedOut`.
    public func checkDeadline() throws {
        if let deadline, isLate { throw deadline.error.attributed(to: .beforeSending) }
    }

    /// Whether the deadline has passed.
    package var isLate: Bool { timeLeft.map { $0 <= .zero } ?? false }
}

/// When a call must have ended. The clock stays with the client that sets the deadline.
package struct CallDeadline: Sendable {
    /// How long the call was allowed to take when it began.
    package let limit: Duration

    private let end: Duration
    private let clock: any DeadlineClock

    /// A deadline that was `limit` away when the call began. The closure returns the time that is left now; negative when
    /// the deadline has passed.
    package init(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        (self.limit, end, clock) = (limit, .zero, Countdown(timeLeft: timeLeft))
    }

    /// A deadline at a time on a clock.
    package init(after limit: Duration, at end: Duration, on clock: any DeadlineClock) {
        (self.limit, self.end, self.clock) = (limit, end, clock)
    }

    /// The time until the deadline; negative when it has passed.
    package var timeLeft: Duration { end - clock.now() }

    /// Calls a closure when the deadline passes, and returns a closure that cancels this; nil if the clock cannot do so.
    package func onExpiry(_ action: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        clock.schedule(at: end, action)
    }

    /// The error of a call that misses this deadline: `URLError.timedOut`, with a sentence that names the limit.
    package var error: URLError { .call(longerThan: limit) }

    /// The earlier of this deadline and another one.
    package func earlier(_ other: CallDeadline?) -> CallDeadline {
        guard let other, other.timeLeft < timeLeft else { return self }
        return other
    }
}

/// The clock of a deadline, with times as durations since an arbitrary start.
package protocol DeadlineClock: Sendable {
    /// The time now.
    func now() -> Duration

    /// Calls a closure at a time, and returns a closure that cancels this; nil if it cannot do so.
    func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?
}

/// A clock that runs from minus the time left to zero.
private struct Countdown: DeadlineClock {
    let timeLeft: @Sendable () -> Duration

    func now() -> Duration { .zero - timeLeft() }

    func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? { nil }
}

extension URLError {
    /// A call that missed its deadline.
    package static func call(longerThan limit: Duration) -> URLError {
        timedOut("The call took longer than its deadline of \(limit.shortText).")
    }

    /// An attempt that took longer than its limit.
    package static func attempt(longerThan limit: Duration) -> URLError {
        timedOut("The attempt took longer than its limit of \(limit.shortText).")
    }

    private static func timedOut(_ sentence: String) -> URLError {
        URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}
