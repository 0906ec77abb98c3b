import EndpointClient
import Foundation

/// A part of the library under load: calls that join, leave, fail and are cancelled, and what must hold in any order.
protocol Scenario: Sendable {
    /// Its name on the command line.
    static var name: String { get }

    /// A scenario whose sizes and odds are drawn now.
    init(_ world: World)

    /// Starts all calls, and waits for them.
    func run() async

    /// Checks what must hold when ``run()`` has returned and nothing is left that could run.
    func verify()
}

/// The time and the chance of a run, and its record.
struct World: Sendable {
    /// The virtual time. It advances when no task can run.
    let time: TimeSource

    private let scheduler: Scheduler

    init(_ scheduler: Scheduler) {
        self.scheduler = scheduler
        time = scheduler.time
    }

    /// A number from 0 to below a limit.
    func roll(_ limit: Int) -> Int { scheduler.roll(limit) }

    /// True once in so many times.
    func happens(onceIn odds: Int) -> Bool { roll(odds) == 0 }

    /// Lets other tasks run for some steps, or for some seconds: what comes next can come at any step.
    func dawdle(seconds: Int = 4) async {
        if happens(onceIn: 3) { return await rest(roll(seconds + 1)) }
        for _ in 0..<roll(9) { await yield() }
    }

    /// Lets other tasks run.
    func yield() async { await scheduler.yield() }

    /// Sleeps for some seconds, or until the task is cancelled.
    private func rest(_ seconds: Int) async {
        try? await time.sleep(for: .seconds(seconds))
    }

    /// Adds a line to the trace.
    func note(_ line: @autoclosure () -> String) { scheduler.note(line()) }

    /// Records a violation unless a condition holds.
    func check(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        if condition { return }
        let sentence = sentence()
        note("VIOLATION: \(sentence)")
        scheduler.fail(sentence)
    }

    // Calls.

    /// Makes a call in a task of its own, after a while. Once in so many times the task is cancelled, at any step.
    func call<Value: Sendable>(
        _ number: Int, cancelledOnceIn odds: Int, _ body: @escaping @Sendable () async throws -> Value
    ) async -> Outcome<Value> {
        await dawdle()
        let task = Task { try await body() }
        let isCancelled = happens(onceIn: odds)
        if isCancelled {
            await dawdle(seconds: 12)
            note("call \(number) is cancelled")
            task.cancel()
        }
        let outcome = Outcome(number: number, wasCancelled: isCancelled, result: await task.result)
        note("call \(number) has ended: \(outcome.result)")
        check(
            isCancelled || !outcome.isCancellation,
            "call \(number) ended as cancelled, and was not: \(outcome.result)")
        return outcome
    }

    /// Makes many calls at the same time.
    func calls<Value: Sendable>(
        _ numbers: Range<Int>, cancelledOnceIn odds: Int, _ body: @escaping @Sendable (Int) async throws -> Value
    ) async -> [Outcome<Value>] {
        await withTaskGroup { group in
            for number in numbers {
                group.addTask { await call(number, cancelledOnceIn: odds) { try await body(number) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}

/// How a call ended.
struct Outcome<Value: Sendable>: Sendable {
    let number: Int
    let wasCancelled: Bool
    let result: Result<Value, any Error>

    var isCancellation: Bool { error is CancellationError }

    var error: (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    var value: Value? { try? result.get() }
}

/// The error of a server or a refresh that fails on purpose.
struct PlannedFailure: Error, Hashable {}
