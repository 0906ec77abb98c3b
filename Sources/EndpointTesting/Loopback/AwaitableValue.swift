/// A locked value with conditions that tasks can await, without polling.
package struct AwaitableValue<Value: Sendable>: Sendable {
    private let state: Locked<State>

    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    package var value: Value { state.withLock { $0.value } }

    /// Changes the value, then resumes the tasks whose condition has become true.
    package func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        let (result, satisfied) = state.withLock { state in
            let result = change(&state.value)
            return (result, state.removeSatisfied())
        }
        for waiter in satisfied { waiter.continuation.resume() }
        return result
    }

    /// Suspends until the condition holds, or the task is cancelled.
    package func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(condition: condition, continuation: continuation)
                let mustWait = state.withLock { $0.add(waiter, id: id) }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    private struct Waiter: Sendable {
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var lastID = 0

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// Adds the waiter; a later cancellation removes it. Returns false, without adding it, if there is nothing to
        /// wait for.
        mutating func add(_ waiter: Waiter, id: Int) -> Bool {
            if Task.isCancelled || waiter.condition(value) { return false }
            waiters[id] = waiter
            return true
        }

        /// Removes and returns the waiters whose condition is true.
        mutating func removeSatisfied() -> [Waiter] {
            if waiters.isEmpty { return [] }
            let satisfied = waiters.filter { $0.value.condition(value) }
            for id in satisfied.keys { waiters.removeValue(forKey: id) }
            return Array(satisfied.values)
        }
    }
}
