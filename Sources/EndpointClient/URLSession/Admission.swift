/// Lets calls in as the ``ConcurrencyLimiterState`` says. A caller who is cancelled while waiting leaves at once, and one whose call has a
/// deadline leaves then.
final class ConcurrencyLimiter: Sendable {
    private struct Turn {
        let origin: Origin
        let end: AbsoluteDeadline?
        let signal = Promise<Void>()
    }

    private struct State {
        var queue: ConcurrencyLimiterState
        var turns: [ConcurrencyLimiterState.Ticket: Turn] = [:]
    }

    private let state: Locked<State>

    init(limit: Int) {
        state = Locked(State(queue: ConcurrencyLimiterState(limit: limit)))
    }

    /// Origins with calls under way, and calls that wait for their turn.
    var callCount: Int {
        state.withLock { $0.queue.originCount + $0.turns.count }
    }

    /// Calls that wait for their turn.
    var waitingCount: Int {
        state.withLock { $0.turns.count }
    }

    /// Returns when the call may start; then ``leave(_:)`` must follow. `watch` is told when to call ``expire(at:)``.
    func enter(_ origin: Origin, until end: AbsoluteDeadline? = nil, _ watch: (Duration) -> Void = { _ in }) async throws {
        let place: (ConcurrencyLimiterState.Ticket, Turn)? = state.withLock { state in
            guard let ticket = state.queue.enter(origin) else { return nil }
            let turn = Turn(origin: origin, end: end)
            state.turns[ticket] = turn
            return (ticket, turn)
        }
        guard let (ticket, turn) = place else { return }
        if let end { watch(end.time) }
        try await withTaskCancellationHandler {
            try await turn.signal.value {}
        } onCancel: {
            abandon(ticket, with: CancellationError())
        }
    }

    /// A call has ended: the next one is let in.
    func leave(_ origin: Origin) {
        let turn = state.withLock { state in
            state.queue.leave(origin).flatMap { state.turns.removeValue(forKey: $0) }
        }
        turn?.signal.resolve(.success(()))
    }

    /// Sends those away whose calls are late, and says when the next one will be.
    func expire(at now: Duration) -> Duration? {
        let ends = state.withLock { $0.turns.compactMapValues(\.end) }
        for (ticket, end) in ends where end.time <= now { abandon(ticket, with: end.error.marked(.beforeSending)) }
        return ends.values.lazy.map(\.time).filter { $0 > now }.min()
    }

    private func abandon(_ ticket: ConcurrencyLimiterState.Ticket, with error: any Error) {
        let turn = state.withLock { state in
            let turn = state.turns.removeValue(forKey: ticket)
            if let turn { state.queue.abandon(ticket, at: turn.origin) }
            return turn
        }
        turn?.signal.resolve(.failure(error))
    }
}
