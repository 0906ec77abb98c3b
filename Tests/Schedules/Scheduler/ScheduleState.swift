import EndpointClient

/// The jobs that can run, the sleeps, and how the next step is drawn: a pure value.
struct ScheduleState: Sendable {
    /// What happens next.
    enum Step: Sendable {
        case job(UInt, isMain: Bool)
        case wakeups([Promise<Void>])
    }

    /// How the next job is drawn. Some errors are found more often in one way, and some in the other.
    private enum Order {
        /// All jobs are equally probable.
        case uniform
        /// Each task has a random rank, and the first one runs. Now and then it becomes the last one (Burckhardt and
        /// others, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", 2010). So a task may be
        /// delayed for as long as all others can run.
        case ranked
    }

    private struct Job {
        let address: UInt
        let isMain: Bool
        let task: Int
    }

    private struct Sleeper {
        let id: Int
        let time: Duration
        let wakeup: Promise<Void>
    }

    private let order: Order
    private var jobs: [Job] = []
    private var sleepers: [Sleeper] = []
    private var yields: [Promise<Void>] = []
    private var lastSleeper = 0
    /// The number of the first task, as the runtime counts; nil before it.
    private var firstTask: UInt64?
    private var ranks: [UInt64] = []

    var random: SplitMix64
    private(set) var now = Duration.zero
    private(set) var steps = 0
    /// A checksum of the order of all steps.
    private(set) var checksum: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var trace: [String]?
    var violations: [String] = []
    var hasEnded = false

    init(seed: UInt64, isTraced: Bool) {
        random = SplitMix64(seed: seed)
        trace = isTraced ? [] : nil
        order = random.next() % 2 == 0 ? .uniform : .ranked
    }

    mutating func roll(_ limit: Int) -> Int {
        Int(truncatingIfNeeded: random.next() % UInt64(max(limit, 1)))
    }

    // Jobs.

    mutating func enqueue(_ address: UInt, isMain: Bool, of id: UInt64) {
        let first = firstTask ?? id
        firstTask = first
        let task = id < first ? 0 : Int(clamping: id - first)
        if order == .ranked {
            while ranks.count <= task { ranks.append(random.next() | 1 << 63) }
        }
        jobs.append(Job(address: address, isMain: isMain, task: task))
    }

    /// A task lets others run: it can run again in the next step.
    mutating func addYield(_ wakeup: Promise<Void>) {
        yields.append(wakeup)
    }

    /// Draws the next step; nil if there is nothing to do, or if the limit is reached.
    mutating func next(limit: Int) -> Step? {
        guard yields.isEmpty else {
            defer { yields = [] }
            return .wakeups(yields)
        }
        if let end = sleepers.lazy.map(\.time).min(), jobs.isEmpty || isDelayed(until: end) {
            return .wakeups(advance(to: end))
        }
        guard !jobs.isEmpty, steps < limit else { return nil }
        steps += 1
        let count = jobs.count
        let index = drawIndex()
        jobs.swapAt(index, count - 1)
        let job = jobs.removeLast()
        add(UInt64(job.task))
        if trace != nil { add("task \(job.task)\(job.isMain ? " on the main actor" : ""), of \(count) that can run") }
        return .job(job.address, isMain: job.isMain)
    }

    private mutating func drawIndex() -> Int {
        guard order == .ranked else { return roll(jobs.count) }
        var first = 0
        for index in jobs.indices where ranks[jobs[index].task] > ranks[jobs[first].task] { first = index }
        if roll(8) == 0 { ranks[jobs[first].task] = UInt64(1 << 30 - steps) }
        return first
    }

    // Time.

    mutating func addSleeper(_ wakeup: Promise<Void>, until time: Duration) -> Int {
        lastSleeper += 1
        sleepers.append(Sleeper(id: lastSleeper, time: max(time, now), wakeup: wakeup))
        return lastSleeper
    }

    mutating func removeSleeper(_ id: Int) {
        sleepers.removeAll { $0.id == id }
    }

    /// Whether a sleep ends before the jobs that can run, as on a busy machine.
    private mutating func isDelayed(until end: Duration) -> Bool {
        end - now <= .seconds(1) && roll(64) == 0
    }

    /// Advances the time, and returns the sleeps that end then.
    private mutating func advance(to end: Duration) -> [Promise<Void>] {
        now = max(now, end)
        add(UInt64(bitPattern: Int64(end.inSeconds * 1000)))
        if trace != nil { add("the time is \(now)") }
        let due = sleepers.filter { [now] in $0.time <= now }
        sleepers.removeAll { [now] in $0.time <= now }
        return due.map(\.wakeup)
    }

    // The record.

    private mutating func add(_ number: UInt64) {
        checksum = (checksum ^ number) &* 0x100_0000_01b3
    }

    mutating func add(_ line: String) {
        trace?.append(line)
    }
}

/// What one run did.
struct Schedule: Sendable {
    /// What went wrong; empty for a good run.
    let violations: [String]
    let steps: Int
    /// A checksum of the order of all steps.
    let checksum: UInt64
    /// A line for each step, and what the scenario notes; empty if the run was not traced.
    let trace: [String]

    init(_ state: ScheduleState, stepLimit: Int) {
        var violations = state.violations
        if state.steps >= stepLimit {
            violations.append("the run did not end within \(stepLimit) steps")
        } else if !state.hasEnded {
            violations.append("deadlock: nothing can run and nothing sleeps, but not all calls have ended")
        }
        (self.violations, steps, checksum) = (violations, state.steps, state.checksum)
        trace = state.trace ?? []
    }
}
