/// Limits how many calls to one origin are under way at once; further calls wait in the order in which they came.
///
/// A call that is cancelled while it waits ends at once, and one that has a deadline ends then.
final class ConcurrencyLimiter: Sendable {
    private struct Waiter {
        let origin: Origin
        let deadline: AbsoluteDeadline?
        let permission = Promise<Void>()
    }

    private struct State {
        var slots: Slots
        var waiters: [Slots.Ticket: Waiter] = [:]
    }

    private let state: Locked<State>

    init(limit: Int) {
        state = Locked(State(slots: Slots(limit: limit)))
    }

    /// The number of origins with calls under way, and of calls that wait.
    var callCount: Int {
        state.withLock { $0.slots.originCount + $0.waiters.count }
    }

    /// Calls that wait.
    var waitingCount: Int {
        state.withLock { $0.waiters.count }
    }

    /// Returns when the call may start; the caller then has to call ``release(_:)``. `whenQueued` is called if the call has to
    /// wait, so that the caller can schedule ``expire(at:)``.
    func acquire(
        _ origin: Origin, until deadline: AbsoluteDeadline? = nil, whenQueued: () -> Void = {}
    ) async throws {
        let waiting: (Slots.Ticket, Waiter)? = state.withLock { state in
            guard let ticket = state.slots.acquire(origin) else { return nil }
            let waiter = Waiter(origin: origin, deadline: deadline)
            state.waiters[ticket] = waiter
            return (ticket, waiter)
        }
        guard let (ticket, waiter) = waiting else { return }
        whenQueued()
        try await withTaskCancellationHandler {
            try await waiter.permission.value {}
        } onCancel: {
            reject(ticket, with: CancellationError())
        }
    }

    /// A call has ended: the next one that waits for the origin may start.
    func release(_ origin: Origin) {
        let waiter = state.withLock { state in
            state.slots.release(origin).flatMap { state.waiters.removeValue(forKey: $0) }
        }
        waiter?.permission.resolve(.success(()))
    }

    /// Fails the waiting calls whose deadline has passed, and returns the next deadline.
    func expire(at now: Duration) -> Duration? {
        let deadlines = state.withLock { $0.waiters.compactMapValues(\.deadline) }
        for (ticket, deadline) in deadlines where deadline.time <= now {
            reject(ticket, with: deadline.error.attributed(to: .beforeSending))
        }
        return deadlines.values.lazy.map(\.time).filter { $0 > now }.min()
    }

    private func reject(_ ticket: Slots.Ticket, with error: any Error) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: ticket)
            if let waiter { state.slots.cancel(ticket, for: waiter.origin) }
            return waiter
        }
        waiter?.permission.resolve(.failure(error))
    }

    /// Which calls are under way and which ones wait: a pure value.
    ///
    /// An origin without calls is removed, so that the size is bounded by the calls under way.
    struct Slots {
        /// Identifies a call that waits.
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

        /// Takes a slot and returns nil, or puts the call in the queue and returns its ticket.
        mutating func acquire(_ origin: Origin) -> Ticket? {
            if calls[origin, default: Calls()].active < limit {
                calls[origin, default: Calls()].active += 1
                return nil
            }
            lastTicket += 1
            calls[origin]?.waiting.append(lastTicket)
            return lastTicket
        }

        /// A call has ended. Its slot goes to the ticket that is returned, or is free if none waits.
        mutating func release(_ origin: Origin) -> Ticket? {
            if let ticket = calls[origin]?.waiting.popFirst() { return ticket }
            calls[origin]?.active -= 1
            if calls[origin]?.active == 0 { calls[origin] = nil }
            return nil
        }

        /// A call no longer waits. The ticket must still be in the queue.
        mutating func cancel(_ ticket: Ticket, for origin: Origin) {
            calls[origin]?.waiting.remove(ticket)
        }
    }
}

/// Tickets in the order in which they came. A removed ticket is skipped when it comes to the front, so that removing takes constant
/// time.
struct FIFOQueue {
    private var tickets: [Int] = []
    private var head = 0
    private var removed: Set<Int> = []

    mutating func append(_ ticket: Int) {
        tickets.append(ticket)
    }

    mutating func remove(_ ticket: Int) {
        removed.insert(ticket)
    }

    /// Takes the first ticket that has not been removed.
    mutating func popFirst() -> Int? {
        defer { compact() }
        while head < tickets.count {
            let ticket = tickets[head]
            head += 1
            if removed.remove(ticket) == nil { return ticket }
        }
        return nil
    }

    /// Drops the tickets in front of the head once they are most of the array.
    private mutating func compact() {
        guard head > 32, head * 2 > tickets.count else { return }
        tickets.removeFirst(head)
        head = 0
    }
}
