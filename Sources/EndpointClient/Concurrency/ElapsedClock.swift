/// A clock whose times are durations since it was made, so that clocks of different types have one type. Those of all
/// `ContinuousClock`s are durations since the first of them was made, so that they can be compared.
package struct ElapsedClock: Sendable {
    package let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    /// `ContinuousClock` has a branch of its own, in which its functions are called directly instead of through a protocol.
    package init(_ clock: any Clock<Duration>) {
        self = clock is ContinuousClock ? .on(ContinuousClock(), since: Self.beginning) : .start(clock)
    }

    private static let beginning = ContinuousClock.now

    private static func start<C: Clock>(_ clock: C) -> ElapsedClock where C.Duration == Duration {
        on(clock, since: clock.now)
    }

    private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    private static func on<C: Clock>(_ clock: C, since start: C.Instant) -> ElapsedClock where C.Duration == Duration {
        ElapsedClock(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: min($0, longest)), tolerance: nil) })
    }

    /// Longer sleeps are cut to 136 years, because a clock of the system cannot sleep for three hundred.
    private static let longest = Duration.seconds(1 << 32)
}
