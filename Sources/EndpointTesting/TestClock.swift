/// A clock that stands still until a test moves it, so that nothing ever has to wait.
///
/// ```swift
/// let clock = TestClock()
/// let call = Task { try await client.request(endpoint) }  // …which sleeps before it tries again
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(1))
/// ```
public final class TestClock: Clock, Sendable {
    /// A moment, as the time since the clock was made.
    public struct Instant: InstantProtocol {
        let offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let state = Locked(TestClockState())

    /// A clock at zero.
    public init() {}

    public var now: Instant { state.withLock { $0.now } }

    public var minimumResolution: Duration { .zero }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let alarm = Promise<Void>()
        let id = state.withLock { $0.add(alarm, until: deadline) }
        wakeObservers()
        try await withTaskCancellationHandler {
            try await alarm.value {}
        } onCancel: {
            state.withLock { $0.remove(id) }
            alarm.resolve(.failure(CancellationError()))
        }
    }

    /// Moves the clock forward and wakes whoever has slept long enough, the earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { $0.advance(by: duration) }
        for alarm in due { alarm.resolve(.success(())) }
    }

    /// Returns once at least so many tasks sleep on this clock.
    public func sleepers(_ count: Int) async {
        let enough = Promise<Void>()
        state.withLock { $0.observers.append(.init(count: count, enough: enough)) }
        wakeObservers()
        try? await enough.value {}
    }

    /// How many tasks sleep on this clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    private func wakeObservers() {
        let content = state.withLock { $0.takeContentObservers() }
        for observer in content { observer.enough.resolve(.success(())) }
    }
}

/// Who sleeps on a ``TestClock`` until when, and who waits for sleepers.
struct TestClockState {
    struct Sleeper {
        let id: Int
        let deadline: TestClock.Instant
        let alarm: Promise<Void>
    }

    struct Observer {
        let count: Int
        let enough: Promise<Void>
    }

    private(set) var now = TestClock.Instant(offset: .zero)
    private(set) var sleepers: [Sleeper] = []
    var observers: [Observer] = []
    private var lastID = 0

    /// Adds a sleeper, or wakes it at once if its time has come.
    mutating func add(_ alarm: Promise<Void>, until deadline: TestClock.Instant) -> Int {
        lastID += 1
        if deadline <= now {
            alarm.resolve(.success(()))
        } else {
            sleepers.append(Sleeper(id: lastID, deadline: deadline, alarm: alarm))
        }
        return lastID
    }

    mutating func remove(_ id: Int) {
        sleepers.removeAll { $0.id == id }
    }

    /// Moves the clock and takes those out whose time has come, the earliest first.
    mutating func advance(by duration: Duration) -> [Promise<Void>] {
        now = now.advanced(by: duration)
        let due = sleepers.filter { [now] in $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
        sleepers.removeAll { [now] in $0.deadline <= now }
        return due.map(\.alarm)
    }

    /// Takes the observers out that have seen enough.
    mutating func takeContentObservers() -> [Observer] {
        let content = observers.filter { [sleepers] in $0.count <= sleepers.count }
        observers.removeAll { [sleepers] in $0.count <= sleepers.count }
        return content
    }
}
