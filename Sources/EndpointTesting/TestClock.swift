/// A clock that advances only when a test moves it, so that tests of delays take no time.
///
/// ```swift
/// let clock = TestClock()
/// let client = client.retrying(time: clock.time)
/// let call = Task { try await client.request(endpoint) }  // …which sleeps before it tries again
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(1))
/// ```
///
/// ``advance(by:)`` is one step: a task that it resumes sees the new time. If tasks sleep repeatedly, ``run(for:)``
/// advances the time from deadline to deadline.
public final class TestClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol {
        let offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let state = Locked(TestClockState())
    private let patience: Int
    private let realTime: TimeSource

    /// A clock at zero.
    ///
    /// A sleep throws an error with a sentence when nothing has used the clock for a minute of real time: no sleep has
    /// begun or ended, and the clock was not advanced. Then a test fails that would wait forever.
    public convenience init() {
        self.init(patience: 60, realTime: .system)
    }

    /// A clock at zero whose sleeps fail after so many seconds of another time in which nothing uses it.
    init(patience: Int, realTime: TimeSource) {
        (self.patience, self.realTime) = (patience, realTime)
    }

    public var now: Instant { state.withLock { $0.now } }

    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let wakeup = Promise<Void>()
        let id = state.withLock { $0.add(wakeup, until: deadline) }
        resumeWaiters()
        watch()
        try await withTaskCancellationHandler {
            try await wakeup.value {}
        } onCancel: {
            state.withLock { $0.remove(id) }
            wakeup.resolve(.failure(CancellationError()))
        }
    }

    /// Moves the clock forward and resumes the tasks whose deadline has passed, the earliest deadline first.
    public func advance(by duration: Duration) {
        let due = state.withLock { $0.advance(by: duration) }
        for wakeup in due { wakeup.resolve(.success(())) }
    }

    /// Advances the time: moves the clock from deadline to deadline, so that a task that sleeps for one second and
    /// then for two is resumed after one second and after three.
    ///
    /// Before each step it lets other tasks run until none of them begins or ends a sleep for 2 ms, or for 50 ms while
    /// none sleeps. It is for tasks that wait for this clock and for each other: a task that waits for a network or a
    /// file meanwhile may sleep too late.
    public func run(for duration: Duration) async {
        let end = now.advanced(by: duration)
        repeat {
            await settle()
            let next = state.withLock { $0.sleepers.map(\.deadline).filter { $0 < end }.min() ?? end }
            advance(by: max(.zero, now.duration(to: next)))
        } while now < end
        await settle()
    }

    /// Lets other tasks run until, in a hundred turns and a pause after them, none has begun or ended a sleep.
    private func settle() async {
        var seen: Int
        repeat {
            seen = state.withLock { $0.changes }
            for _ in 0..<100 { await Task.yield() }
            try? await Task.sleep(for: .milliseconds(sleeperCount == 0 ? 50 : 2))
        } while seen != state.withLock { $0.changes }
    }

    /// Suspends until at least this many tasks sleep on this clock.
    public func sleepers(_ count: Int) async {
        let reached = Promise<Void>()
        state.withLock { $0.waiters.append(.init(count: count, reached: reached)) }
        resumeWaiters()
        try? await reached.value {}
    }

    /// The number of tasks that sleep on this clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The times of this clock, dates from the beginning of 2001 on, and the same random numbers each time.
    ///
    /// To control more than the time, change it: `var time = clock.time; time.random = { 0 }`.
    public var time: TimeSource {
        let generator = Locked(SplitMix64(seed: 0))
        return TimeSource(
            now: { self.now.offset },
            sleep: { try await self.sleep(until: Instant(offset: $0)) },
            date: { Date(timeIntervalSinceReferenceDate: self.now.offset.inSeconds) },
            random: { generator.withLock { $0.next() } })
    }

    /// Counts the seconds of real time in which nothing uses the clock, in one task, as long as tasks sleep on it.
    ///
    /// It counts the sleeps of a second, not the time between them: a process that is halted, as by a debugger, does
    /// not use up its patience.
    private func watch() {
        guard state.withLock({ $0.beginWatching() }) else { return }
        Task { [state, patience, realTime] in
            while (try? await realTime.sleep(for: .seconds(1))) != nil {
                let (goesOn, stalled) = state.withLock { $0.tick(patience: patience) }
                for wakeup in stalled {
                    wakeup.resolve(.failure(StalledClock(seconds: patience, sleepers: stalled.count)))
                }
                if !goesOn { return }
            }
        }
    }

    private func resumeWaiters() {
        let satisfied = state.withLock { $0.removeSatisfiedWaiters() }
        for waiter in satisfied { waiter.reached.resolve(.success(())) }
    }
}

/// The time of a ``TestClock``, the tasks that sleep on it, and the calls of ``TestClock/sleepers(_:)`` that wait.
struct TestClockState {
    struct Sleeper {
        let id: Int
        let deadline: TestClock.Instant
        let wakeup: Promise<Void>
    }

    /// A call that waits for a number of sleepers.
    struct Waiter {
        let count: Int
        let reached: Promise<Void>
    }

    private(set) var now = TestClock.Instant(offset: .zero)
    private(set) var sleepers: [Sleeper] = [] {
        didSet { changes += 1 }
    }
    /// How often a sleep has begun or ended.
    private(set) var changes = 0
    /// The seconds of real time since the number of changes was ``watchedChanges``; nil while nothing is watched.
    private var idleSeconds: Int?
    private var watchedChanges = 0
    var waiters: [Waiter] = []
    private var lastID = 0

    /// Adds a sleeper and returns its identifier. If the deadline has passed, the sleeper is resumed immediately.
    mutating func add(_ wakeup: Promise<Void>, until deadline: TestClock.Instant) -> Int {
        lastID += 1
        if deadline <= now {
            wakeup.resolve(.success(()))
        } else {
            sleepers.append(Sleeper(id: lastID, deadline: deadline, wakeup: wakeup))
        }
        return lastID
    }

    mutating func remove(_ id: Int) {
        sleepers.removeAll { $0.id == id }
    }

    /// Moves the clock and removes the sleepers whose deadline has passed, the earliest deadline first.
    mutating func advance(by duration: Duration) -> [Promise<Void>] {
        now = now.advanced(by: duration)
        changes += 1
        let due = sleepers.filter { [now] in $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
        sleepers.removeAll { [now] in $0.deadline <= now }
        return due.map(\.wakeup)
    }

    /// Whether to begin to count the seconds, because a task sleeps and none are counted.
    mutating func beginWatching() -> Bool {
        guard idleSeconds == nil, !sleepers.isEmpty else { return false }
        (idleSeconds, watchedChanges) = (0, changes)
        return true
    }

    /// A second of real time has passed. Returns whether to go on counting, and the sleepers that have waited in vain,
    /// which are removed.
    mutating func tick(patience: Int) -> (goesOn: Bool, stalled: [Promise<Void>]) {
        idleSeconds = watchedChanges == changes ? (idleSeconds ?? 0) + 1 : 0
        watchedChanges = changes
        let stalled = (idleSeconds ?? 0) >= patience ? sleepers.map(\.wakeup) : []
        if !stalled.isEmpty { sleepers = [] }
        if sleepers.isEmpty { idleSeconds = nil }
        return (!sleepers.isEmpty, stalled)
    }

    /// Removes and returns the waiters whose number of sleepers is reached.
    mutating func removeSatisfiedWaiters() -> [Waiter] {
        let satisfied = waiters.filter { [sleepers] in $0.count <= sleepers.count }
        waiters.removeAll { [sleepers] in $0.count <= sleepers.count }
        return satisfied
    }
}

/// The error of a sleep on a ``TestClock`` that nothing has advanced.
struct StalledClock: Error, Hashable, DescribedError {
    /// For how many seconds of real time.
    let seconds: Int
    /// How many tasks slept on it.
    let sleepers: Int

    var description: String {
        "Nothing has advanced the TestClock for \(seconds) s of real time, while "
            + "\(sleepers.counted("task")) \(sleepers == 1 ? "sleeps" : "sleep") on it: call advance(by:) or run(for:)."
    }
}
