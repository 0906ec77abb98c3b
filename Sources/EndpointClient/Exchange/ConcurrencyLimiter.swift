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

    /// Returns when the call may start; then ``leave(_:)`` must follow. `whenQueued` is called if the call has to wait.
    func enter(_ origin: Origin, until end: AbsoluteDeadline? = nil, whenQueued: () -> Void = {}) async throws {
        let place: (ConcurrencyLimiterState.Ticket, Turn)? = state.withLock { state in
            guard let ticket = state.queue.enter(origin) else { return nil }
            let turn = Turn(origin: origin, end: end)
            state.turns[ticket] = turn
            return (ticket, turn)
        }
        guard let (ticket, turn) = place else { return }
        whenQueued()
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
        for (ticket, end) in ends where end.time <= now { abandon(ticket, with: end.error.attributed(to: .beforeSending)) }
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

/// Who may start a call to an origin, and who waits: first come, first served, so many at once for each origin.
///
/// A pure value. Origins without calls are forgotten, so it never holds more than what is under way.
struct ConcurrencyLimiterState {
    /// A place in the line.
    typealias Ticket = Int

    private struct Calls {
        var active = 0
        var waiting = FIFOQueue()
    }

    private let limit: Int
    private var calls: [Origin: Calls] = [:]
    private var lastTicket = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Origins with calls under way.
    var originCount: Int { calls.count }

    /// Lets a call in (nil), or gives it a ticket to wait with.
    mutating func enter(_ origin: Origin) -> Ticket? {
        if calls[origin, default: Calls()].active < limit {
            calls[origin, default: Calls()].active += 1
            return nil
        }
        lastTicket += 1
        calls[origin]?.waiting.append(lastTicket)
        return lastTicket
    }

    /// A call has ended. Its place goes to the ticket that is returned, if anybody waits.
    mutating func leave(_ origin: Origin) -> Ticket? {
        if let ticket = calls[origin]?.waiting.next() { return ticket }
        calls[origin]?.active -= 1
        if calls[origin]?.active == 0 { calls[origin] = nil }
        return nil
    }

    /// Someone who waits goes away. The caller makes sure that the ticket has not been let in.
    mutating func abandon(_ ticket: Ticket, at origin: Origin) {
        calls[origin]?.waiting.abandon(ticket)
    }
}

/// Tickets in the order in which they came. Whoever goes away is passed over later, so that leaving costs nothing.
struct FIFOQueue {
    private var tickets: [Int] = []
    private var head = 0
    private var abandoned: Set<Int> = []

    mutating func append(_ ticket: Int) {
        tickets.append(ticket)
    }

    mutating func abandon(_ ticket: Int) {
        abandoned.insert(ticket)
    }

    /// Takes the first ticket whose owner still waits.
    mutating func next() -> Int? {
        defer { compact() }
        while head < tickets.count {
            let ticket = tickets[head]
            head += 1
            if abandoned.remove(ticket) == nil { return ticket }
        }
        return nil
    }

    /// Drops the part that has been served, once that is most of it.
    private mutating func compact() {
        guard head > 32, head * 2 > tickets.count else { return }
        tickets.removeFirst(head)
        head = 0
    }
}
