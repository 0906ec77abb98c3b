/// A server that works off one queue, in order, at a fixed rate.
///
/// It does not know which callers have gone away meanwhile, so it works for them too: that is what keeps it down when
/// the load has gone back to normal. Its queue holds twenty seconds of work; beyond that it answers 503 at once.
struct Server {
    let fault: Fault
    let outage: Range<Double>
    let capacity: Double

    private let longestQueue = 20.0
    private let latency = 0.05
    private var busyUntil = 0.0

    /// Capacity is in requests a second, the outage in seconds.
    init(_ fault: Fault, during outage: Range<Double>, capacity: Double) {
        self.fault = fault
        self.outage = outage
        self.capacity = capacity
    }

    /// What becomes of a request that arrives now.
    mutating func answer(at now: Double, chance: inout Chance) -> Answer {
        guard outage.contains(now) else { return enqueue(at: now, notBefore: now) }
        switch fault {
        case .hang: return enqueue(at: now, notBefore: outage.upperBound)
        case .refuse: return .refused(status: 503, retryAfter: nil)
        case .refuseUntilTheEnd:
            return .refused(status: 503, retryAfter: Int((outage.upperBound - now).rounded(.up)))
        case .flaky(let share):
            return chance.fraction() < share
                ? .refused(status: 500, retryAfter: nil) : enqueue(at: now, notBefore: now)
        }
    }

    private mutating func enqueue(at now: Double, notBefore ready: Double) -> Answer {
        let start = max(busyUntil, ready)
        guard start - ready < longestQueue else { return .refused(status: 503, retryAfter: nil) }
        busyUntil = start + 1 / capacity
        return .served(at: busyUntil + latency)
    }
}
