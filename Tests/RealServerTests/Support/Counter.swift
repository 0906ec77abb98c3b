import EndpointTesting

/// Counts, on any thread.
final class Counter: Sendable {
    private let value = Locked(0)

    var count: Int { value.withLock { $0 } }

    func add() {
        value.withLock { $0 += 1 }
    }
}
