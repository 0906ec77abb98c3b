import EndpointTesting

/// Counts, and lets a test wait for a count.
final class Tally: Sendable {
    private struct State {
        var count = 0
        var observers: [(count: Int, reached: Promise<Void>)] = []

        mutating func takeContent() -> [Promise<Void>] {
            let content = observers.filter { $0.count <= count }
            observers.removeAll { $0.count <= count }
            return content.map(\.reached)
        }
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.count } }

    /// Counts one more and says which it is, from 1.
    @discardableResult func add() -> Int {
        let (count, content) = state.withLock { state in
            state.count += 1
            return (state.count, state.takeContent())
        }
        for reached in content { reached.resolve(.success(())) }
        return count
    }

    /// Returns once the count is at least this.
    func reached(_ count: Int) async throws {
        let reached = Promise<Void>()
        let content = state.withLock { state in
            state.observers.append((count, reached))
            return state.takeContent()
        }
        for reached in content { reached.resolve(.success(())) }
        try await reached.value {}
    }
}

/// Random numbers from a seed, for concurrent tasks.
final class Dice: Sendable {
    private let generator: Locked<SplitMix64>

    init(seed: UInt64) {
        generator = Locked(SplitMix64(seed: seed))
    }

    /// A number from 0 up to, but not including, the bound.
    func roll(_ bound: Int) -> Int {
        generator.withLock { Int($0.next() % UInt64(bound)) }
    }

    /// From 0 up to, but not including, 1.
    @Sendable func fraction() -> Double {
        generator.withLock { $0.fraction() }
    }

    /// Yields to other tasks, sometimes several times.
    func dawdle() async {
        for _ in 0..<roll(4) { await Task.yield() }
    }
}
