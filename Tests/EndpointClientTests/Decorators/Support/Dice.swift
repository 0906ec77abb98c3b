import EndpointTesting

/// Chance that follows from its seed, for many tasks at once.
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

    /// Lets others go first, now and then several times.
    func dawdle() async {
        for _ in 0..<roll(4) { await Task.yield() }
    }
}
