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
