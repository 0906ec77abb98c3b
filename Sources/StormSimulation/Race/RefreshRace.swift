import EndpointClient
import Foundation

/// Many concurrent calls that share one credential, in a random schedule in which it expires and calls are cancelled.
///
/// Every call requests the credential from the state machine, is refused by the server if the credential is out of
/// date, is replayed with a new one, and ends once. The tally counts violations of this.
struct RefreshRace {
    private(set) var tally = RaceTally()

    private let count: Int
    private var random: SplitMix64
    private var machine = CredentialRefresh<Int>()
    private var now = Duration.zero
    private var callers: [RaceCall] = []
    private var running: [UInt64] = []
    private var waiting: [(call: UInt64, isReplay: Bool)] = []
    private var refreshing: [Int] = []
    private var valid = 0
    private var missed = -1
    private let refreshOdds: Double

    /// A race of `calls` calls. The seed also decides how long refreshes take: from a few steps to the whole race.
    init(calls: Int, seed: UInt64) {
        count = calls
        random = SplitMix64(seed: seed)
        refreshOdds = exp2(-15 * random.fraction())
        callers.reserveCapacity(calls)
    }

    /// Takes random steps until every call has begun and nothing is in flight, then counts the calls that have not
    /// ended.
    mutating func run() -> RaceTally {
        while callers.count < count || !running.isEmpty || !refreshing.isEmpty { step() }
        tally.lost += callers.count { !$0.hasEnded }
        tally.unmatched += abs(tally.refreshes - tally.expiries)
        return tally
    }

    private mutating func step() {
        if random.fraction() < refreshOdds { endRefresh() }
        switch random.index(below: 1000) {
        case 0: expire()
        case 1...50: cancel()
        case 51...550 where callers.count < count: begin()
        default: answer()
        }
    }

    private mutating func begin() {
        let call = UInt64(callers.count)
        callers.append(RaceCall())
        tally.calls += 1
        if call == 0 { miss() }
        carryOut(machine.credential(at: now), call, isReplay: false)
    }

    /// The server answers a random request in flight.
    private mutating func answer() {
        guard !running.isEmpty else { return callers.count == count ? endRefresh() : () }
        running.swapAt(random.index(below: running.count), running.count - 1)
        let call = running.removeLast()
        guard let use = callers[Int(call)].use else { return }
        guard use.credential != valid else { return end(call) }
        if use.version == machine.version, !use.isReplay { miss() }
        callers[Int(call)].use = nil
        carryOut(machine.replacement(of: use, refusedBy: "\(call)", at: now), call, isReplay: true)
    }

    /// A call was refused with the newest credential: one refresh is due, however many calls are refused.
    private mutating func miss() {
        guard missed < valid else { return }
        missed = valid
        tally.expiries += 1
    }

    private mutating func endRefresh() {
        guard let version = refreshing.popLast() else { return }
        guard let answer = machine.end(version, with: .success((valid, nil)), at: now) else { return }
        let released = waiting
        waiting = []
        for (call, isReplay) in released { carryOut(answer, call, isReplay: isReplay) }
    }

    /// The credential expires, but no more often than the state machine may refresh.
    private mutating func expire() {
        guard refreshing.isEmpty, callers.count > count / 4 else { return }
        now += .seconds(61)
        valid += 1
    }

    private mutating func cancel() {
        guard !callers.isEmpty else { return }
        let call = UInt64(random.index(below: callers.count))
        guard !callers[Int(call)].hasEnded else { return }
        waiting.removeAll { $0.call == call }
        end(call)
    }

    private mutating func end(_ call: UInt64) {
        if callers[Int(call)].hasEnded { tally.answeredTwice += 1 }
        callers[Int(call)] = RaceCall(hasEnded: true, replays: callers[Int(call)].replays)
    }
}

extension RefreshRace {
    private mutating func carryOut(_ decision: CredentialRefresh<Int>.Decision, _ call: UInt64, isReplay: Bool) {
        if decision.beginsRefresh { refresh(machine.version) }
        if decision.answer == .wait { waiting.append((call, isReplay)) }
        carryOut(decision.answer, call, isReplay: isReplay)
    }

    private mutating func carryOut(_ answer: CredentialRefresh<Int>.Answer, _ call: UInt64, isReplay: Bool) {
        switch answer {
        case .send(let issued): send(call, isReplay ? issued.replay : issued)
        case .wait: break
        case .accept401: end(call)
        case .fail:
            tally.failures += 1
            end(call)
        }
    }

    private mutating func send(_ call: UInt64, _ use: IssuedCredential<Int>) {
        if callers[Int(call)].hasEnded { tally.answeredTwice += 1 }
        if use.isReplay { callers[Int(call)].replays += 1 }
        if callers[Int(call)].replays > 1 { tally.replayedTwice += 1 }
        callers[Int(call)].use = use
        running.append(call)
    }

    private mutating func refresh(_ version: Int) {
        tally.refreshes += 1
        refreshing.append(version)
    }
}

/// One call of a race.
struct RaceCall {
    /// The credential of its request in flight; nil while it waits for one.
    var use: IssuedCredential<Int>?
    var hasEnded = false
    var replays = 0

    init(hasEnded: Bool = false, replays: Int = 0) {
        self.hasEnded = hasEnded
        self.replays = replays
    }
}

/// The counts of one race or several, including violations, which must be zero.
struct RaceTally {
    var calls = 0
    /// Refreshes: one is due for every expiry that a call meets.
    var refreshes = 0
    var expiries = 0
    /// The sum over all races of the difference between refreshes and expiries.
    var unmatched = 0
    /// Calls that have not ended.
    var lost = 0
    /// Calls that were sent or ended again after their end.
    var answeredTwice = 0
    /// Calls that were sent a third time.
    var replayedTwice = 0
    /// Calls that ended in an error. There should be none, because every refresh succeeds.
    var failures = 0

    /// Refreshes divided by expiries.
    var refreshesPerExpiry: Double { Double(refreshes) / Double(expiries) }

    /// The sum of all violations.
    var violations: Int {
        lost + answeredTwice + replayedTwice + failures + unmatched
    }

    static func += (sum: inout Self, other: Self) {
        sum.calls += other.calls
        sum.refreshes += other.refreshes
        sum.expiries += other.expiries
        sum.unmatched += other.unmatched
        sum.lost += other.lost
        sum.answeredTwice += other.answeredTwice
        sum.replayedTwice += other.replayedTwice
        sum.failures += other.failures
    }
}

extension RefreshRace {
    /// The sum of the tallies of many races.
    static func run(_ schedules: Int, calls: Int) -> RaceTally {
        var sum = RaceTally()
        for seed in 0..<schedules {
            var race = RefreshRace(calls: calls, seed: UInt64(seed))
            sum += race.run()
        }
        return sum
    }

    /// The gates of 1,000 races of 10,000 calls each.
    static func gates() -> [Gate] {
        let sum = run(1000, calls: 10_000)
        let name = "refresh race, \(sum.calls) calls, \(sum.expiries) expiries"
        return [
            Gate(name: "\(name): refreshes per expiry", measured: sum.refreshesPerExpiry, bound: 1),
            Gate(name: "\(name): what went wrong", measured: Double(sum.violations), bound: 0),
        ]
    }
}
