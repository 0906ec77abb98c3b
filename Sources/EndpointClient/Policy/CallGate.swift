/// The calls to one origin under a ``CallLimit``: how many are under way, and which wait, in order of arrival. A pure
/// value.
///
/// Call ``advance(at:)`` after every change: it returns the calls that leave the queue.
struct CallGate: Sendable {
    /// What a call under way holds, and releases once.
    struct Permit: Hashable, Sendable {
        fileprivate let group: QuotaGroup
        fileprivate let period: Int
    }

    /// A quota that is used up for longer than a call may take.
    struct Refusal: Error, Hashable {
        let resource: String
        let end: Duration
    }

    /// What happens to a call that arrives.
    enum Arrival: Hashable, Sendable {
        case admitted(Permit)
        case queued
        case refused(Refusal)
    }

    /// A call that leaves the queue.
    struct Exit: Hashable, Sendable {
        let number: Int64
        let result: Result<Permit, Refusal>
    }

    private struct Waiting {
        let group: QuotaGroup
        let deadline: Duration?
    }

    private var capacity: CallCapacity
    private var quotas = ServerQuotas()
    /// Whether further calls may be refused, because a quota is used up.
    private var hasNewHold = false
    private var waiting: [Int64: Waiting] = [:]
    /// The numbers of these calls, and of some that no longer wait.
    private var queues: [QuotaGroup: FIFOQueue<Int64>] = [:]

    /// The number of calls under way.
    private(set) var underWay = 0

    init(_ limit: CallLimit) {
        capacity = CallCapacity(limit)
    }

    /// The number of calls that wait.
    var waitingCount: Int { waiting.count }

    /// Whether it differs from a new one in nothing that matters.
    func isIdle(at now: Duration) -> Bool { underWay == 0 && waiting.isEmpty && quotas.isEmpty(at: now) }

    /// A call wants to start, which must have ended at a time; nil if it has no deadline. Numbers increase.
    mutating func arrive(_ number: Int64, _ group: QuotaGroup, deadline: Duration?, at now: Duration) -> Arrival {
        let hold = quotas.hold(for: group, at: now)
        if let hold, let deadline, deadline <= hold.end {
            return .refused(Refusal(resource: hold.resource, end: hold.end))
        }
        if hold == nil, capacity.mayStart(besides: underWay, at: now), waiting.isEmpty || next(at: now) == nil {
            return .admitted(start(group, at: now))
        }
        waiting[number] = Waiting(group: group, deadline: deadline)
        queues[group, default: FIFOQueue()].append(number)
        return .queued
    }

    /// A call no longer waits. Returns whether it did: if not, it has a permit, has been refused, or has left before.
    mutating func leave(_ number: Int64) -> Bool {
        guard let group = waiting.removeValue(forKey: number)?.group else { return false }
        if let count = queues[group]?.count, count > 64 + 2 * waiting.count {
            queues[group]?.removeAll { waiting[$0] == nil }
        }
        return true
    }

    /// Records how a call under way has ended, and what the response said of the quota.
    mutating func record(_ outcome: CallOutcome, _ report: QuotaReport?, for permit: Permit, at now: Duration) {
        capacity.record(outcome, from: permit.period, at: now)
        guard let report else { return }
        if quotas.record(report, for: permit.group, at: now) { hasNewHold = true }
    }

    /// Releases the place of a call.
    mutating func release(_ permit: Permit) {
        underWay -= 1
    }

    /// Removes the calls from the queue that would wait for a quota beyond their deadline, and those that may start
    /// now, in order of arrival.
    mutating func advance(at now: Duration) -> [Exit] {
        var exits = hasNewHold ? refused(at: now) : []
        while !waiting.isEmpty, capacity.mayStart(besides: underWay, at: now), let next = next(at: now) {
            _ = queues[next.group]?.popFirst()
            waiting[next.number] = nil
            exits.append(Exit(number: next.number, result: .success(start(next.group, at: now))))
        }
        if waiting.isEmpty { queues = [:] }
        return exits
    }

    /// When a call that waits may start although no other call ends until then; nil if there is none.
    mutating func wakeup(after now: Duration) -> Duration? {
        if waiting.isEmpty { return nil }
        let token = capacity.nextStart(at: now)
        return queues.keys.compactMap { group in
            guard first(of: group) != nil else { return nil }
            guard let end = quotas.hold(for: group, at: now)?.end else { return token }
            return max(end, token ?? end)
        }.min()
    }

    private mutating func start(_ group: QuotaGroup, at now: Duration) -> Permit {
        underWay += 1
        capacity.start(at: now)
        return Permit(group: group, period: capacity.period)
    }

    /// The first call that waits for no quota.
    private mutating func next(at now: Duration) -> (group: QuotaGroup, number: Int64)? {
        queues.keys.filter { quotas.hold(for: $0, at: now) == nil }
            .compactMap { group in first(of: group).map { (group, $0) } }
            .min { $0.1 < $1.1 }
    }

    /// The first call of a group that waits; removes the numbers of calls that no longer do.
    private mutating func first(of group: QuotaGroup) -> Int64? {
        while let number = queues[group]?.first {
            if waiting[number] != nil { return number }
            _ = queues[group]?.popFirst()
        }
        queues[group] = nil
        return nil
    }

    private mutating func refused(at now: Duration) -> [Exit] {
        hasNewHold = false
        var exits: [Exit] = []
        for group in queues.keys {
            guard let hold = quotas.hold(for: group, at: now) else { continue }
            let late = queues[group, default: FIFOQueue()].filter { number in
                waiting[number]?.deadline.map { $0 <= hold.end } ?? false
            }
            for number in late {
                waiting[number] = nil
                exits.append(
                    Exit(number: number, result: .failure(Refusal(resource: hold.resource, end: hold.end))))
            }
        }
        return exits.sorted { $0.number < $1.number }
    }
}
