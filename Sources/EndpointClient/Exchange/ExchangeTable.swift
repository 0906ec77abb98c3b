/// The exchanges of a client: those that wait for a slot at their origin, in order of arrival, and those that the
/// transport has not released.
///
/// A waiting exchange that is cancelled ends immediately. All exchanges share one alarm, set for the first that
/// expires.
final class ExchangeTable: Sendable {
    /// A slot at an origin, which an exchange has or waits for.
    struct Place: Sendable {
        let id: SendID
        let room: Places.Room
        fileprivate let permission: Promise<Void>?

        /// Whether the exchange has to wait for it.
        var isQueued: Bool { permission != nil }
    }

    private enum Entry {
        case waiting(Promise<Void>, for: Places.Room, until: Deadline?)
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
            guard case .waiting(let permission, _, _) = entries[id] else { return nil }
            entries[id] = nil
            return permission
        }
    }

    let time: TimeSource
    private let state: Locked<State>

    /// An empty table, with these slots for each origin.
    init(calls: Int, streams: Int, time: TimeSource) {
        self.time = time
        state = Locked(State(places: Places(calls: calls, streams: streams)))
    }

    deinit {
        state.withLock { $0.cancelAlarm.take() }?()
    }

    /// The number of origins with calls in progress, plus that of those with streams and that of the entries.
    var count: Int { state.withLock { $0.places.roomCount + $0.entries.count } }

    /// The number of waiting exchanges.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    // The slots.

    /// A slot at an origin for an exchange, which may have to ``wait(for:)`` it until a deadline on the time source of
    /// the table. At the end, ``release(_:)`` returns it.
    func place(for id: SendID, in room: Places.Room, until deadline: Deadline?) -> Place {
        let place = state.withLock { state in
            if state.places.take(room, for: id) { return Place(id: id, room: room, permission: nil) }
            let permission = Promise<Void>()
            state.entries[id] = .waiting(permission, for: room, until: deadline)
            return Place(id: id, room: room, permission: permission)
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
            while let id = state.places.release(place.room) {
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
            case .waiting(_, let room, let deadline):
                guard let deadline, deadline.end <= now else { return deadline?.end }
                let wait = state.withLock { $0.places.description(of: room) }
                reject(id, with: deadline.error(while: wait).attributed(to: .beforeSending))
                return nil
            }
        }.min()
    }
}
