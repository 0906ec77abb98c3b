import EndpointTesting

/// The exchanges of a run, in so many tasks at once, with a line of progress for each tenth.
struct StressRun: Sendable {
    let caller: StressCaller
    let exchanges: Int
    let tasks: Int
    let seed: UInt64

    func run() async {
        let (next, start) = (Locked(0), ContinuousClock.now)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    while let number = take(next) {
                        await caller.perform(StressExchange(number: number, seed: seed))
                        if (number + 1).isMultiple(of: max(1, exchanges / 10)) { report(number + 1, since: start) }
                    }
                }
            }
        }
    }

    private func take(_ next: Locked<Int>) -> Int? {
        next.withLock { next in
            guard next < exchanges else { return nil }
            defer { next += 1 }
            return next
        }
    }

    private func report(_ number: Int, since start: ContinuousClock.Instant) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        Console.line(
            String(format: "%7d exchanges, %6.1f s, %6.0f/s, ", number, seconds, Double(number) / seconds)
                + "\(ProcessFootprint.now), \(caller.client.callsUnderWay) under way")
    }
}
