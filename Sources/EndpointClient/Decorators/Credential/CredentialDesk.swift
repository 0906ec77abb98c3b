/// Carries out what a `CredentialRefresh` decides: hands out credentials, lets calls wait, and runs the refresh apart from them.
final class CredentialDesk: Sendable {
    typealias Machine = CredentialRefresh<Authorization>
    typealias Use = CredentialUse<Authorization>

    private struct State {
        var machine: Machine
        var lastCall: Machine.Call = 0
        var last: Authorization?
        var waiters: [Machine.Call: OneShot<Use?>] = [:]
    }

    /// The desk whose refresh the current task is part of.
    @TaskLocal private static var refreshing: CredentialDesk?

    private let policy: CredentialRefreshPolicy
    private let time: Timeline
    private let now: @Sendable () -> Date
    private let refresh: @Sendable (Authorization?) async throws -> FreshCredential
    private let state: Locked<State>

    init(
        _ policy: CredentialRefreshPolicy, _ time: Timeline, _ now: @escaping @Sendable () -> Date,
        _ refresh: @escaping @Sendable (Authorization?) async throws -> FreshCredential
    ) {
        (self.policy, self.time, self.now, self.refresh) = (policy, time, now, refresh)
        state = Locked(State(machine: Machine(policy)))
    }

    /// The credential to send, if there is one that will do for a while.
    var use: Use? { state.withLock { [now = time.now()] in $0.machine.use(at: now) } }

    /// The credential to send, after a refresh if need be.
    func use(in context: CallContext) async throws -> Use {
        guard let use = try await ask(in: context, { .needed(by: $0) }) else { throw CredentialError.signedOut }
        return use
    }

    /// The credential to send instead of one that was refused; nil if the refusal is the answer.
    func replacement(for use: Use, in context: CallContext) async throws -> Use? {
        try await ask(in: context) { .refused($0, use) }
    }

    func signIn(_ credential: FreshCredential) {
        guard let authorization = try? credential.credential.authorization.get() else { return signOut() }
        handle(.signedIn(authorization, expiry: expiry(of: credential)))
    }

    func signOut() {
        handle(.signedOut)
    }

    private func expiry(of credential: FreshCredential) -> Duration? {
        credential.lifetime(at: now()).map { time.now() + $0 }
    }
}

// Those who wait.
extension CredentialDesk {
    private func ask(in context: CallContext, _ event: (Machine.Call) -> Machine.Event) async throws -> Use? {
        if Self.refreshing === self { throw CredentialError.neededByItsRefresh }
        let turn = OneShot<Use?>()
        let call = register(turn)
        handle(event(call))
        return try await withTaskCancellationHandler {
            try await wait(turn, for: call, in: context)
        } onCancel: {
            handle(.cancelled(call))
        }
    }

    private func register(_ turn: OneShot<Use?>) -> Machine.Call {
        state.withLock { state in
            state.lastCall += 1
            state.waiters[state.lastCall] = turn
            return state.lastCall
        }
    }

    private func wait(_ turn: OneShot<Use?>, for call: Machine.Call, in context: CallContext) async throws -> Use? {
        let alarm = Locked<Task<Void, any Error>?>(nil)
        defer { alarm.withLock { $0 }?.cancel() }
        return try await turn.value {
            context.tell(.waitingForCredential)
            guard let deadline = context.deadline else { return }
            let task = Task { [time] in
                try await time.sleep(time.now() + deadline.timeLeft)
                turn.give(.failure(deadline.error))
                handle(.cancelled(call))
            }
            alarm.withLock { $0 = task }
        }
    }
}

// What the machine wants done.
extension CredentialDesk {
    private func handle(_ event: Machine.Event, throwing failure: (any Error)? = nil) {
        let now = time.now()
        let actions = state.withLock { state in
            state.machine.handle(event, at: now).map { action(for: $0, failure, &state) }
        }
        for action in actions { action() }
    }

    /// To be carried out when the lock is free again.
    private func action(
        for effect: Machine.Effect, _ failure: (any Error)?, _ state: inout State
    ) -> @Sendable () -> Void {
        switch effect {
        case .send(let call, let use):
            state.last = use.credential
            return answer(call, .success(use), &state)
        case .accept401(let call): return answer(call, .success(nil), &state)
        case .cancel(let call): return answer(call, .failure(CancellationError()), &state)
        case .fail(let call, .refreshFailed):
            return answer(call, .failure(failure ?? CredentialError.refreshFailed), &state)
        case .fail(let call, let error): return answer(call, .failure(error), &state)
        case .refresh(let version): return { [last = state.last] in self.fly(version, last) }
        }
    }

    private func answer(
        _ call: Machine.Call, _ result: Result<Use?, any Error>, _ state: inout State
    ) -> @Sendable () -> Void {
        let turn = state.waiters.removeValue(forKey: call)
        return { turn?.give(result) }
    }

    /// Runs the refresh, for as long as the policy allows, in tasks that no caller's cancellation reaches.
    private func fly(_ version: Int, _ last: Authorization?) {
        let landing = OneShot<FreshCredential>()
        let work = Task.detached { [refresh] in
            await Self.$refreshing.withValue(self) {
                do { landing.give(.success(try await refresh(last))) } catch { landing.give(.failure(error)) }
            }
        }
        let alarm = Task.detached { [time, policy] in
            try await time.sleep(time.now() + policy.timeout)
            landing.give(.failure(CredentialError.refreshTimedOut))
        }
        Task.detached {
            do { self.land(version, try await landing.value {}) } catch { self.fail(version, error) }
            work.cancel()
            alarm.cancel()
        }
    }

    private func land(_ version: Int, _ credential: FreshCredential) {
        do throws(CredentialError) {
            let authorization = try credential.credential.authorization.get()
            handle(.refreshed(version: version, authorization, expiry: expiry(of: credential)))
        } catch {
            handle(.failed(version: version, error))
        }
    }

    private func fail(_ version: Int, _ error: any Error) {
        switch error {
        case let error as CredentialError: handle(.failed(version: version, error))
        case let error as HTTPError where error.status == 401: handle(.failed(version: version, .refused))
        default: handle(.failed(version: version, .refreshFailed), throwing: error)
        }
    }
}
