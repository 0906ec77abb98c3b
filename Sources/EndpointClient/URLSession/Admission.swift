/// Lets calls in as the ``AdmissionQueue`` says. A caller who is cancelled while waiting leaves at once.
final class Admission: Sendable {
    private struct State {
        var queue: AdmissionQueue
        var turns: [AdmissionQueue.Ticket: OneShot<Void>] = [:]
    }

    private let state: Locked<State>

    init(limit: Int) {
        state = Locked(State(queue: AdmissionQueue(limit: limit)))
    }

    /// Origins with calls under way, and calls that wait for their turn.
    var callCount: Int {
        state.withLock { $0.queue.originCount + $0.turns.count }
    }

    /// Returns when the call may start; then ``leave(_:)`` must follow.
    func enter(_ origin: Origin) async throws {
        let turn: (AdmissionQueue.Ticket, OneShot<Void>)? = state.withLock { state in
            guard let ticket = state.queue.enter(origin) else { return nil }
            let turn = OneShot<Void>()
            state.turns[ticket] = turn
            return (ticket, turn)
        }
        guard let (ticket, turn) = turn else { return }
        try await withTaskCancellationHandler {
            try await turn.value {}
        } onCancel: {
            abandon(ticket, at: origin)
        }
    }

    /// A call has ended: the next one is let in.
    func leave(_ origin: Origin) {
        let turn = state.withLock { state in
            state.queue.leave(origin).flatMap { state.turns.removeValue(forKey: $0) }
        }
        turn?.give(.success(()))
    }

    private func abandon(_ ticket: AdmissionQueue.Ticket, at origin: Origin) {
        let turn = state.withLock { state in
            guard let turn = state.turns.removeValue(forKey: ticket) else { return OneShot<Void>?.none }
            state.queue.abandon(ticket, at: origin)
            return turn
        }
        turn?.give(.failure(CancellationError()))
    }
}
