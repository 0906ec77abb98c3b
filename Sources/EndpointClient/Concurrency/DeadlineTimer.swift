/// Calls closures at given times of a time source: its alarms.
///
/// All alarms share one sleeping task. A task for each would be expensive on Linux, where a cancelled sleep keeps its
/// memory until it would have ended: a thousand calls a second with a deadline of a minute would keep up to sixty
/// thousand.
final class DeadlineTimer: Sendable {
    private struct Alarm {
        let time: Duration
        let action: @Sendable () -> Void
    }

    private struct State {
        var alarms: [Int: Alarm] = [:]
        var lastID = 0
        /// When the task wakes up; nil if there is none.
        var wakeup: Duration?
        var sleeper: Task<Void, Never>?
    }

    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Locked(State())

    init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        (self.now, self.sleep) = (now, sleep)
    }

    deinit {
        state.withLock { $0.sleeper?.cancel() }
    }

    /// Calls a closure at a time, in a task of its own, and returns a closure that cancels this. The timer exists at
    /// least as long as the returned closure.
    func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let id = state.withLock { state in
            state.lastID += 1
            state.alarms[state.lastID] = Alarm(time: time, action: action)
            wake(at: time, &state)
            return state.lastID
        }
        return { [self] in _ = state.withLock { $0.alarms.removeValue(forKey: id) } }
    }

    /// Makes sure that the task wakes up at a time. One that wakes up earlier stays: most alarms are cancelled before
    /// their time, so that setting one usually costs a comparison.
    private func wake(at time: Duration, _ state: inout State) {
        if let wakeup = state.wakeup, wakeup <= time { return }
        state.sleeper?.cancel()
        state.wakeup = time
        state.sleeper = Task { [weak self, sleep] in
            guard (try? await sleep(time)) != nil else { return }
            self?.wake()
        }
    }

    private func wake() {
        let now = now()
        let due = state.withLock { state in
            let due = state.alarms.filter { $0.value.time <= now }
            for id in due.keys { state.alarms[id] = nil }
            state.wakeup = nil
            if let next = state.alarms.values.lazy.map(\.time).min() { wake(at: next, &state) }
            return due.values.sorted { $0.time < $1.time }
        }
        // An action may run code of the app, which must not delay the others.
        for alarm in due { Task { alarm.action() } }
    }
}
