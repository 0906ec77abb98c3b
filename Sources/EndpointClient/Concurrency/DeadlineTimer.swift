/// Calls a function when the earliest of many deadlines passes.
///
/// All calls of a client share at most one sleeping task. A call that starts usually ends long after the deadline that the task
/// sleeps for, so that setting a deadline costs a comparison.
final class DeadlineTimer: Sendable {
    private struct Sleep {
        var until: Duration?
        var task: Task<Void, Never>?
    }

    let time: TimeSource
    private let check: @Sendable (Duration) -> Duration?
    private let sleep = Locked(Sleep())

    /// A timer that calls `check` with the time whenever a deadline has passed. `check` returns the next deadline, if there is one.
    init(time: TimeSource, check: @escaping @Sendable (Duration) -> Duration?) {
        self.time = time
        self.check = check
    }

    deinit {
        sleep.withLock { $0.task?.cancel() }
    }

    /// The time since the timer was made.
    var now: Duration { time.now() }

    /// Makes sure that `check` is called once this time has passed.
    func schedule(at deadline: Duration?) {
        guard let deadline else { return }
        sleep.withLock { sleep in
            if let until = sleep.until, until <= deadline { return }
            sleep.task?.cancel()
            sleep.until = deadline
            sleep.task = Task { [weak self, time] in
                guard (try? await time.sleep(until: deadline)) != nil else { return }
                self?.wake()
            }
        }
    }

    private func wake() {
        sleep.withLock { $0.until = nil }
        schedule(at: check(now))
    }
}
