/// The deadline of a call and its observers, shared by all clients that a call passes through.
///
/// The context is part of the request. A client that waits checks ``timeLeft``, and a client that makes a decision
/// reports it with ``emit(_:)``.
public struct CallContext: Sendable {
    /// When the whole call must have ended; nil for no deadline.
    package var deadline: Deadline?

    /// How long one exchange with the server may wait, from when it leaves the queue; nil for no limit. The time in
    /// which a body is transferred doesn't count.
    public var attemptLimit: Duration? {
        get { attempt?.duration }
        set { attempt = newValue.map { Deadline.Limit($0, from: .context) } }
    }

    /// The limit of an attempt, with where it was set.
    package var attempt: Deadline.Limit?

    /// The timeouts of the call and its endpoint, which replace those of the layers; nil if there are none.
    package private(set) var timeouts: BoundTimeouts?

    /// The number of the attempt that a retrying client makes, from 1; 0 without one.
    package var attemptNumber = 0

    /// The trace of the call; nil if it is not traced.
    package var trace: (any CallTrace)?

    /// Signs each request of the call; nil if they are not signed.
    package var sign: (@Sendable (inout SignableRequest) async throws -> Void)?

    /// The whole response that a 304 (RFC 9110 §15.4.5) to this request confirms, for a client that records it; nil if
    /// the condition is not that of a cache, and as a result if the cache no longer has the response.
    package var confirmed: (@Sendable (APIResponse) async -> APIResponse?)?

    /// The request that is sent with this context; nil until the client that sends it has called ``beginSend()``.
    public private(set) var send: SendID?

    private var observer: (@Sendable (CallSignal) -> Void)?

    /// A context without a deadline and without observers.
    public init() {}

    /// How long the call may still take, negative after its deadline; nil without a deadline.
    public var timeLeft: Duration? { deadline?.timeLeft }

    /// Gives the call a deadline that is `limit` away now, unless it has an earlier one. The closure returns the time
    /// that is left; negative when the deadline has passed.
    public mutating func setDeadline(after limit: Duration, timeLeft: @escaping @Sendable () -> Duration) {
        deadline = Deadline(after: limit, timeLeft: timeLeft).earlier(deadline)
    }

    /// Sets the timeouts of the endpoint and of the call, from now on.
    package mutating func apply(_ call: CallTimeouts?, endpoint: CallTimeouts?, on time: TimeSource) {
        timeouts = BoundTimeouts(endpoint: endpoint, call: call)
        guard let timeouts else { return }
        if let limit = timeouts.limit(\.head) { attempt = limit }
        if let limit = timeouts.limit(\.call) { deadline = Deadline(after: limit, of: .call, on: time) }
    }

    /// Reports that bytes of the request's body have been sent. A client that sends bodies itself calls this for each
    /// piece, and with ``endBody()`` at the end: the time in which a body flows, at 1 KiB/s or faster, is not waiting.
    /// So it doesn't count towards the limit of an attempt and the default deadline of a stack.
    public func sent(bytes: Int) {
        report(.sent(bytes))
    }

    /// Reports that the whole body of the request has been sent.
    public func endBody() {
        report(.complete)
    }

    package func report(_ report: BodyReport) {
        observer?(.body(report))
    }

    package func report(_ hedge: HedgeReport) {
        observer?(.hedged(hedge))
    }

    /// Reports the headers with which a request is sent, for a client that has to know what was added to it.
    package func report(headers: @autoclosure () -> HeaderFields) {
        observer?(.headers(headers()))
    }

    /// Reports a step to the observers. The step isn't created if there are none.
    public func emit(_ step: @autoclosure () -> CallStep) {
        observer?(.step(step(), send))
    }

    /// This context with one more observer, which receives the steps from now on. Earlier observers are kept.
    public func observed(by observer: @escaping @Sendable (CallStep) -> Void) -> CallContext {
        var context = self
        context.observe { signal in if case .step(let step, _) = signal { observer(step) } }
        return context
    }

    /// A context for work that several calls share, such as one exchange for equal requests. It has the trace of this
    /// call, but neither its deadline nor its limit, because the work must not end with one of the calls.
    ///
    /// The steps of the work are reported to the observers of the calls that the closure returns at that moment, so
    /// that calls may join and leave.
    public func detached(reportingTo calls: @escaping @Sendable () -> [CallContext] = { [] }) -> CallContext {
        var context = CallContext()
        context.trace = trace
        context.observer = { signal in for call in calls() { call.observer?(signal) } }
        return context
    }

    /// A context for an exchange that the calls share which the closure returns at that moment, with equal limits of an
    /// attempt. Its deadline is the latest of theirs, and it has none if this call has none.
    package func shared(by calls: @escaping @Sendable () -> [CallContext]) -> CallContext {
        var context = detached(reportingTo: calls)
        (context.attempt, context.timeouts, context.confirmed) = (attempt, timeouts, confirmed)
        context.deadline = deadline?.moving { calls().map { $0.timeLeft ?? .farAway }.max() ?? .zero }
        return context
    }

    /// Adds an observer, which receives everything that is reported from now on, before the earlier observers do.
    package mutating func observe(by observer: consuming @escaping @Sendable (CallSignal) -> Void) {
        guard let first = self.observer else { return self.observer = observer }
        self.observer = { [observer] signal in
            observer(signal)
            first(signal)
        }
    }

    /// Stops reporting steps to the present observers once the call is over. Requests that end later are still
    /// reported.
    package mutating func mute(when isOver: @escaping @Sendable () -> Bool) {
        guard let observer else { return }
        self.observer = { signal in
            if case .step = signal, isOver() { return }
            observer(signal)
        }
    }

    /// Gives the request that is sent now an identity of its own, for its steps from now on.
    ///
    /// A client calls this for each request, including redirects, before the request waits in a queue, and
    /// ``endSend()`` after it. Otherwise two requests that one attempt sends at the same time cannot be distinguished:
    /// while one of them waits in a queue, the limit of the attempt doesn't run for the other. This ends an identity
    /// that an outer client has begun.
    @discardableResult public mutating func beginSend() -> SendID {
        endSend()
        let id = SendID()
        send = id
        observer?(.began(id))
        return id
    }

    /// Called when the request has its response, has failed or was given up.
    public func endSend() {
        if let send { observer?(.ended(send)) }
    }

    /// Throws after the deadline, so that no work starts whose result would be too late.
    ///
    /// - Throws: `URLError.timedOut`.
    public func checkDeadline() throws {
        if let deadline, isLate { throw deadline.error.attributed(to: .beforeSending) }
    }

    /// Whether the deadline has passed.
    package var isLate: Bool { timeLeft.map { $0 <= .zero } ?? false }
}
