import EndpointTesting

/// A `TestClock` to those who sleep by themselves: a sleep moves it on, and wakes whoever else has slept long enough.
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
