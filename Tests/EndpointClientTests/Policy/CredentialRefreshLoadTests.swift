import TestSupport
import Testing

@testable import EndpointClient

/// Simulated apps that share nothing but their token server.
@Suite struct CredentialRefreshLoadTests {
    /// Calls every 100 ms for ten minutes. The server counts a lifetime from when it issues the token, which arrives
    /// 100 ms later, and a call takes 50 ms to arrive.
    @Test(arguments: [5, 10, 15, 60, 600])
    func `no call fails however short a token lives, and the token server isn't asked more than needed`(
        lifetime: Int
    ) {
        var app = BusyApp(lifetime: .seconds(lifetime))
        for tick in 0..<6000 { app.call(at: .milliseconds(100 * tick)) }
        #expect(app.failures == 0)
        #expect(Double(app.refreshes) < 600 / (0.7 * Double(lifetime)) + 2)
    }

    @Test(arguments: [300, 900, 3600])
    func `phones start less than twice the usual refreshes while a token server is down for five minutes`(
        lifetime: Int
    ) {
        let phones = isThorough ? 100_000 : lifetime < 3600 ? 2000 : 20_000
        let usual = Phones(phones, lifetime: lifetime, outage: 0)
        let load = Phones(phones, lifetime: lifetime, outage: 300)
        let ratio = Double(load.refreshes(in: 0..<300)) / Double(usual.refreshes(in: 0..<300))
        let last = Double(load.refreshes(in: 270..<300)) / Double(usual.refreshes(in: 0..<300)) * 10
        if isThorough { print("tokens of \(lifetime) s: \(ratio) × the usual refreshes, at the end \(last) ×") }
        #expect((1...2).contains(ratio))
        #expect(last < 3)
        // 11 × with pauses of 1, 2, 4 and at most 8 s.
        let after = stride(from: 300, to: 600, by: 10).map { load.refreshes(in: $0..<($0 + 10)) }.max() ?? 0
        #expect(Double(after) < 3.5 * Double(usual.refreshes(in: 0..<300)) / 30)
    }

    @Test func `apps whose refreshes failed at the same moment don't try again at the same moment`() {
        var random = SplitMix64(seed: 7)
        var times: [Duration] = []
        for _ in 0..<1000 {
            var machine = CredentialRefresh<Int>()
            var now = Duration.zero
            for _ in 0..<2 {
                while !machine.credential(at: now).beginsRefresh { now += .milliseconds(10) }
                _ = machine.end(0, with: .failure(.refreshFailed), at: now, random: random.fraction())
            }
            times.append(now)
        }
        let crowd = Dictionary(grouping: times) { Int($0.inSeconds * 10) }.values.map(\.count).max() ?? 0
        #expect(crowd < 200, "of a thousand apps within 100 ms")
    }
}

/// An app that calls all the time, and its token server.
private struct BusyApp {
    let lifetime: Duration
    private(set) var failures = 0
    private(set) var refreshes = 0
    private var machine = CredentialRefresh<Int>()
    private var issued: [Duration] = []
    private var arrival: Duration?

    init(lifetime: Duration) {
        self.lifetime = lifetime
    }

    mutating func call(at now: Duration) {
        if let arrival, arrival <= now { end(at: arrival) }
        var decision = machine.credential(at: now)
        begin(decision, at: now)
        if case .send(let use) = decision.answer {
            let end = issued[use.credential] + lifetime
            if now + .milliseconds(50) < end { return }
            decision = machine.replacement(of: use, refusedBy: "GET x", at: now + .milliseconds(100))
            begin(decision, at: now + .milliseconds(100))
        }
        switch decision.answer {
        case .send, .wait: break  // A call that waits for a refresh is sent with a new token.
        case .fail, .accept401: failures += 1
        }
    }

    private mutating func begin(_ decision: CredentialRefresh<Int>.Decision, at now: Duration) {
        guard decision.beginsRefresh else { return }
        refreshes += 1
        issued.append(now + .milliseconds(100))
        arrival = now + .milliseconds(200)
    }

    private mutating func end(at now: Duration) {
        arrival = nil
        _ = machine.end(machine.version, with: .success((issued.count - 1, now + lifetime)), at: now)
    }
}

/// Phones, each of which makes a call every 20 s on average, in the ten minutes in which a token server stops
/// answering.
private struct Phones {
    /// The refreshes that started in each second.
    private var counts = [Int](repeating: 0, count: 600)

    /// How many start between these seconds.
    func refreshes(in seconds: Range<Int>) -> Int { counts[seconds].reduce(0, +) }

    init(_ count: Int, lifetime: Int, outage: Int) {
        var random = SplitMix64(seed: 1)
        let cycle = Double(lifetime) - min(60, Double(lifetime) / 4) + 20
        for _ in 0..<count {
            // Times are in seconds since a token arrived, and the outage begins at `start`.
            let start = random.fraction() * cycle
            if Double(lifetime) - 60 > start + 600 { continue }
            run(from: start, lifetime, outage: start..<(start + Double(outage)), &random)
        }
    }

    private mutating func run(
        from start: Double, _ lifetime: Int, outage: Range<Double>, _ random: inout SplitMix64
    ) {
        var machine = CredentialRefresh<Int>()
        _ = machine.signIn(0, expiry: .seconds(lifetime), at: .zero)
        var now = start
        while true {
            now -= 20 * log(1 - random.fraction())
            guard now < start + 600 else { return }
            let time = Duration.seconds(now)
            guard machine.credential(at: time).beginsRefresh else { continue }
            counts[Int(now - start)] += 1
            if outage.contains(now) {
                _ = machine.end(
                    machine.version, with: .failure(.refreshFailed), at: time, random: random.fraction())
            } else {
                let version = machine.version
                _ = machine.end(version, with: .success((version, time + .seconds(lifetime))), at: time)
            }
        }
    }
}
