#if canImport(Darwin)
    import os
#elseif SANITIZED_LOCKS
    import Foundation
#else
    import Synchronization
#endif

/// A value that one thread at a time can access: the package's only lock.
///
/// It is `Synchronization.Mutex`, which needs iOS 18 or macOS 15, and `OSAllocatedUnfairLock` on Apple's platforms,
/// where the package supports earlier systems. ThreadSanitizer does not see `Mutex` on Linux: for its builds
/// Package.swift sets `SANITIZED_LOCKS`, and the lock is a `pthread_mutex_t`. It is not recursive, and nothing may
/// suspend or block while it is held.
package final class Locked<Value: Sendable>: Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) {
            lock = OSAllocatedUnfairLock(initialState: value)
        }

        /// Runs `body` with exclusive access to the value. Keep it short, and call no code of the package's users in
        /// it.
        package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try lock.withLockUnchecked(body)
        }
    #elseif SANITIZED_LOCKS
        /// The addresses of the mutex and of the value, as numbers, because pointers are not `Sendable`.
        private let mutexAddress: UInt
        private let valueAddress: UInt

        private var mutex: UnsafeMutablePointer<pthread_mutex_t> { .init(bitPattern: mutexAddress)! }
        private var value: UnsafeMutablePointer<Value> { .init(bitPattern: valueAddress)! }

        package init(_ value: Value) {
            let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            let stored = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            stored.initialize(to: value)
            (mutexAddress, valueAddress) = (UInt(bitPattern: mutex), UInt(bitPattern: stored))
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
            value.deinitialize(count: 1)
            value.deallocate()
        }

        package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    #else
        private let mutex: Mutex<Value>

        package init(_ value: Value) {
            mutex = Mutex(value)
        }

        /// Runs `body` with exclusive access to the value. Keep it short, and call no code of the package's users in
        /// it.
        package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try mutex.withLock { value in try body(&value) }
        }
    #endif
}
