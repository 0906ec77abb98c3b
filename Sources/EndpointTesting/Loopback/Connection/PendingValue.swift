/// A value that a thread waits for, blocked, while a task finds it. The first one counts, and nil means: give up.
final class BlockingPromise<Value: Sendable>: Sendable {
    private let resolution = Locked<Value??>(nil)
    private let isResolved = DispatchSemaphore(value: 0)

    func resolve(_ value: Value?) {
        let isFirst = resolution.withLock { resolution in
            if resolution != nil { return false }
            resolution = .some(value)
            return true
        }
        if isFirst { isResolved.signal() }
    }

    /// Whether it came in time; only then `wait` returns at once.
    func comes(within time: DispatchTimeInterval) -> Bool {
        guard isResolved.wait(timeout: .now() + time) == .success else { return false }
        isResolved.signal()
        return true
    }

    /// Blocks until there is a resolution.
    func wait() -> Value? {
        isResolved.wait()
        return resolution.withLock { $0 } ?? nil
    }
}
