/// Runs an operation against the clock if it doesn't enforce deadlines itself: until the deadline of its call, and no
/// longer than the limit of an attempt.
final class Race: Sendable {
    private typealias Cancel = @Sendable () -> Void

    private struct State {
        /// The limit of the attempt. The time in a queue extends it.
        var attempt: Deadline?
        /// The requests that have begun, and whether each waits in a queue. Those without an identity share one entry.
        var sends: [SendID?: Bool] = [:]
        var queuedAt = Duration.zero
        var callAlarm: Cancel?
        var attemptAlarm: Cancel?
        var giveUp: (@Sendable (any Error) -> Void)?
        var isLost = false

        /// Whether all requests wait in a queue, and there are any.
        var isQueued: Bool { !sends.isEmpty && sends.values.allSatisfy { $0 } }

        mutating func observe(_ signal: CallSignal) {
            switch signal {
            case .began(let send): sends[send] = false
            case .step(.queued, let send): sends[send] = true
            case .step(.admitted, let send?): sends[send] = false
            case .ended(let send): sends[send] = nil
            case .step(.admitted, nil): sends[nil] = nil
            case .step(.attempted, _): sends = [:]
            case .step, .headers, .body, .hedged: break
            }
        }
    }

    private let time: TimeSource
    private let call: Deadline?
    private let isBeforeSending: Bool
    private let state: Locked<State>

    /// A race that begins now. If the operation comes before anything is sent, its failure isn't evidence of the
    /// server's health.
    init(
        until call: Deadline? = nil, attempt: Deadline? = nil, beforeSending isBeforeSending: Bool = false,
        on time: TimeSource
    ) {
        (self.time, self.call, self.isBeforeSending) = (time, call, isBeforeSending)
        state = Locked(State(attempt: attempt))
    }

    /// Whether the operation was given up.
    var isLost: Bool { state.withLock { $0.isLost } }

    /// Whether the call waits in a queue, with all its requests.
    var isQueued: Bool { state.withLock(\.isQueued) }

    /// Runs an operation in a task of its own, and waits for its result only as long as the deadlines allow.
    ///
    /// When one has passed, or the caller is cancelled, the task is cancelled and no longer waited for. Up to where it
    /// first suspends, the operation runs in the thread of the caller: until then it can't be given up, and one that
    /// never suspends costs no change of thread.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let result = Promise<Value>()
        let work: Task<Void, Never>
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            work = .immediate { await result.resolve(by: operation) }  // SE-0472
        } else {
            work = Task { await result.resolve(by: operation) }
        }
        if let result = result.ready { return try result.get() }
        start { error in
            work.cancel()
            result.resolve(.failure(error))
        }
        defer { stop() }
        return try await withTaskCancellationHandler {
            try await result.value {}
        } onCancel: {
            giveUp(because: CancellationError())
        }
    }

    /// Starts the timer. `giveUp` is called at most once.
    func start(_ giveUp: @escaping @Sendable (any Error) -> Void) {
        state.withLock { $0.giveUp = giveUp }
        if let call { setCallAlarm(call.onExpiry(orOn: time) { self.expire(by: call) }) }
        setAttemptAlarm()
    }

    /// Stops the timer: the operation has a result.
    func stop() {
        _ = end(isLost: false)
    }

    /// Pauses the time of the attempt while all its requests wait in a queue. An attempt that ends has left the queue,
    /// unless it ends because it was given up.
    func observe(_ signal: CallSignal) {
        let now = time.now()
        if case .body(let report) = signal { return state.withLock { $0.attempt?.record(report, at: now) } ?? () }
        let hasChanged = state.withLock { state in
            guard !state.isLost else { return false }
            let wasQueued = state.isQueued
            state.observe(signal)
            switch (wasQueued, state.isQueued) {
            case (false, true): state.queuedAt = now
            case (true, false): state.attempt?.extend(by: now - state.queuedAt)
            default: return false
            }
            return true
        }
        if hasChanged { setAttemptAlarm() }
    }

    /// Keeps the alarm, or cancels it if the operation has ended meanwhile.
    private func setCallAlarm(_ cancel: @escaping Cancel) {
        let isOver = state.withLock { state in
            if state.giveUp != nil { state.callAlarm = cancel }
            return state.giveUp == nil
        }
        if isOver { cancel() }
    }

    /// Replaces the alarm for the end of the attempt; removes it while the call waits in a queue.
    ///
    /// The alarm is made under the lock, so that of two threads the later one does not set the alarm for an earlier
    /// state.
    private func setAttemptAlarm() {
        let former = state.withLock { state in
            let former = state.attemptAlarm.take()
            guard state.giveUp != nil, !state.isQueued, let attempt = state.attempt else { return former }
            state.attemptAlarm = attempt.onExpiry(orOn: time) { self.expireAttempt() }
            return former
        }
        former?()
    }

    /// An alarm that fired just as it was replaced only sets another one.
    private func expireAttempt() {
        let attempt = state.withLock { $0.isQueued ? nil : $0.attempt }
        guard let attempt else { return }
        if attempt.timeLeft <= .zero { expire(by: attempt) } else { setAttemptAlarm() }
    }

    private func expire(by deadline: Deadline) {
        let isUnsent = isBeforeSending || isQueued
        giveUp(because: isUnsent ? deadline.error.attributed(to: .beforeSending) : deadline.error)
    }

    /// Gives up the operation, unless it has ended.
    private func giveUp(because error: any Error) {
        end(isLost: true)?(error)
    }

    private func end(isLost: Bool) -> (@Sendable (any Error) -> Void)? {
        let (alarms, giveUp) = state.withLock { state in
            let giveUp = state.giveUp.take()
            if isLost, giveUp != nil { state.isLost = true }
            return ([state.callAlarm.take(), state.attemptAlarm.take()], giveUp)
        }
        for alarm in alarms { alarm?() }
        return giveUp
    }
}

extension Promise {
    /// Resolves with the result of an operation, unless the task is cancelled meanwhile.
    fileprivate func resolve(by operation: @Sendable () async throws -> Value) async {
        let result = await Result { try await operation() }
        if !Task.isCancelled { resolve(result) }
    }
}

extension APIClient {
    /// Sends a request in a race. The time that the call spends in a queue does not count towards the limit of an
    /// attempt, and no events are emitted after the call was given up.
    func send(_ request: APIRequest, within race: Race) async throws -> APIResponse {
        var request = request
        request.context.mute { race.isLost }
        request.context.observe { race.observe($0) }
        return try await race.run { [request] in try await send(request) }
    }
}

extension CallContext {
    /// Runs a closure of the app before anything is sent, for no longer than the call or an attempt may take.
    func beforeSending<Value: Sendable>(
        on time: TimeSource, _ closure: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let closure = tracing(closure)
        if deadline == nil, attempt == nil { return try await closure() }
        let attempt = attempt.map { Deadline(after: $0, of: .attempt, on: time) }
        return try await Race(until: deadline, attempt: attempt, beforeSending: true, on: time).run(closure)
    }
}
