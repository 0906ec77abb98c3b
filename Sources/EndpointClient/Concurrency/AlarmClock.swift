/// A clock of elapsed time, on which a closure can be called at a time: an alarm.
///
/// All alarms share one sleeping task. A task for each would be dear on Linux, where a sleep that is cancelled keeps its memory until it
/// would have ended: a thousand calls a second with a deadline of a minute would hold as many as sixty thousand.
final class AlarmClock: Sendable {
    private struct Alarm {
        let time: Duration
        let action: @Sendable () -> Void
    }

    private struct Alarms {
        private var waiting: [Int: Alarm] = [:]
        private var lastID = 0

        mutating func add(_ alarm: Alarm) -> Int {
            lastID += 1
            waiting[lastID] = alarm
            return lastID
        }

        mutating func remove(_ id: Int) {
            waiting[id] = nil
        }

        /// Removes the alarms whose time has come, and returns them, the earliest first, and the time of the next one.
        mutating func removeDue(at now: Duration) -> (due: [Alarm], next: Duration?) {
            let due = waiting.filter { $0.value.time <= now }
            for id in due.keys { waiting[id] = nil }
            return (due.values.sorted { $0.time < $1.time }, waiting.values.lazy.map(\.time).min())
        }
    }

    private let alarms: Locked<Alarms>
    private let timer: DeadlineTimer

    init(_ time: TimeSource) {
        let alarms = Locked(Alarms())
        self.alarms = alarms
        timer = DeadlineTimer(time: time) { now in
            let (due, next) = alarms.withLock { $0.removeDue(at: now) }
            // An action may run code of the app, which must not delay the other alarms.
            for alarm in due { Task { alarm.action() } }
            return next
        }
    }

    /// Suspends until a time.
    func sleep(until time: Duration) async throws {
        try await timer.time.sleep(until: time)
    }
}

extension AlarmClock: DeadlineClock {
    func now() -> Duration { timer.now }

    /// Calls a closure at a time, in a task of its own, and returns a closure that cancels this.
    func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
        let id = alarms.withLock { $0.add(Alarm(time: time, action: action)) }
        timer.schedule(at: time)
        return { [alarms] in alarms.withLock { $0.remove(id) } }
    }
}
