/// Limits how many calls to one origin are under way at once; further calls wait in the order in which they came.
///
/// A call that is cancelled while it waits ends at once, and one that has a deadline ends then.
final class ConcurrencyLimiter: Sendable {
    private struct Waiter {
        let deadline: AbsoluteDeadline?
        let permission = Promise<Void>()
    }

    private let slots: Locked<Slots<Waiter>>

    init(limit: Int) {
        slots = Locked(Slots(limit: limit))
    }

    /// The number of origins with calls under way, and of calls that wait.
    var callCount: Int {
        slots.withLock { $0.originCount + $0.waiters.count }
    }

    /// Calls that wait.
    var waitingCount: Int {
        slots.withLock { $0.waiters.count }
    }

    /// Returns when the call may start; the caller then has to call ``release(_:)``. `whenQueued` is called if the call has to
    /// wait, so that the caller can schedule ``expire(at:)``.
    func acquire(
        _ origin: Origin, until deadline: AbsoluteDeadline? = nil, whenQueued: () -> Void = {}
    ) async throws {
        let waiting = slots.withLock { $0.acquire(origin, for: Waiter(deadline: deadline)) }
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
        let waiter = slots.withLock { $0.release(origin) }
        waiter?.permission.resolve(.success(()))
    }

    /// Fails the waiting calls whose deadline has passed, and returns the next deadline.
    func expire(at now: Duration) -> Duration? {
        let deadlines = slots.withLock { $0.waiters.compactMapValues(\.deadline) }
        for (ticket, deadline) in deadlines where deadline.time <= now {
            reject(ticket, with: deadline.error.attributed(to: .beforeSending))
        }
        return deadlines.values.lazy.map(\.time).filter { $0 > now }.min()
    }

    private func reject(_ ticket: Int, with error: any Error) {
        let waiter = slots.withLock { $0.cancel(ticket) }
        waiter?.permission.resolve(.failure(error))
    }

    /// Which calls are under way and which ones wait: a pure value.
    ///
    /// An origin without calls is removed, so that the size is bounded by the calls under way.
    struct Slots<Waiter: Sendable>: Sendable {
        private struct Calls {
            var active = 0
            var waiting = FIFOQueue()
        }

        /// The calls that wait, by their tickets.
        private(set) var waiters: [Int: Waiter] = [:]

        private let limit: Int
        private var calls: [Origin: Calls] = [:]
        private var lastTicket = 0

        init(limit: Int) {
            self.limit = limit
        }

        /// Origins with calls under way.
        var originCount: Int { calls.count }

        /// Takes a slot and returns nil, or puts a waiter in the queue and returns it with its ticket.
        mutating func acquire(
            _ origin: Origin, for waiter: @autoclosure () -> Waiter
        ) -> (ticket: Int, waiter: Waiter)? {
            if calls[origin, default: Calls()].active < limit {
                calls[origin, default: Calls()].active += 1
                return nil
            }
            lastTicket += 1
            let waiter = waiter()
            waiters[lastTicket] = waiter
            calls[origin]?.waiting.append(lastTicket)
            return (lastTicket, waiter)
        }

        /// A call has ended. Its slot goes to the call that is returned, or is free if none waits.
        mutating func release(_ origin: Origin) -> Waiter? {
            while let ticket = calls[origin]?.waiting.popFirst() {
                if let waiter = waiters.removeValue(forKey: ticket) { return waiter }
            }
            calls[origin]?.active -= 1
            if calls[origin]?.active == 0 { calls[origin] = nil }
            return nil
        }

        /// A call no longer waits. Its ticket is skipped when it comes to the front of the queue, so that this takes constant time.
        mutating func cancel(_ ticket: Int) -> Waiter? {
            waiters.removeValue(forKey: ticket)
        }
    }
}

/// Tickets in the order in which they came.
struct FIFOQueue {
    private var tickets: [Int] = []
    private var head = 0

    mutating func append(_ ticket: Int) {
        tickets.append(ticket)
    }

    mutating func popFirst() -> Int? {
        guard head < tickets.count else { return nil }
        defer { compact() }
        head += 1
        return tickets[head - 1]
    }

    /// Drops the tickets in front of the head once they are most of the array.
    private mutating func compact() {
        guard head > 32, head * 2 > tickets.count else { return }
        tickets.removeFirst(head)
        head = 0
    }
}
