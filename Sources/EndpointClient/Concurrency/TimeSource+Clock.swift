extension TimeSource {
    /// The time and the random numbers of this machine.
    public static var system: TimeSource {
        // Calls the functions of the one clock whose times can be compared everywhere.
        TimeSource(
            now: { systemStart.duration(to: .now) },
            sleep: { try await ContinuousClock().sleep(until: systemStart.advanced(by: min($0, longestSleep))) },
            date: { Date() }, random: generator(), isSystem: true)
    }

    /// A time source with the times of a clock, counted from now. By default, the time of day and the random numbers
    /// are those of this machine.
    public init(
        _ clock: some Clock<Duration>, date: @escaping @Sendable () -> Date = { Date() },
        random: (@Sendable () -> UInt64)? = nil
    ) {
        let start = clock.now
        self.init(
            now: { start.duration(to: clock.now) },
            sleep: { time in
                try await clock.sleep(until: start.advanced(by: min(time, Self.longestSleep)), tolerance: nil)
            },
            date: date, random: random ?? Self.generator())
    }

    /// A time source from closures, whose alarms share one sleeping task.
    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
        date: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64, isSystem: Bool = false
    ) {
        let timer = DeadlineTimer(now: now, sleep: sleep)
        self.init(
            now: now, sleep: sleep, alarm: { timer.schedule(at: $0, $1) }, date: date, random: random,
            isSystem: isSystem)
    }

    private static let systemStart = ContinuousClock.now

    /// Longer sleeps are clamped to 136 years, because a system clock cannot sleep for three hundred.
    private static let longestSleep = Duration.seconds(Int64(1) << 32)

    /// Uses a generator with a random seed, which is cheaper than a system call each time.
    private static func generator() -> @Sendable () -> UInt64 {
        let generator = Locked(SplitMix64?.none)
        return {
            generator.withLock { generator in
                var next = generator ?? SplitMix64(seed: .random(in: .min ... .max))
                defer { generator = next }
                return next.next()
            }
        }
    }
}
