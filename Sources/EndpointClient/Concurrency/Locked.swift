/// A value that only one thread at a time can touch.
///
/// The package's one lock, and its one `@unchecked Sendable`: everything else that remembers is built on it or is an
/// actor. Copies share the value. The lock is not recursive, and nothing may suspend or block while it is held.
///
/// `Synchronization.Mutex` is the same thing from iOS 18 and macOS 15 on.
package struct Locked<Value>: @unchecked Sendable {
    private let storage: ManagedBuffer<Value, PlatformLock>

    package init(_ value: sending Value) {
        storage = LockedStorage.create(minimumCapacity: 1) { _ in value }
        storage.withUnsafeMutablePointerToElements { $0.initializeLock() }
    }

    /// Runs `body` alone with the value. Keep it short, and call no one else's code from it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // By its address: through the property, each access would be checked for overlaps, which the lock excludes.
        nonisolated(unsafe) let (value, lock) = storage.withUnsafeMutablePointers { ($0, $1) }
        lock.lock()
        defer { withExtendedLifetime(storage) { lock.unlock() } }
        return try body(&value.pointee)
    }
}

/// The value and its lock in one allocation; the address of the lock never changes.
private final class LockedStorage<Value>: ManagedBuffer<Value, PlatformLock> {
    deinit {
        withUnsafeMutablePointerToElements { $0.destroyLock() }
    }
}

#if canImport(Darwin)
    private typealias PlatformLock = os_unfair_lock_s

    extension UnsafeMutablePointer<PlatformLock> {
        fileprivate func initializeLock() { initialize(to: os_unfair_lock_s()) }
        fileprivate func destroyLock() { deinitialize(count: 1) }
        fileprivate func lock() { os_unfair_lock_lock(self) }
        fileprivate func unlock() { os_unfair_lock_unlock(self) }
    }
#else
    private typealias PlatformLock = pthread_mutex_t

    extension UnsafeMutablePointer<PlatformLock> {
        fileprivate func initializeLock() { pthread_mutex_init(self, nil) }
        fileprivate func destroyLock() { pthread_mutex_destroy(self) }
        fileprivate func lock() { pthread_mutex_lock(self) }
        fileprivate func unlock() { pthread_mutex_unlock(self) }
    }
#endif
