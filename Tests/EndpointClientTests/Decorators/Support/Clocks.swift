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

extension LoopbackServer {
    /// Lets so many attempts arrive, one after the other, each as soon as the time of the one before has run out.
    func outlast(_ attempts: Int, of limit: Duration, on clock: TestClock) async {
        for attempt in 1...attempts {
            _ = await received(attempt)
            await clock.sleepers(1)
            clock.advance(by: limit)
        }
    }
}
