/// Wakes up when the first of many deadlines passes.
///
/// There is at most one sleeping task for all calls of a client, and a call that starts usually ends long after the one it sleeps
/// for: setting a deadline costs a comparison.
final class Watchdog: Sendable {
    private struct Sleep {
        var until: Duration?
        var task: Task<Void, Never>?
    }

    private let time: ElapsedClock
    private let check: @Sendable (Duration) -> Duration?
    private let sleep = Locked(Sleep())

    /// A watchdog that calls `check` with the time whenever a deadline has passed. `check` returns the next deadline.
    init(clock: any Clock<Duration>, check: @escaping @Sendable (Duration) -> Duration?) {
        time = ElapsedClock(clock)
        self.check = check
    }

    deinit {
        sleep.withLock { $0.task?.cancel() }
    }

    /// The time since the watchdog was made.
    var now: Duration { time.now() }

    /// Makes sure that `check` is called once this time has passed.
    func watch(until deadline: Duration?) {
        guard let deadline else { return }
        sleep.withLock { sleep in
            if let until = sleep.until, until <= deadline { return }
            sleep.task?.cancel()
            sleep.until = deadline
            sleep.task = Task { [weak self, time] in
                guard (try? await time.sleep(deadline)) != nil else { return }
                self?.wake()
            }
        }
    }

    private func wake() {
        sleep.withLock { $0.until = nil }
        watch(until: check(now))
    }
}
