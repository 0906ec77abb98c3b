/// How many tasks this process has given to `URLSession`.
///
/// On Linux all sessions share one queue, and starting a task waits for it. Who finds it idle may start a task on the caller's own
/// thread, which saves a fifth of the time of a small exchange; otherwise the caller must not wait there, or a few slow
/// bodies would block every thread that Swift's tasks run on.
enum InFlightTasks {
    private static let tasks = Locked(0)

    /// Counts a task in, and says whether it is the only one.
    static func add() -> Bool {
        tasks.withLock { tasks in
            tasks += 1
            return tasks == 1
        }
    }

    /// Counts a task out.
    static func remove() {
        tasks.withLock { $0 -= 1 }
    }
}
