import EndpointClient
import Foundation

#if os(Linux)
    import CSchedules
#endif

/// Runs all jobs of Swift's concurrency on one thread, in an order that is a function of a seed.
///
/// The runtime passes each job that can run to a list (`CSchedules`). The next one is drawn from it and runs until it
/// suspends. Time is virtual: it advances to the end of the earliest sleep when no job can run, and now and then before
/// that. So the seed decides all that differs between two runs of a program, as long as it uses no thread of its own.
///
/// Jobs are interleaved where they suspend. What happens between two operations of a lock cannot be interleaved.
final class Scheduler: Sendable {
    /// How often a run may resume a task: more is an endless loop.
    private static let stepLimit = 100_000

    private let state = Locked(ScheduleState(seed: 0, isTraced: false))

    /// Takes the place of the runtime's executors, for the rest of the process.
    init() {
        #if os(Linux)
            let main = MainExecutor { [state] job, task in
                state.withLock { $0.enqueue(job, isMain: true, of: task) }
            }
            schedules_replace_executors(
                { context, job in
                    let scheduler = Unmanaged<Scheduler>.fromOpaque(context).takeUnretainedValue()
                    let (address, task) = (UInt(bitPattern: job), schedules_task(job))
                    scheduler.state.withLock { $0.enqueue(address, isMain: false, of: task) }
                }, Unmanaged.passRetained(self).toOpaque(), main.retainedReference)
        #endif
    }

    /// Runs a scenario, and all that it starts, until nothing is left to do. The seed decides the order.
    func run(_ type: any Scenario.Type, seed: UInt64, traced isTraced: Bool = false) -> Schedule {
        state.withLock { $0 = ScheduleState(seed: seed, isTraced: isTraced) }
        let scenario = type.init(World(self))
        Task.detached { [state] in
            await scenario.run()
            state.withLock { $0.hasEnded = true }
        }
        while step() {}
        if state.withLock({ $0.hasEnded }) { scenario.verify() }
        return state.withLock { Schedule($0, stepLimit: Self.stepLimit) }
    }

    /// Runs the next job. Returns false when there is none.
    private func step() -> Bool {
        let next = state.withLock { $0.next(limit: Self.stepLimit) }
        switch next {
        case .job(let address, let isMain):
            #if os(Linux)
                if let job = UnsafeMutableRawPointer(bitPattern: address) { schedules_run(job, isMain) }
            #endif
        case .wakeups(let wakeups): for wakeup in wakeups { wakeup.resolve(.success(())) }
        case .none: return false
        }
        return true
    }

    // What scenarios use.

    /// A new time source with the virtual time, whose random numbers are drawn from the seed.
    var time: TimeSource {
        TimeSource(
            now: { [state] in state.withLock { $0.now } },
            sleep: { [self] time in try await sleep(until: time) },
            date: { [state] in Date(timeIntervalSinceReferenceDate: state.withLock { $0.now.inSeconds }) },
            random: { [state] in state.withLock { $0.random.next() } })
    }

    private func sleep(until time: Duration) async throws {
        try Task.checkCancellation()
        let wakeup = Promise<Void>()
        let id = state.withLock { $0.addSleeper(wakeup, until: time) }
        try await withTaskCancellationHandler {
            try await wakeup.value {}
        } onCancel: {
            state.withLock { $0.removeSleeper(id) }
            wakeup.resolve(.failure(CancellationError()))
        }
    }

    /// A number from 0 to below a limit, drawn from the seed.
    func roll(_ limit: Int) -> Int {
        state.withLock { $0.roll(limit) }
    }

    /// Lets other tasks run. `Task.yield()` would continue on another thread.
    func yield() async {
        let wakeup = Promise<Void>()
        state.withLock { $0.addYield(wakeup) }
        try? await wakeup.value {}
    }

    /// Adds a line to the trace, if there is one.
    func note(_ line: @autoclosure () -> String) {
        guard state.withLock({ $0.trace != nil }) else { return }
        let line = line()
        state.withLock { $0.add(line) }
    }

    /// Records that something has happened that must not.
    func fail(_ sentence: String) {
        state.withLock { $0.violations.append(sentence) }
    }
}

#if os(Linux)
    /// The executor of the main actor.
    private final class MainExecutor: SerialExecutor {
        private let take: @Sendable (UInt, UInt64) -> Void

        init(_ take: @escaping @Sendable (UInt, UInt64) -> Void) {
            self.take = take
        }

        func enqueue(_ job: consuming ExecutorJob) {
            guard let job = unsafeBitCast(UnownedJob(job), to: UnsafeMutableRawPointer?.self) else { return }
            take(UInt(bitPattern: job), schedules_task(job))
        }

        /// This executor, which is never released.
        var retainedReference: schedules_executor {
            _ = Unmanaged.passRetained(self)
            return unsafeBitCast(asUnownedSerialExecutor(), to: schedules_executor.self)
        }
    }
#endif
