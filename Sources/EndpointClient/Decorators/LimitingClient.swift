/// A client that limits the number of calls to each origin, by a ``CallLimit``, and obeys quotas that are used up.
struct LimitingClient: ClientDecorator {
    /// The client that sends the admitted requests.
    let upstream: any APIClient

    let limiter: CallLimiter

    var order: LayerOrder? { .limiting }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    /// - Throws: `URLError.timedOut` when the deadline of the call has passed in the queue, and `QuotaExceededError`
    ///   when a quota is used up until after it; otherwise the error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        let place = try await limiter.place(for: &request.context, of: request)
        defer { if place.wasQueued { request.context.endSend() } }
        let result = await Result { [request] in try await upstream.send(request) }
        guard request.isDownload, case .success(var response) = result, case .stream(let stream) = response.body else {
            limiter.end(place, with: result, isOver: true)
            return try result.get()
        }
        limiter.end(place, with: result, isOver: false)
        response.body = .stream(stream.observed { [limiter] _ in limiter.release(place) })
        return response
    }
}

/// The calls to all origins under one ``CallLimit``: those under way, and those that wait.
final class CallLimiter: Sendable {
    /// The place of a call among those under way.
    struct Place: Sendable {
        let origin: Origin?
        let permit: CallGate.Permit
        let wasQueued: Bool
    }

    private struct State {
        let limit: CallLimit
        var gates: [Origin?: CallGate] = [:]
        var mostGates = 1024
        var waiters: [Int64: Promise<CallGate.Permit>] = [:]
        var alarms: [Origin?: (time: Duration, cancel: @Sendable () -> Void)] = [:]
        var lastNumber: Int64 = 0

        /// Changes the calls of an origin. Origins without calls are removed once there are many.
        mutating func update<Result>(
            _ origin: Origin?, at now: Duration, _ change: (inout CallGate) -> Result
        ) -> Result {
            if gates.count >= mostGates, gates[origin] == nil {
                gates = gates.filter { !$0.value.isIdle(at: now) }
                mostGates = max(1024, 2 * gates.count)
            }
            return change(&gates[origin, default: CallGate(limit)])
        }
    }

    private let baseOrigin: Origin?
    private let time: TimeSource
    private let state: Locked<State>

    init(_ limit: CallLimit, baseOrigin: Origin?, time: TimeSource) {
        (self.baseOrigin, self.time) = (baseOrigin, time)
        state = Locked(State(limit: limit))
    }

    deinit {
        for alarm in state.withLock({ $0.alarms.values }) { alarm.cancel() }
    }

    /// The number of calls under way and of calls that wait.
    var counts: (underWay: Int, waiting: Int) {
        state.withLock { state in
            (state.gates.values.reduce(0) { $0 + $1.underWay }, state.gates.values.reduce(0) { $0 + $1.waitingCount })
        }
    }

    /// The number of origins with a state.
    var originCount: Int { state.withLock { $0.gates.count } }

    /// A place for a call, after a wait in the queue if there is none. If it waits, its steps get the identity of a
    /// request of their own.
    func place(for context: inout CallContext, of request: APIRequest) async throws -> Place {
        let origin = request.origin ?? baseOrigin, group = QuotaGroup(request), now = time.now()
        let deadline = context.timeLeft.map { now + $0 }
        let promise = Promise<CallGate.Permit>()
        let (arrival, number) = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let arrival = state.update(origin, at: now) { $0.arrive(number, group, deadline: deadline, at: now) }
            if arrival == .queued { state.waiters[number] = promise }
            return (arrival, number)
        }
        switch arrival {
        case .admitted(let permit): return Place(origin: origin, permit: permit, wasQueued: false)
        case .refused(let refusal): throw error(of: refusal, from: origin, at: now)
        case .queued:
            context.beginSend()
            do {
                context.emit(.queued)
                change(origin)
                let permit = try await wait(promise, number, origin, in: context)
                context.emit(.admitted(after: time.now() - now))
                return Place(origin: origin, permit: permit, wasQueued: true)
            } catch {
                context.endSend()
                throw error
            }
        }
    }

    /// Records the result of a call, and releases its place if it is over.
    func end(_ place: Place, with result: Result<APIResponse, any Error>, isOver: Bool) {
        let report = (try? result.get()).flatMap { QuotaReport($0, now: time.date()) }
        change(place.origin) { gate, now in
            gate.record(CallOutcome(result), report, for: place.permit, at: now)
            if isOver { gate.release(place.permit) }
        }
    }

    /// Releases the place of a call that has no outcome, or whose outcome was recorded before.
    func release(_ place: Place) {
        change(place.origin) { gate, _ in gate.release(place.permit) }
    }

    /// Waits until the call is admitted. One that was cancelled meanwhile, or whose deadline has passed, isn't sent.
    private func wait(
        _ promise: Promise<CallGate.Permit>, _ number: Int64, _ origin: Origin?, in context: CallContext
    ) async throws -> CallGate.Permit {
        let cancelAlarm = context.deadline.map { deadline in
            deadline.onExpiry(orOn: time) { [weak self] in
                self?.leave(number, origin, because: Self.error(of: deadline, in: origin))
            }
        }
        defer { cancelAlarm?() }
        let permit = try await withTaskCancellationHandler {
            try await promise.value {}
        } onCancel: {
            leave(number, origin, because: CancellationError())
        }
        do {
            try Task.checkCancellation()
            if let deadline = context.deadline, deadline.timeLeft <= .zero {
                throw Self.error(of: deadline, in: origin)
            }
            return permit
        } catch {
            release(Place(origin: origin, permit: permit, wasQueued: true))
            throw error
        }
    }

    /// Fails a call that waits.
    private func leave(_ number: Int64, _ origin: Origin?, because error: any Error) {
        let now = time.now()
        let promise = state.withLock { state in
            state.update(origin, at: now) { $0.leave(number) } ? state.waiters.removeValue(forKey: number) : nil
        }
        promise?.resolve(.failure(error))
    }

    /// Changes the calls of an origin, resumes those that leave the queue, and sets an alarm for those that wait for a
    /// time.
    private func change(_ origin: Origin?, _ change: (inout CallGate, Duration) -> Void = { _, _ in }) {
        let now = time.now()
        let exits = state.withLock { state in
            let (exits, wakeup) = state.update(origin, at: now) { gate in
                change(&gate, now)
                return (gate.advance(at: now), gate.wakeup(after: now))
            }
            if let wakeup { setAlarm(for: origin, to: wakeup, at: now, &state) }
            return exits.compactMap { exit in
                state.waiters.removeValue(forKey: exit.number).map { (promise: $0, result: exit.result) }
            }
        }
        for (promise, result) in exits {
            promise.resolve(result.mapError { error(of: $0, from: origin, at: now) })
        }
    }

    private func setAlarm(for origin: Origin?, to wakeup: Duration, at now: Duration, _ state: inout State) {
        if let alarm = state.alarms[origin] {
            if alarm.time <= wakeup, alarm.time > now { return }
            alarm.cancel()
        }
        // A sleep and not an alarm of the time source: around a client that answers from memory it ends at once.
        let sleeper = Task { [weak self, time] in
            guard (try? await time.sleep(until: wakeup)) != nil, let self else { return }
            self.state.withLock { state in
                if state.alarms[origin]?.time == wakeup { state.alarms[origin] = nil }
            }
            self.change(origin)
        }
        state.alarms[origin] = (wakeup, { sleeper.cancel() })
    }

    private func error(of refusal: CallGate.Refusal, from origin: Origin?, at now: Duration) -> any Error {
        QuotaExceededError(
            host: origin?.host ?? "the server", resource: refusal.resource.isEmpty ? nil : refusal.resource,
            retryAfter: refusal.end - now)
    }

    private static func error(of deadline: Deadline, in origin: Origin?) -> any Error {
        let queue = origin.map { "the queue of \($0)" } ?? "a queue"
        return deadline.error(while: "it waited in \(queue) for its `CallLimit`").attributed(to: .beforeSending)
    }
}

extension APIClient {
    /// Wraps this client to limit the number of calls to each origin: at the same time, or in a second. Further calls
    /// wait in a queue, in order of arrival: `client.limiting(.concurrent(6))`.
    ///
    /// A call that waits emits `CallStep.queued` and `CallStep.admitted(after:)`; the limit of an attempt doesn't
    /// include this time, the deadline of the call does. A stream counts until its head has arrived, a download until
    /// its end.
    ///
    /// If a response says that a quota is used up, by `RateLimit` or `X-RateLimit-Remaining: 0`, further calls wait
    /// until the reset that it names; without one it is ignored. A call whose deadline is earlier fails at once with
    /// `QuotaExceededError`. With `X-RateLimit-Resource`, this holds for the calls of the same type of endpoint and the
    /// same first part of the path as those that had a response with that name.
    ///
    /// Copies share the state of each origin, and so do all limits with the same value around one client that stores
    /// its ``ClientTraits``, unless they have a time source of their own. Put it outside circuit breakers and the limit
    /// of an attempt, inside retries and credentials.
    ///
    /// `time` measures the waits; a reset that is a time is compared to its date if the response has none.
    public func limiting(_ limit: CallLimit, time: TimeSource = .system) -> some ClientDecorator {
        let traits = traits
        // Two layers of one limiter would wait for each other. The times of a limiter belong to its clock.
        let isShared = time.isSystem && !layers.contains { $0.order == .limiting }
        let limiter =
            isShared
            ? traits.health.limiter(limit, baseOrigin: traits.baseOrigin, time: time)
            : CallLimiter(limit, baseOrigin: traits.baseOrigin, time: time)
        return LimitingClient(upstream: self, limiter: limiter)
    }
}
