/// A server that works off one queue, in order, at a fixed rate.
///
/// It does not know which callers have gone away meanwhile, so it works for them too: that is what keeps it down when
/// the load has gone back to normal. When its queue is full it answers 503 at once.
struct Server {
    let fault: Fault
    let outage: Range<Double>
    let capacity: Double

    private let queue: Double
    private let latency = 0.05
    private var busyUntil = 0.0

    /// Capacity is in requests a second, the outage in seconds, the queue in seconds of work.
    init(_ fault: Fault, during outage: Range<Double>, capacity: Double, queue: Double = 20) {
        self.fault = fault
        self.outage = outage
        self.capacity = capacity
        self.queue = queue
    }

    /// What becomes of a request that arrives now.
    mutating func answer(at now: Double, chance: inout SplitMix64) -> Answer {
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
        guard start - ready < queue else { return .refused(status: 503, retryAfter: nil) }
        busyUntil = start + 1 / capacity
        return .served(at: busyUntil + latency)
    }
}

/// What is wrong with the server during an outage.
enum Fault {
    /// It takes requests in, and does nothing with them.
    case hang
    /// It answers 503 at once.
    case refuse
    /// It answers 503 at once, with a `Retry-After` that names the end of the outage.
    case refuseUntilTheEnd
    /// It answers this share of the requests with 500.
    case flaky(Double)
}

/// What a server makes of one request, and when. Times are in seconds.
enum Answer {
    /// It answers at this time, if someone still listens.
    case served(at: Double)
    /// It answers at once with a failing status, and perhaps with `Retry-After` in whole seconds.
    case refused(status: Int, retryAfter: Int?)
}
