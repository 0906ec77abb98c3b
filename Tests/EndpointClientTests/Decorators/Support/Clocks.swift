import EndpointTesting

/// A `TestClock` that advances itself: a sleep advances it, and wakes all other sleepers that are due.
struct LeapingClock: Clock {
    let clock: TestClock

    var now: TestClock.Instant { clock.now }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        clock.advance(by: max(now.duration(to: deadline), .zero))
        await Task.yield()
        try Task.checkCancellation()
    }
}

extension TimeSource {
    /// Draws these numbers from 0..<1.
    func drawing(_ fraction: @escaping @Sendable () -> Double) -> TimeSource {
        var time = self
        time.random = { UInt64(fraction() * 0x1p53) << 11 }
        return time
    }

    /// Has these dates.
    func dated(_ date: @escaping @Sendable () -> Date) -> TimeSource {
        var time = self
        time.date = date
        return time
    }
}

extension LoopbackServer {
    /// Lets this many attempts arrive, each as soon as the time of the previous one is over.
    func outlast(_ attempts: Int, of limit: Duration, on clock: TestClock) async {
        for attempt in 1...attempts {
            _ = await received(attempt)
            await clock.sleepers(1)
            clock.advance(by: limit)
        }
    }
}
