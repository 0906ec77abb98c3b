import EndpointPolicy
import Foundation

/// Many calls that race for one credential, in a random schedule: it runs out now and then, and callers leave.
///
/// Every call is a client in the small. It asks the machine for the credential, is refused by the server if that is out of
/// date, asks again, is replayed, and ends once. The race keeps account of what must never happen.
struct RefreshRace {
    private(set) var account = RaceAccount()

    private let count: Int
    private var chance: SplitMix64
    private var machine = CredentialRefresh<Int>()
    private var now = Duration.zero
    private var callers: [RaceCaller] = []
    private var running: [UInt64] = []
    private var refreshing: [Int] = []
    private var valid = 0
    private var missed = -1
    private let refreshOdds: Double

    /// A race by its size. The seed also decides how long refreshes take: from a few steps to all of the race.
    init(calls: Int, seed: UInt64) {
        count = calls
        chance = SplitMix64(seed: seed)
        refreshOdds = exp2(-15 * chance.fraction())
        callers.reserveCapacity(calls)
    }

    /// Takes random steps until every call has begun and no more is to come, then looks for who was forgotten.
    mutating func run() -> RaceAccount {
        while callers.count < count || !running.isEmpty || !refreshing.isEmpty { step() }
        account.lost += callers.count { !$0.hasEnded }
        account.unmatched += abs(account.refreshes - account.expiries)
        return account
    }

    private mutating func step() {
        if chance.fraction() < refreshOdds { endRefresh() }
        switch chance.index(below: 1000) {
        case 0: expire()
        case 1...50: cancel()
        case 51...550 where callers.count < count: begin()
        default: answer()
        }
    }

    private mutating func begin() {
        let call = UInt64(callers.count)
        callers.append(RaceCaller())
        account.calls += 1
        if call == 0 { miss() }
        handle(.needed(by: call))
    }

    /// The server answers one of the requests that are under way, whichever comes first.
    private mutating func answer() {
        guard !running.isEmpty else { return callers.count == count ? endRefresh() : () }
        running.swapAt(chance.index(below: running.count), running.count - 1)
        let call = running.removeLast()
        guard let use = callers[Int(call)].use else { return }
        guard use.credential != valid else { return end(call) }
        if use.version == machine.version, !use.isReplay { miss() }
        handle(.refused(call, use))
    }

    /// Someone has found out that the newest credential is out of date: one refresh is due, however many find out.
    private mutating func miss() {
        guard missed < valid else { return }
        missed = valid
        account.expiries += 1
    }

    private mutating func endRefresh() {
        guard let version = refreshing.popLast() else { return }
        handle(.refreshed(version: version, valid, expiry: nil))
    }

    /// The server forgets its credentials, but no more often than the machine may refresh.
    private mutating func expire() {
        guard refreshing.isEmpty, callers.count > count / 4 else { return }
        now += .seconds(61)
        valid += 1
    }

    private mutating func cancel() {
        guard !callers.isEmpty else { return }
        let call = UInt64(chance.index(below: callers.count))
        guard !callers[Int(call)].hasEnded else { return }
        if callers[Int(call)].use == nil { handle(.cancelled(call)) } else { end(call) }
    }

    private mutating func end(_ call: UInt64) {
        if callers[Int(call)].hasEnded { account.answeredTwice += 1 }
        callers[Int(call)] = RaceCaller(hasEnded: true, replays: callers[Int(call)].replays)
    }
}

extension RefreshRace {
    private mutating func handle(_ event: CredentialRefresh<Int>.Event) {
        if case .refused(let call, _) = event { callers[Int(call)].use = nil }
        for effect in machine.handle(event, at: now) { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: CredentialRefresh<Int>.Effect) {
        switch effect {
        case .send(let call, let use): send(call, use)
        case .accept401(let call), .cancel(let call): end(call)
        case .fail(let call, _):
            account.failures += 1
            end(call)
        case .refresh(let version): refresh(version)
        }
    }

    private mutating func send(_ call: UInt64, _ use: IssuedCredential<Int>) {
        if callers[Int(call)].hasEnded { account.answeredTwice += 1 }
        if use.isReplay { callers[Int(call)].replays += 1 }
        if callers[Int(call)].replays > 1 { account.replayedTwice += 1 }
        callers[Int(call)].use = use
        running.append(call)
    }

    private mutating func refresh(_ version: Int) {
        account.refreshes += 1
        refreshing.append(version)
    }
}

/// One call of a race.
struct RaceCaller {
    /// What it has sent and not been answered yet; nil while it waits.
    var use: IssuedCredential<Int>?
    var hasEnded = false
    var replays = 0

    init(hasEnded: Bool = false, replays: Int = 0) {
        self.hasEnded = hasEnded
        self.replays = replays
    }
}

/// What happened in races: how much of it was right, and what should never be more than zero.
struct RaceAccount {
    var calls = 0
    /// Refreshes, of which there must be one for every credential that ran out and was missed.
    var refreshes = 0
    var expiries = 0
    /// What the two differ by, race by race.
    var unmatched = 0
    /// Calls that were never answered.
    var lost = 0
    /// Calls that went on after they had ended.
    var answeredTwice = 0
    /// Calls that were sent a third time.
    var replayedTwice = 0
    /// Calls that ended in an error, though every refresh succeeds here.
    var failures = 0

    /// Refreshes for each time that the credential ran out.
    var refreshesPerExpiry: Double { Double(refreshes) / Double(expiries) }

    /// All that went wrong.
    var wrongs: Int {
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
    /// The accounts of many races, added up.
    static func run(_ schedules: Int, calls: Int) -> RaceAccount {
        var sum = RaceAccount()
        for seed in 0..<schedules {
            var race = RefreshRace(calls: calls, seed: UInt64(seed))
            sum += race.run()
        }
        return sum
    }

    /// The proof at full size: 10,000 calls in each of 1,000 schedules.
    static func gates() -> [Gate] {
        let sum = run(1000, calls: 10_000)
        let name = "refresh race, \(sum.calls) calls, \(sum.expiries) expiries"
        return [
            Gate(name: "\(name): refreshes per expiry", measured: sum.refreshesPerExpiry, bound: 1),
            Gate(name: "\(name): what went wrong", measured: Double(sum.wrongs), bound: 0),
        ]
    }
}
