/// Carries out what a `CredentialRefresh` decides: hands out credentials, lets calls wait, and runs the refresh apart from them.
final class CredentialRefresher: Sendable {
    typealias Machine = CredentialRefresh<Authorization>
    typealias Use = IssuedCredential<Authorization>

    private struct State {
        var machine: Machine
        var lastCall: Machine.Call = 0
        var waiters: [Machine.Call: Promise<Use?>] = [:]
        var flights = 0
        /// Stops the refresh that is under way.
        var abandon: (@Sendable () -> Void)?
        /// What is handed out without asking the machine.
        var standing: (use: Use, end: Duration?)?
    }

    private let time: ElapsedClock
    private let now: @Sendable () -> Date
    private let errand: RefreshTask
    private let state: Locked<State>

    init(
        _ policy: CredentialRefreshPolicy, _ time: ElapsedClock, _ now: @escaping @Sendable () -> Date,
        _ refresh: @escaping @Sendable (Authorization?) async throws -> FreshCredential
    ) {
        (self.time, self.now) = (time, now)
        errand = RefreshTask(refresh, within: policy.timeout, on: time)
        state = Locked(State(machine: Machine(policy)))
    }

    /// The credential to send, if there is one that will do for a while.
    var use: Use? {
        guard let (use, end) = state.withLock({ $0.standing }) else { return nil }
        if let end, end <= time.now() { return nil }
        return use
    }

    /// The header that the credential goes into. A request that has it says itself who asks, and has no need of a refresh.
    var headerName: String {
        state.withLock { $0.machine.held?.name } ?? "Authorization"
    }

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

    /// Whether the refresh of this number is the one under way.
    func isUnderWay(_ flight: Int) -> Bool {
        state.withLock { $0.machine.isRefreshing && $0.flights == flight }
    }

    private func expiry(of credential: FreshCredential) -> Duration? {
        credential.lifetime(at: now()).map { time.now() + $0 }
    }
}

// Those who wait.
extension CredentialRefresher {
    private func ask(in context: CallContext, _ event: (Machine.Call) -> Machine.Event) async throws -> Use? {
        if RefreshTask.isPart(of: self) { throw CredentialError.circularRefresh }
        let turn = Promise<Use?>()
        let call = register(turn)
        handle(event(call))
        return try await withTaskCancellationHandler {
            try await wait(turn, for: call, in: context)
        } onCancel: {
            handle(.cancelled(call))
        }
    }

    private func register(_ turn: Promise<Use?>) -> Machine.Call {
        state.withLock { state in
            state.lastCall += 1
            state.waiters[state.lastCall] = turn
            return state.lastCall
        }
    }

    private func wait(_ turn: Promise<Use?>, for call: Machine.Call, in context: CallContext) async throws -> Use? {
        let alarm = Locked<Task<Void, any Error>?>(nil)
        defer { alarm.withLock { $0 }?.cancel() }
        return try await turn.value {
            context.emit(.waitingForCredential)
            guard let deadline = context.deadline else { return }
            let task = Task { [time] in
                try await time.sleep(time.now() + deadline.timeLeft)
                turn.resolve(.failure(deadline.error.attributed(to: .beforeSending)))
                handle(.cancelled(call))
            }
            alarm.withLock { $0 = task }
        }
    }
}

// What the machine wants done.
extension CredentialRefresher {
    private func handle(_ event: Machine.Event, throwing failure: (any Error)? = nil) {
        let now = time.now()
        let actions = state.withLock { state in
            let effects = state.machine.handle(event, at: now)
            state.standing = state.machine.standing
            var actions = effects.map { action(for: $0, failure, &state) }
            if !state.machine.isRefreshing, let abandon = state.abandon.take() { actions.append(abandon) }
            return actions
        }
        for action in actions { action() }
    }

    /// A refresh has begun. By now it may be one that nobody wants any more: someone has signed in or out.
    private func began(_ flight: Int, _ abandon: @escaping @Sendable () -> Void) {
        let isWanted = state.withLock { state in
            guard state.machine.isRefreshing, state.flights == flight else { return false }
            state.abandon = abandon
            return true
        }
        if !isWanted { abandon() }
    }

    /// To be carried out when the lock is free again.
    private func action(
        for effect: Machine.Effect, _ failure: (any Error)?, _ state: inout State
    ) -> @Sendable () -> Void {
        switch effect {
        case .send(let call, let use): return answer(call, .success(use), &state)
        case .accept401(let call): return answer(call, .success(nil), &state)
        case .cancel(let call): return answer(call, .failure(CancellationError()), &state)
        case .fail(let call, .refreshFailed):
            return answer(call, .failure(failure ?? CredentialError.refreshFailed), &state)
        case .fail(let call, let error): return answer(call, .failure(error), &state)
        case .refresh(let version):
            state.flights += 1
            return { [flight = state.flights, last = state.machine.held] in
                self.began(flight, self.errand.run(last, for: self, flight) { self.land(version, $0) })
            }
        }
    }

    private func answer(
        _ call: Machine.Call, _ result: Result<Use?, any Error>, _ state: inout State
    ) -> @Sendable () -> Void {
        let turn = state.waiters.removeValue(forKey: call)
        return { turn?.resolve(result) }
    }

    private func land(_ version: Int, _ result: Result<FreshCredential, any Error>) {
        do {
            let credential = try result.get()
            let authorization = try credential.credential.authorization.get()
            handle(.refreshed(version: version, authorization, expiry: expiry(of: credential)))
        } catch {
            let failure = CredentialError(failedRefresh: error)
            let own = failure == .refreshFailed ? error.attributed(to: .credentialRefresh) : nil
            handle(.failed(version: version, failure), throwing: own)
        }
    }
}

/// Runs a refresh in tasks of its own, which no caller's cancellation reaches, for no longer than it may take.
struct RefreshTask: Sendable {
    /// A refresh that is run, and for whom.
    private struct Flight {
        let desk: CredentialRefresher
        let number: Int
    }

    /// The refreshes that the current task is part of: a refresh may need another credential, which is refreshed for it.
    @TaskLocal private static var flights: [Flight] = []

    private let refresh: @Sendable (Authorization?) async throws -> FreshCredential
    private let timeout: Duration
    private let time: ElapsedClock

    init(
        _ refresh: @escaping @Sendable (Authorization?) async throws -> FreshCredential, within timeout: Duration,
        on time: ElapsedClock
    ) {
        (self.refresh, self.timeout, self.time) = (refresh, timeout, time)
    }

    /// Whether a desk's refresh, the one under way, is what the current task is part of. It would wait for itself.
    ///
    /// A task that a refresh has started and left behind is no part of the next one.
    static func isPart(of desk: CredentialRefresher) -> Bool {
        flights.contains { $0.desk === desk && desk.isUnderWay($0.number) }
    }

    /// Begins a refresh and returns what stops it; `land` is told how it ended, once.
    func run(
        _ last: Authorization?, for desk: CredentialRefresher, _ number: Int,
        land: @escaping @Sendable (Result<FreshCredential, any Error>) -> Void
    ) -> @Sendable () -> Void {
        let landing = Promise<FreshCredential>()
        let flights = Self.flights + [Flight(desk: desk, number: number)]
        let work = Task.detached { [refresh] in
            await Self.$flights.withValue(flights) { landing.resolve(await Self.result { try await refresh(last) }) }
        }
        let alarm = Task.detached { [time, timeout] in
            try await time.sleep(time.now() + timeout)
            landing.resolve(.failure(CredentialError.refreshTimedOut))
        }
        Task.detached {
            land(await Self.result { try await landing.value {} })
            work.cancel()
            alarm.cancel()
        }
        return { landing.resolve(.failure(CancellationError())) }
    }

    /// What came of it. A cancellation within a refresh is none of those who wait for it: to them it is a failure.
    private static func result(
        _ make: @Sendable () async throws -> FreshCredential
    ) async -> Result<FreshCredential, any Error> {
        await Result(catching: make).mapError { $0 is CancellationError ? CredentialError.refreshFailed : $0 }
    }
}
