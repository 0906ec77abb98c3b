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
    private var machines: [Machine]

    /// Capacity is in requests a second, the outage in seconds, the queue in seconds of work.
    init(_ fault: Fault, during outage: Range<Double>, capacity: Double, queue: Double = 20) {
        self.fault = fault
        self.outage = outage
        self.capacity = capacity
        self.queue = queue
        machines = Array(repeating: Machine(), count: fault.machines)
    }

    /// The answer to a request that arrives now.
    mutating func answer(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        switch fault {
        case .rollingRestart: return restarting(at: now, random: &random)
        case .failingMachine, .hangingMachine: return balanced(at: now, random: &random)
        default: return together(at: now, random: &random)
        }
    }

    private mutating func together(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        guard outage.contains(now) else { return enqueue(at: now, notBefore: now) }
        switch fault {
        case .hang: return enqueue(at: now, notBefore: outage.upperBound)
        case .refuse: return .refused(status: 503, retryAfter: nil)
        case .refuseUntilTheEnd:
            return .refused(status: 503, retryAfter: Int((outage.upperBound - now).rounded(.up)))
        case .flaky(let share):
            return random.fraction() < share
                ? .refused(status: 500, retryAfter: nil) : enqueue(at: now, notBefore: now)
        case .rollingRestart, .failingMachine, .hangingMachine: return enqueue(at: now, notBefore: now)
        }
    }

    private mutating func enqueue(at now: Double, notBefore ready: Double) -> ServerAnswer {
        let start = max(busyUntil, ready)
        guard start - ready < queue else { return .refused(status: 503, retryAfter: nil) }
        busyUntil = start + 1 / capacity
        return .served(at: busyUntil + latency)
    }
}

/// Several machines, each with a queue of its own. The load balancer draws one for each request.
extension Server {
    private struct Machine {
        var busyUntil = 0.0
        var isNew = false
    }

    /// The first machine is broken during the outage, which the load balancer doesn't notice.
    private mutating func balanced(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        let index = random.index(below: machines.count)
        guard index == 0, outage.contains(now) else {
            return enqueue(on: index, at: now).map { .served(at: $0 + latency) }
                ?? .refused(status: 503, retryAfter: nil)
        }
        if case .hangingMachine = fault { return .served(at: .infinity) }
        return .refused(status: 500, retryAfter: nil)
    }

    /// The response of one of the thirds that are up.
    private mutating func restarting(at now: Double, random: inout SplitMix64) -> ServerAnswer {
        let length = (outage.upperBound - outage.lowerBound) / 3
        let killed = machines.indices.map { outage.lowerBound + Double($0) * length }
        let running = machines.indices.filter { !(killed[$0]..<killed[$0] + length).contains(now) }
        let index = running[random.index(below: running.count)]
        if now >= killed[index], !machines[index].isNew { machines[index] = Machine(busyUntil: now, isNew: true) }
        guard let end = enqueue(on: index, at: now) else { return .refused(status: 503, retryAfter: nil) }
        return now < killed[index] && end > killed[index] ? .lost(at: killed[index]) : .served(at: end + latency)
    }

    /// When a machine will have processed a request that arrives now; nil if its queue is full.
    private mutating func enqueue(on index: Int, at now: Double) -> Double? {
        let start = max(machines[index].busyUntil, now)
        guard start - now < queue else { return nil }
        machines[index].busyUntil = start + Double(machines.count) / capacity
        return machines[index].busyUntil
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
    /// One of ten machines answers 500 immediately, with a tenth of the requests.
    case failingMachine
    /// One of ten machines accepts a tenth of the requests and answers none.
    case hangingMachine
    /// A deployment: each third of its machines in turn is killed, with all requests in their queue, and is down for a
    /// third of the time.
    case rollingRestart

    /// How many machines with queues of their own there are.
    fileprivate var machines: Int {
        switch self {
        case .rollingRestart: 3
        case .failingMachine, .hangingMachine: 10
        default: 1
        }
    }
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
