#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value that one thread at a time can reach: the package's only lock.
///
/// It is `Synchronization.Mutex`, which needs iOS 18 or macOS 15, and `OSAllocatedUnfairLock` on Apple's platforms, where the package
/// supports earlier systems. The lock is not recursive, and nothing may suspend or block while it is held.
package final class Locked<Value: Sendable>: Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) {
            lock = OSAllocatedUnfairLock(initialState: value)
        }

        /// Runs `body` with exclusive access to the value. Keep it short, and call no code of the package's users in it.
        package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try lock.withLockUnchecked(body)
        }
    #else
        private let mutex: Mutex<Value>

        package init(_ value: Value) {
            mutex = Mutex(value)
        }

        /// Runs `body` with exclusive access to the value. Keep it short, and call no code of the package's users in it.
        package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try mutex.withLock { value in try body(&value) }
        }
    #endif
}
