import EndpointTesting

/// A clock on which every wait is over at once, and takes as long as it should.
final class InstantClock: Clock, Sendable {
    private let elapsed = Locked(Duration.zero)

    var now: ContinuousClock.Instant { elapsed.withLock { Self.start.advanced(by: $0) } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        elapsed.withLock { $0 = max($0, Self.start.duration(to: deadline)) }
    }

    private static let start = ContinuousClock.now
}
