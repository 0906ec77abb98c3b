/// Shares one credential among calls, by the rules of `CredentialRefresh`. A refresh is one task, and all calls that
/// need its credential wait for it.
final class CredentialRefresher: Sendable {
    typealias Issued = IssuedCredential<Credential>
    typealias Refresh = @Sendable (Credential?) async throws -> ExpiringCredential
    typealias Report = @Sendable (any Error) -> Void
    private typealias Machine = CredentialRefresh<Credential>

    private struct State {
        var machine: Machine
        /// The running refresh, which ends with the credential for the waiting calls.
        var task: Task<Issued, any Error>?
        /// The number of refreshes so far, which is the number of the last one.
        var count = 0
        /// How many calls wait for the running refresh.
        var waiting = 0
        /// The event that ended the wait instead of the refresh: a sign-in or a sign-out.
        var interruption: Machine.Answer?
        /// The error of the last failed refresh, unless it is a `CredentialError`.
        var failure: (any Error)?
        /// The credential that is returned without a decision, until the end.
        var standing: (issued: Issued, end: Duration?)?

        /// The error of a call that fails.
        func thrown(for error: CredentialError) -> any Error {
            error == .refreshFailed ? failure ?? error : error
        }
    }

    /// A refresh that a task is part of.
    private struct Part {
        let refresher: CredentialRefresher
        let number: Int
    }

    /// The refreshes that the current task is part of. There may be several: a refresh may need another credential,
    /// which is refreshed first.
    @TaskLocal private static var parts: [Part] = []

    /// Whether the current task is part of a refresh.
    static var isRefreshing: Bool { !parts.isEmpty }

    private let refresh: Refresh
    private let time: TimeSource
    private let state: Locked<State>

    init(_ policy: CredentialRefreshPolicy, _ time: TimeSource, _ refresh: @escaping Refresh) {
        (self.refresh, self.time) = (refresh, time)
        state = Locked(State(machine: Machine(policy)))
    }

    /// The credential to send, if there is one that remains valid for a while.
    var issued: Issued? {
        guard let (issued, end) = state.withLock({ $0.standing }) else { return nil }
        if let end, end <= time.now() { return nil }
        return issued
    }

    /// The header of the credential. A request that already has this header needs no refresh.
    var headerName: String {
        state.withLock { $0.machine.held?.name } ?? "Authorization"
    }

    /// The credential to send, after a refresh if necessary. The closure is called if this call starts a refresh that
    /// fails while no call waits for it.
    func issue(in context: CallContext, report: @escaping Report) async throws -> Issued {
        let issued = try await answer(in: context, report) { $0.credential(at: $1) }
        guard let issued else { throw CredentialError.signedOut }
        return issued
    }

    /// The credential to send instead of one that was refused; nil if the refusal is final.
    func replacement(
        for refused: Issued, by resource: String, in context: CallContext, report: @escaping Report
    ) async throws -> Issued? {
        try await answer(in: context, report) { $0.replacement(of: refused, refusedBy: resource, at: $1) }?.replay
    }

    /// Records that the replacement was refused as well, which is final.
    func refused(_ replacement: Issued, by resource: String) {
        let now = time.now()
        state.withLock { _ = $0.machine.replacement(of: replacement, refusedBy: resource, at: now) }
    }

    func signIn(_ credential: ExpiringCredential) {
        let end = expiry(of: credential)
        interrupt { $0.signIn(credential.credential, expiry: end, at: $1) }
    }

    func signOut() {
        interrupt { machine, _ in machine.signOut() }
    }

    /// Stops the refresh, and ends the wait for it.
    private func interrupt(by change: (inout Machine, Duration) -> Machine.Answer) {
        let now = time.now()
        let task = state.withLock { state in
            state.interruption = change(&state.machine, now)
            (state.standing, state.waiting) = (state.machine.standing, 0)
            return state.task.take()
        }
        task?.cancel()
    }

    // The calls.

    private func answer(
        in context: CallContext, _ report: @escaping Report,
        _ decide: (inout Machine, Duration) -> Machine.Decision
    ) async throws -> Issued? {
        // A task that an earlier refresh has started is not part of the current one.
        if Self.parts.contains(where: { $0.refresher === self && isUnderWay($0.number) }) {
            throw CredentialError.circularRefresh
        }
        try Task.checkCancellation()
        let now = time.now()
        let (answer, task, number) = try state.withLock { state in
            let decision = decide(&state.machine, now)
            if decision.beginsRefresh { begin(&state, in: context, report) }
            state.standing = state.machine.standing
            if case .wait = decision.answer { state.waiting += 1 }
            if case .fail(let error) = decision.answer { throw state.thrown(for: error) }
            return (decision.answer, state.task, state.count)
        }
        if case .send(let issued) = answer { return issued }
        guard case .wait = answer, let task else { return nil }
        return try await wait(for: task, number, in: context)
    }

    /// Waits for a refresh, no longer than the call may take. The refresh continues if the call is cancelled.
    private func wait(
        for task: Task<Issued, any Error>, _ number: Int, in context: CallContext
    ) async throws -> Issued {
        context.emit(.waitingForCredential)
        defer {
            state.withLock { state in
                if state.count == number, state.machine.isRefreshing { state.waiting -= 1 }
            }
        }
        let race = Race(until: context.deadline, beforeSending: true, on: time)
        return try await race.run { try await task.value }
    }

    // The refresh.

    private func isUnderWay(_ number: Int) -> Bool {
        state.withLock { $0.machine.isRefreshing && $0.count == number }
    }

    /// Starts a refresh. It belongs to the trace of the call that starts it, but isn't cancelled with that call.
    private func begin(_ state: inout State, in context: CallContext, _ report: @escaping Report) {
        state.count += 1
        let (version, last) = (state.machine.version, state.machine.held)
        let parts = Self.parts + [Part(refresher: self, number: state.count)]
        let race = Race(
            attempt: Deadline(after: .init(state.machine.policy.timeout, from: .client), of: .refresh, on: time),
            on: time)
        let next = context.tracing { [refresh] in try await refresh(last) }
        state.task = Task.detached { [self] in
            let result = await Self.$parts.withValue(parts) { await Result { try await race.run(next) } }
            return try end(version, with: result, report)
        }
    }

    /// Ends the refresh of a version. Returns the credential for the waiting calls, or throws their error.
    private func end(
        _ version: Int, with result: Result<ExpiringCredential, any Error>, _ report: Report
    ) throws -> Issued {
        let outcome = result.flatMap { credential in
            Result { (try credential.credential.headerValue(), credential).1 }
        }.mapError { error in
            // The waiting calls were not cancelled.
            error is CancellationError ? CredentialError.refreshFailed : error
        }
        let renewal = outcome.map { (credential: $0.credential, expiry: expiry(of: $0)) }
            .mapError { CredentialError(failedRefresh: $0) }
        let (now, random) = (time.now(), time.fraction())
        let (answer, error, isReported) = state.withLock { state -> (Machine.Answer?, any Error, Bool) in
            guard let answer = state.machine.end(version, with: renewal, at: now, random: random) else {
                return (state.interruption, CredentialError.signedOut, false)
            }
            if case .failure(let thrown) = outcome { state.failure = thrown.attributed(to: .credentialRefresh) }
            let isReported = state.waiting == 0
            (state.task, state.waiting, state.standing) = (nil, 0, state.machine.standing)
            guard case .fail(let error) = answer else { return (answer, CredentialError.signedOut, false) }
            return (answer, state.thrown(for: error), isReported)
        }
        if case .send(let issued) = answer { return issued }
        if isReported { report(error) }
        throw error
    }

    private func expiry(of credential: ExpiringCredential) -> Duration? {
        credential.lifetime(at: time.date()).map { time.now() + $0 }
    }
}
