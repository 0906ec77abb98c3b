/// Carries out what a `CredentialRefresh` decides: issues credentials, lets calls wait, and runs the refresh in tasks of its own.
final class CredentialRefresher: Sendable {
    typealias Machine = CredentialRefresh<Credential>
    typealias Issued = IssuedCredential<Credential>
    typealias Report = @Sendable (any Error) -> Void

    private struct State {
        var machine: Machine
        var lastCall: Machine.Call = 0
        var waiters: [Machine.Call: Promise<Issued?>] = [:]
        var refreshes = 0
        /// What the last refresh that failed threw, if that is no `CredentialError`.
        var failure: (any Error)?
        /// Stops the refresh that is under way.
        var abandon: (@Sendable () -> Void)?
        /// Reports to the call that began the refresh that it failed.
        var report: Report?
        /// The credential that is issued without an event, until the end.
        var standing: (issued: Issued, end: Duration?)?

        /// What a failed refresh has thrown.
        func thrown(for error: CredentialError) -> any Error {
            error == .refreshFailed ? failure ?? error : error
        }
    }

    private let time: TimeSource
    private let alarms: AlarmClock
    private let refreshTask: RefreshTask
    private let state: Locked<State>

    init(
        _ policy: CredentialRefreshPolicy, _ time: TimeSource,
        _ refresh: @escaping @Sendable (Credential?) async throws -> ExpiringCredential
    ) {
        let alarms = AlarmClock(time)
        (self.time, self.alarms) = (time, alarms)
        refreshTask = RefreshTask(refresh, within: policy.timeout, on: alarms)
        state = Locked(State(machine: Machine(policy)))
    }

    /// The credential to send, if there is one that will do for a while.
    var issued: Issued? {
        guard let (issued, end) = state.withLock({ $0.standing }) else { return nil }
        if let end, end <= time.now() { return nil }
        return issued
    }

    /// The header of the credential. A request that has this header already needs no refresh.
    var headerName: String {
        state.withLock { $0.machine.held?.name } ?? "Authorization"
    }

    /// The credential to send, after a refresh if need be. The closure reports a refresh that this call begins and that fails when no call
    /// waits for it.
    func issue(in context: CallContext, report: @escaping Report) async throws -> Issued {
        let issued = try await wait(in: context, report) { .needed(by: $0) }
        guard let issued else { throw CredentialError.signedOut }
        return issued
    }

    /// The credential to send instead of one that was refused; nil if the refusal is the answer.
    func replacement(
        for refused: Issued, by resource: String, in context: CallContext, report: @escaping Report
    ) async throws -> Issued? {
        try await wait(in: context, report) { .refused($0, refused, by: resource) }
    }

    /// The replacement was refused as well, which is the answer.
    func refused(_ replacement: Issued, by resource: String) {
        handle(.refused(register(Promise()), replacement, by: resource))
    }

    func signIn(_ credential: ExpiringCredential) {
        handle(.signedIn(credential.credential, expiry: expiry(of: credential)))
    }

    func signOut() {
        handle(.signedOut)
    }

    /// Whether the refresh of this number is under way.
    func isUnderWay(_ number: Int) -> Bool {
        state.withLock { $0.machine.isRefreshing && $0.refreshes == number }
    }

    private func expiry(of credential: ExpiringCredential) -> Duration? {
        credential.lifetime(at: time.date()).map { time.now() + $0 }
    }

    // Waiting calls.

    private func wait(
        in context: CallContext, _ report: @escaping Report, _ event: (Machine.Call) -> Machine.Event
    ) async throws -> Issued? {
        if RefreshTask.isPart(of: self) { throw CredentialError.circularRefresh }
        let answer = Promise<Issued?>()
        let call = register(answer)
        handle(event(call), in: context, report: report)
        return try await withTaskCancellationHandler {
            try await wait(answer, for: call, in: context)
        } onCancel: {
            handle(.cancelled(call))
        }
    }

    private func register(_ answer: Promise<Issued?>) -> Machine.Call {
        state.withLock { state in
            state.lastCall += 1
            state.waiters[state.lastCall] = answer
            return state.lastCall
        }
    }

    private func wait(_ answer: Promise<Issued?>, for call: Machine.Call, in context: CallContext) async throws
        -> Issued?
    {
        let limit = TimeLimit(deadline: context.deadline, beforeSending: true, on: alarms)
        defer { limit.stop() }
        return try await answer.value {
            context.emit(.waitingForCredential)
            limit.start { error in
                answer.resolve(.failure(error))
                self.handle(.cancelled(call))
            }
        }
    }

    // Events and effects.

    private func handle(
        _ event: Machine.Event, throwing failure: (any Error)? = nil, in context: CallContext = CallContext(),
        report: Report? = nil
    ) {
        let now = time.now()
        let actions = state.withLock { state in
            state.failure = failure ?? state.failure
            let effects = state.machine.handle(event, at: now)
            state.standing = state.machine.standing
            var actions = effects.map { action(for: $0, in: context, report, &state) }
            if !state.machine.isRefreshing {
                state.report = nil
                if let abandon = state.abandon.take() { actions.append(abandon) }
            }
            return actions
        }
        for action in actions { action() }
    }

    /// A refresh has begun. It is stopped if a sign-in or sign-out has made it unnecessary.
    private func began(_ number: Int, _ abandon: @escaping @Sendable () -> Void) {
        let isNeeded = state.withLock { state in
            guard state.machine.isRefreshing, state.refreshes == number else { return false }
            state.abandon = abandon
            return true
        }
        if !isNeeded { abandon() }
    }

    /// The closure that carries out an effect. It must run outside the lock. A refresh belongs to the trace of the call that began it.
    private func action(
        for effect: Machine.Effect, in context: CallContext, _ report: Report?, _ state: inout State
    ) -> @Sendable () -> Void {
        switch effect {
        case .send(let call, let use): return answer(call, .success(use), &state)
        case .accept401(let call): return answer(call, .success(nil), &state)
        case .cancel(let call): return answer(call, .failure(CancellationError()), &state)
        case .fail(let call, let error): return answer(call, .failure(state.thrown(for: error)), &state)
        case .report(let error): return { [report = state.report, error = state.thrown(for: error)] in report?(error) }
        case .refresh(let version):
            state.refreshes += 1
            state.report = report
            return { [number = state.refreshes, last = state.machine.held] in
                let abandon = self.refreshTask.run(last, for: self, number, in: context) { self.complete(version, $0) }
                self.began(number, abandon)
            }
        }
    }

    private func answer(
        _ call: Machine.Call, _ result: Result<Issued?, any Error>, _ state: inout State
    ) -> @Sendable () -> Void {
        let waiter = state.waiters.removeValue(forKey: call)
        return { waiter?.resolve(result) }
    }

    private func complete(_ version: Int, _ result: Result<ExpiringCredential, any Error>) {
        do {
            let credential = try result.get()
            _ = try credential.credential.headerValue()
            handle(.refreshed(version: version, credential.credential, expiry: expiry(of: credential)))
        } catch {
            let failure = CredentialError(failedRefresh: error)
            let own = failure == .refreshFailed ? error.attributed(to: .credentialRefresh) : failure
            handle(.failed(version: version, failure), throwing: own)
        }
    }
}

/// Runs a refresh in tasks of its own, which a cancelled caller does not cancel, and stops it when its time is over.
struct RefreshTask: Sendable {
    /// A refresh that is under way.
    private struct InFlight {
        let refresher: CredentialRefresher
        let number: Int
    }

    /// The refreshes that the current task is part of. There may be several: a refresh may need another credential, which is refreshed first.
    @TaskLocal private static var refreshes: [InFlight] = []

    private let refresh: @Sendable (Credential?) async throws -> ExpiringCredential
    private let timeout: Duration
    private let time: AlarmClock

    init(
        _ refresh: @escaping @Sendable (Credential?) async throws -> ExpiringCredential, within timeout: Duration,
        on time: AlarmClock
    ) {
        (self.refresh, self.timeout, self.time) = (refresh, timeout, time)
    }

    /// Whether the current task is part of the refresh that is under way, and would wait for itself.
    ///
    /// A task that an earlier refresh has started is not part of the present one.
    static func isPart(of refresher: CredentialRefresher) -> Bool {
        refreshes.contains { $0.refresher === refresher && refresher.isUnderWay($0.number) }
    }

    /// Begins a refresh and returns a closure that stops it. The completion is called once, with the result.
    func run(
        _ last: Credential?, for refresher: CredentialRefresher, _ number: Int, in context: CallContext,
        completion: @escaping @Sendable (Result<ExpiringCredential, any Error>) -> Void
    ) -> @Sendable () -> Void {
        let refreshes = Self.refreshes + [InFlight(refresher: refresher, number: number)]
        let limit = TimeLimit(timeout, error: CredentialError.refreshTimedOut, on: time)
        let next = context.tracing { [refresh] in try await refresh(last) }
        let task = Task.detached {
            let result = await Self.$refreshes.withValue(refreshes) {
                await Self.result { try await race(limit, next) }
            }
            completion(result)
        }
        return { task.cancel() }
    }

    /// The result of a refresh. If it throws a `CancellationError`, it failed: the calls that wait for it were not cancelled.
    private static func result(
        _ make: @Sendable () async throws -> ExpiringCredential
    ) async -> Result<ExpiringCredential, any Error> {
        await Result(catching: make).mapError { $0 is CancellationError ? CredentialError.refreshFailed : $0 }
    }
}
