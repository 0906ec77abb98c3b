import EndpointTesting

/// What a piece of work took.
struct Cost: Sendable {
    /// Seconds on the wall.
    let wall: Double

    /// Seconds of processor time of this process, user and system; its children are not counted.
    let processor: Double

    /// Does the work and measures it.
    static func of(_ work: () async throws -> Void) async rethrows -> Cost {
        let (wall, processor) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
        try await work()
        return Cost(wall: seconds(CLOCK_MONOTONIC) - wall, processor: seconds(CLOCK_PROCESS_CPUTIME_ID) - processor)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
