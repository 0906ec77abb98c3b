/// The exchanges of a client: those that wait for a slot at their origin, in order of arrival, and those that the
/// transport has not released.
///
/// A waiting exchange that is cancelled ends immediately. All exchanges share one alarm, set for the first that
/// expires.
final class ExchangeTable: Sendable {
    /// A slot at an origin, which an exchange has or waits for.
    struct Place: Sendable {
        let id: SendID
        let origin: Origin
        fileprivate let permission: Promise<Void>?

        /// Whether the exchange has to wait for it.
        var isQueued: Bool { permission != nil }
    }

    private enum Entry {
        case waiting(Promise<Void>, until: Deadline?)
        case underWay(Exchange)
    }

    private struct State {
        var places: Places
        var entries: [SendID: Entry] = [:]
        /// When the alarm goes off; nil if there is none.
        var alarmTime: Duration?
        var cancelAlarm: (@Sendable () -> Void)?

        var waitingCount: Int {
            entries.values.count { if case .waiting = $0 { true } else { false } }
        }

        /// Removes an exchange that waits.
        mutating func removeWaiting(_ id: SendID) -> Promise<Void>? {
            guard case .waiting(let permission, _) = entries[id] else { return nil }
            entries[id] = nil
            return permission
        }
    }

    let time: TimeSource
    private let state: Locked<State>

    /// An empty table, with at most `limit` slots for each origin.
    init(limit: Int, time: TimeSource) {
        self.time = time
        state = Locked(State(places: Places(limit: limit)))
    }

    deinit {
        state.withLock { $0.cancelAlarm.take() }?()
    }

    /// The number of origins with calls in progress, plus that of the entries.
    var count: Int { state.withLock { $0.places.originCount + $0.entries.count } }

    /// The number of waiting exchanges.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    // The slots.

    /// A slot at an origin for an exchange, which may have to ``wait(for:)`` it until a deadline on the time source of
    /// the table. At the end, ``release(_:)`` returns it.
    func place(for id: SendID, at origin: Origin, until deadline: Deadline?) -> Place {
        let place = state.withLock { state in
            if state.places.take(origin, for: id) { return Place(id: id, origin: origin, permission: nil) }
            let permission = Promise<Void>()
            state.entries[id] = .waiting(permission, until: deadline)
            return Place(id: id, origin: origin, permission: permission)
        }
        if place.isQueued { expire(at: deadline?.end) }
        return place
    }

    /// Returns when the exchange may start.
    ///
    /// - Throws: `CancellationError`, or the error of the deadline: then there is no slot to release.
    func wait(for place: Place) async throws {
        guard let permission = place.permission else { return }
        try await withTaskCancellationHandler {
            try await permission.value {}
        } onCancel: {
            reject(place.id, with: CancellationError())
        }
    }

    /// Releases the slot of an exchange: the next exchange that waits for the origin may start.
    func release(_ place: Place) {
        let permission = state.withLock { state -> Promise<Void>? in
            while let id = state.places.release(place.origin) {
                if let permission = state.removeWaiting(id) { return permission }
            }
            return nil
        }
        permission?.resolve(.success(()))
    }

    private func reject(_ id: SendID, with error: any Error) {
        state.withLock { $0.removeWaiting(id) }?.resolve(.failure(error))
    }

    // The exchanges in the transport.

    func add(_ exchange: Exchange, at place: Place) {
        state.withLock { $0.entries[place.id] = .underWay(exchange) }
    }

    func remove(_ place: Place) {
        state.withLock { $0.entries[place.id] = nil }
    }

    // Time.

    /// Makes sure that ``expire(_:)`` is called at a time. This usually costs a comparison, because an exchange that
    /// starts expires after those before it.
    func expire(at deadline: Duration?) {
        guard let deadline else { return }
        let now = time.now()
        let former = state.withLock { state in
            let isDue = state.alarmTime.map { $0 <= now } ?? false
            if !isDue, let time = state.alarmTime, time <= deadline { return (@Sendable () -> Void)?.none }
            state.alarmTime = deadline
            defer { state.cancelAlarm = time.alarm(deadline) { [weak self] in self?.wake(at: deadline) } }
            // One that is due may not have found this exchange, and has not gone off for those before it: it stays.
            return isDue ? nil : state.cancelAlarm
        }
        former?()
    }

    private func wake(at alarmTime: Duration) {
        state.withLock { state in
            if state.alarmTime == alarmTime { (state.alarmTime, state.cancelAlarm) = (nil, nil) }
        }
        expire(at: expire(time.now()))
    }

    /// Fails every exchange that has timed out, and returns when the next one will.
    func expire(_ now: Duration) -> Duration? {
        let entries = state.withLock { $0.entries }
        return entries.compactMap { id, entry in
            switch entry {
            case .underWay(let exchange): return exchange.expire(at: now)
            case .waiting(_, let deadline):
                guard let deadline, deadline.end <= now else { return deadline?.end }
                reject(id, with: deadline.error.attributed(to: .beforeSending))
                return nil
            }
        }.min()
    }
}

/// Counts the exchanges of each origin in progress, and queues the others: a pure value.
///
/// An origin without exchanges is removed, so the size is bounded by the number of exchanges in progress.
struct Places: Sendable {
    private struct Taken {
        var count = 0
        var queue = FIFOQueue()
    }

    private let limit: Int
    private var taken: [Origin: Taken] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of origins with exchanges in progress.
    var originCount: Int { taken.count }

    /// Takes a slot and returns true, or puts the exchange in the queue.
    mutating func take(_ origin: Origin, for id: SendID) -> Bool {
        if taken[origin, default: Taken()].count < limit {
            taken[origin, default: Taken()].count += 1
            return true
        }
        taken[origin]?.queue.append(id)
        return false
    }

    /// Releases a slot. It goes to the first exchange in the queue, which is returned; if that one no longer waits, the
    /// slot must be released again, so that giving up takes constant time. Nil if the queue is empty.
    mutating func release(_ origin: Origin) -> SendID? {
        if let id = taken[origin]?.queue.popFirst() { return id }
        taken[origin]?.count -= 1
        if taken[origin]?.count == 0 { taken[origin] = nil }
        return nil
    }
}

/// Requests in order of arrival.
struct FIFOQueue {
    private var ids: [SendID] = []
    private var head = 0

    mutating func append(_ id: SendID) {
        ids.append(id)
    }

    mutating func popFirst() -> SendID? {
        guard head < ids.count else { return nil }
        defer { compact() }
        head += 1
        return ids[head - 1]
    }

    /// Removes the entries before the head once they are most of the array.
    private mutating func compact() {
        guard head > 32, head * 2 > ids.count else { return }
        ids.removeFirst(head)
        head = 0
    }
}
