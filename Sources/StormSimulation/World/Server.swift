import EndpointClient

/// A server that processes one queue in order at a fixed rate.
///
/// It also processes requests whose clients have timed out, which keeps it overloaded after the load has returned to
/// normal. When its queue is full it responds with 503 immediately.
struct Server {
    let fault: Fault
    let outage: Range<Double>
    let capacity: Double

    private let queue: Double
    private let latency = 0.05
    private var busyUntil = 0.0
    private var thirds = [Third](repeating: Third(), count: 3)

    /// Capacity is in requests a second, the outage in seconds, the queue in seconds of work.
    init(_ fault: Fault, during outage: Range<Double>, capacity: Double, queue: Double = 20) {
        self.fault = fault
        self.outage = outage
        self.capacity = capacity
        self.queue = queue
    }

    /// The answer to a request that arrives now.
    mutating func answer(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        if case .rollingRestart = fault { return restarting(at: now, random: &random) }
        guard outage.contains(now) else { return enqueue(at: now, notBefore: now) }
        switch fault {
        case .hang: return enqueue(at: now, notBefore: outage.upperBound)
        case .refuse: return .refused(status: 503, retryAfter: nil)
        case .refuseUntilTheEnd:
            return .refused(status: 503, retryAfter: Int((outage.upperBound - now).rounded(.up)))
        case .flaky(let share):
            return random.fraction() < share
                ? .refused(status: 500, retryAfter: nil) : enqueue(at: now, notBefore: now)
        case .rollingRestart: return enqueue(at: now, notBefore: now)
        }
    }

    private mutating func enqueue(at now: Double, notBefore ready: Double) -> ServerAnswer {
        let start = max(busyUntil, ready)
        guard start - ready < queue else { return .refused(status: 503, retryAfter: nil) }
        busyUntil = start + 1 / capacity
        return .served(at: busyUntil + latency)
    }
}

/// A rolling restart.
extension Server {
    /// A third of the machines, with a queue of its own.
    private struct Third {
        var busyUntil = 0.0
        var isNew = false
    }

    /// The response of one of the thirds that are up, which the load balancer draws.
    private mutating func restarting(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        let length = (outage.upperBound - outage.lowerBound) / 3
        let killed = thirds.indices.map { outage.lowerBound + Double($0) * length }
        let running = thirds.indices.filter { !(killed[$0]..<killed[$0] + length).contains(now) }
        let index = running[random.index(below: running.count)]
        if now >= killed[index], !thirds[index].isNew { thirds[index] = Third(busyUntil: now, isNew: true) }
        let start = max(thirds[index].busyUntil, now)
        guard start - now < queue else { return .refused(status: 503, retryAfter: nil) }
        let end = start + 3 / capacity
        thirds[index].busyUntil = end
        return now < killed[index] && end > killed[index] ? .lost(at: killed[index]) : .served(at: end + latency)
    }
}

/// The behaviour of the server during an outage.
enum Fault {
    /// It accepts requests and processes none until the end of the outage.
    case hang
    /// It responds with 503 immediately.
    case refuse
    /// It responds with 503 immediately, with a `Retry-After` for the end of the outage.
    case refuseUntilTheEnd
    /// It answers this share of the requests with 500.
    case flaky(Double)
    /// A deployment: each third of its machines in turn is killed, with all requests in their queue, and is down for a
    /// third of the time.
    case rollingRestart
}

/// The answer of a server to one request. Times are in seconds.
enum ServerAnswer {
    /// Success at this time, unless the client has timed out before.
    case served(at: Double)
    /// The connection breaks at this time, unless the client has timed out before.
    case lost(at: Double)
    /// An immediate failing status, perhaps with `Retry-After` in whole seconds.
    case refused(status: Int, retryAfter: Int?)
}
