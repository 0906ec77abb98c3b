/// Runs an operation in a task of its own, and waits for its result only as long as a time limit allows.
///
/// When the time is over, or the caller is cancelled, the task is cancelled and no longer waited for. Up to where it first suspends, the
/// operation runs in the thread of the caller: until then it can't be given up, and one that never suspends costs no change of thread.
func race<Value: Sendable>(
    _ limit: TimeLimit, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try Task.checkCancellation()
    let result = Promise<Value>()
    let work: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        work = .immediate { await result.resolve(by: operation) }  // SE-0472
    } else {
        work = Task { await result.resolve(by: operation) }
    }
    if let result = result.ready { return try result.get() }
    limit.start { error in
        work.cancel()
        result.resolve(.failure(error))
    }
    defer { limit.stop() }
    return try await withTaskCancellationHandler {
        try await result.value {}
    } onCancel: {
        limit.giveUp(because: CancellationError())
    }
}

extension Promise {
    /// Decides the result by an operation, unless the task is cancelled meanwhile.
    fileprivate func resolve(by operation: @Sendable () async throws -> Value) async {
        let result = await Result { try await operation() }
        if !Task.isCancelled { resolve(result) }
    }
}

extension APIClient {
    /// Sends a request as ``race(_:_:)`` does. The time that the call spends in a queue does not count for the limit of an attempt, and
    /// nothing is emitted any more once the call was given up.
    func send(_ request: APIRequest, within limit: TimeLimit) async throws -> APIResponse {
        var request = request
        request.context.mute { limit.isExceeded }
        request.context.observe { limit.observe($0) }
        return try await race(limit) { [request] in try await send(request) }
    }
}

extension CallContext {
    /// Runs a closure of the app before anything is sent, and waits for it no longer than the call or an attempt may take.
    func beforeSending<Value: Sendable>(
        on time: any DeadlineClock, _ closure: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let closure = tracing(closure)
        if deadline == nil, attemptLimit == nil { return try await closure() }
        let limit = TimeLimit(deadline: deadline, attempt: attemptLimit, beforeSending: true, on: time)
        return try await race(limit, closure)
    }
}

/// How long an operation may take that does not enforce deadlines by itself: until the deadline of its call, and no longer than the
/// limit of an attempt.
final class TimeLimit: Sendable {
    private typealias Cancel = @Sendable () -> Void

    private struct State {
        /// When the attempt must have ended. The time in a queue moves it.
        var attemptEnd: Duration?
        var queuedAt: Duration?
        var callAlarm: Cancel?
        var attemptAlarm: Cancel?
        var giveUp: (@Sendable (any Error) -> Void)?
        var isExceeded = false
    }

    private let time: any DeadlineClock
    private let deadline: CallDeadline?
    private let attemptLimit: Duration
    private let otherError: (any Error)?
    private let isBeforeSending: Bool
    private let state: Locked<State>

    /// A limit whose time begins now. The operation may come before anything is sent: its failure then says nothing about the server.
    init(
        deadline: CallDeadline?, attempt attemptLimit: Duration? = nil, beforeSending isBeforeSending: Bool = false,
        on time: any DeadlineClock
    ) {
        (self.time, self.deadline, self.isBeforeSending) = (time, deadline, isBeforeSending)
        (self.attemptLimit, otherError) = (attemptLimit ?? .zero, nil)
        state = Locked(State(attemptEnd: attemptLimit.map { time.now() + $0 }))
    }

    /// A limit for anything else, whose time begins now, with the error that ends it.
    init(_ limit: Duration, error: any Error, on time: any DeadlineClock) {
        (self.time, deadline, attemptLimit, otherError, isBeforeSending) = (time, nil, limit, error, false)
        state = Locked(State(attemptEnd: time.now() + limit))
    }

    /// Whether the operation was given up.
    var isExceeded: Bool { state.withLock { $0.isExceeded } }

    /// Whether the call waits in a queue.
    var isQueued: Bool { state.withLock { $0.queuedAt != nil } }

    /// Begins to watch the time. `giveUp` is called at most once.
    func start(_ giveUp: @escaping @Sendable (any Error) -> Void) {
        state.withLock { $0.giveUp = giveUp }
        if let deadline {
            let expire: @Sendable () -> Void = { self.expire(with: deadline.error) }
            setCallAlarm(deadline.onExpiry(expire) ?? time.schedule(at: time.now() + deadline.timeLeft, expire))
        }
        setAttemptAlarm()
    }

    /// Ends watching the time: the operation has a result.
    func stop() {
        _ = end(isExceeded: false)
    }

    /// Gives up the operation, unless it has ended.
    func giveUp(because error: any Error) {
        end(isExceeded: true)?(error)
    }

    /// Stops the time of the attempt while the call waits in a queue. An attempt that ends in the queue has left it, unless it ends because
    /// it was given up.
    func observe(_ step: CallStep) {
        let now = time.now()
        switch step {
        case .queued: state.withLock { $0.queuedAt = now }
        case .admitted, .attempted:
            state.withLock { state in
                guard !state.isExceeded, let queuedAt = state.queuedAt.take() else { return }
                state.attemptEnd = state.attemptEnd.map { $0 + now - queuedAt }
            }
        default: return
        }
        setAttemptAlarm()
    }

    /// Keeps the alarm, or cancels it if the operation has ended meanwhile.
    private func setCallAlarm(_ cancel: Cancel?) {
        let isOver = state.withLock { state in
            if state.giveUp != nil { state.callAlarm = cancel }
            return state.giveUp == nil
        }
        if isOver { cancel?() }
    }

    /// Sets an alarm for the end of the attempt in place of the one before; none while the call waits in a queue.
    ///
    /// The alarm is made under the lock, so that of two threads the later one does not set the alarm for an earlier state.
    private func setAttemptAlarm() {
        let former = state.withLock { state in
            let former = state.attemptAlarm.take()
            guard state.giveUp != nil, state.queuedAt == nil, let end = state.attemptEnd else { return former }
            state.attemptAlarm = time.schedule(at: end) { self.expireAttempt(at: end) }
            return former
        }
        former?()
    }

    /// An alarm that went off at the moment at which it was replaced has no effect.
    private func expireAttempt(at end: Duration) {
        let isValid = state.withLock { $0.queuedAt == nil && $0.attemptEnd == end }
        if isValid { expire(with: otherError ?? URLError.attempt(longerThan: attemptLimit)) }
    }

    private func expire(with error: any Error) {
        giveUp(because: isBeforeSending || isQueued ? error.attributed(to: .beforeSending) : error)
    }

    private func end(isExceeded: Bool) -> (@Sendable (any Error) -> Void)? {
        let (alarms, giveUp) = state.withLock { state in
            let giveUp = state.giveUp.take()
            if isExceeded, giveUp != nil { state.isExceeded = true }
            return ([state.callAlarm.take(), state.attemptAlarm.take()], giveUp)
        }
        for alarm in alarms { alarm?() }
        return giveUp
    }
}
