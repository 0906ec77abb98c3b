/// The source of time and randomness: a clock, the time of day, and random numbers.
///
/// Everything that waits, measures or needs random numbers takes one as `time:`. By default it is `.system`; with that
/// of a `TestClock`, a test controls how much time passes and which random numbers are used. `TimeSource(clock)` makes
/// one from any other clock.
public struct TimeSource: Sendable {
    /// The time of day.
    public var date: @Sendable () -> Date

    /// Returns any 64-bit number. It need not be secure: nothing secret depends on it.
    public var random: @Sendable () -> UInt64

    /// Whether its times are those of the system's clock, which can be compared with each other.
    package let isSystem: Bool

    /// Calls a closure at a time of ``now()``, and returns a closure that cancels this.
    package let alarm: Alarm

    /// Sets an alarm: the first argument is its time, the second what it calls.
    package typealias Alarm =
        @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void

    let elapsed: @Sendable () -> Duration
    private let suspend: @Sendable (Duration) async throws -> Void

    /// A time source from closures. `now` is the time since an arbitrary start, which never goes back, and `sleep`
    /// suspends until such a time. `alarm` calls a closure at such a time.
    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
        alarm: @escaping Alarm, date: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64,
        isSystem: Bool = false
    ) {
        (elapsed, suspend, self.alarm) = (now, sleep, alarm)
        (self.date, self.random, self.isSystem) = (date, random, isSystem)
    }

    /// The time since an arbitrary start, for measuring. It never goes back, unlike ``date``.
    public func now() -> Duration { elapsed() }

    /// Suspends until a time of ``now()``. If the task is cancelled, it throws `CancellationError` immediately.
    public func sleep(until time: Duration) async throws { try await suspend(time) }

    /// Suspends for a time. If the task is cancelled, it throws `CancellationError` immediately.
    public func sleep(for duration: Duration) async throws { try await suspend(elapsed() + min(duration, .farAway)) }

    /// A uniform random number in 0..<1.
    public func fraction() -> Double { Double(random() >> 11) * 0x1p-53 }
}
