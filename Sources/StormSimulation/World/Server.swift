import EndpointPolicy

/// A server that processes one queue in order at a fixed rate.
///
/// It also processes requests whose clients have timed out, which keeps it overloaded after the load has returned to normal.
/// When its queue is full it answers 503 at once.
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

    /// The answer to a request that arrives now.
    mutating func answer(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        guard outage.contains(now) else { return enqueue(at: now, notBefore: now) }
        switch fault {
        case .hang: return enqueue(at: now, notBefore: outage.upperBound)
        case .refuse: return .refused(status: 503, retryAfter: nil)
        case .refuseUntilTheEnd:
            return .refused(status: 503, retryAfter: Int((outage.upperBound - now).rounded(.up)))
        case .flaky(let share):
            return random.fraction() < share
                ? .refused(status: 500, retryAfter: nil) : enqueue(at: now, notBefore: now)
        case .partlyDown(let share):
            return random.fraction() < share
                ? .refused(status: 502, retryAfter: nil)
                : enqueue(at: now, notBefore: now, capacity: capacity * (1 - share))
        }
    }

    private mutating func enqueue(at now: Double, notBefore ready: Double) -> ServerAnswer {
        enqueue(at: now, notBefore: ready, capacity: capacity)
    }

    private mutating func enqueue(at now: Double, notBefore ready: Double, capacity: Double) -> ServerAnswer {
        let start = max(busyUntil, ready)
        guard start - ready < queue else { return .refused(status: 503, retryAfter: nil) }
        busyUntil = start + 1 / capacity
        return .served(at: busyUntil + latency)
    }
}

/// The behaviour of the server during an outage.
enum Fault {
    /// It accepts requests and processes none until the end of the outage.
    case hang
    /// It answers 503 at once.
    case refuse
    /// It answers 503 at once, with a `Retry-After` that names the end of the outage.
    case refuseUntilTheEnd
    /// It answers this share of the requests with 500.
    case flaky(Double)
    /// This share of its machines is away, with their capacity, and requests that are routed to them get 502.
    case partlyDown(Double)
}

/// The answer of a server to one request. Times are in seconds.
enum ServerAnswer {
    /// Success at this time, unless the client has timed out before.
    case served(at: Double)
    /// A failing status at once, perhaps with `Retry-After` in whole seconds.
    case refused(status: Int, retryAfter: Int?)
}
