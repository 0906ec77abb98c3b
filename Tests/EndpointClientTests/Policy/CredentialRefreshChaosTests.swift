import TestSupport
import Testing

@testable import EndpointClient

/// Any events in any order: every waiting call gets exactly one effect, and no version is refreshed more often than
/// allowed.
@Suite struct CredentialRefreshChaosTests {
    private typealias Machine = WaitingCalls<UInt64>

    private struct World {
        var machine = Machine()
        var random: SplitMix64
        var open: Set<UInt64> = []
        var sent: [UInt64: IssuedCredential<UInt64>] = [:]
        /// When refreshes succeeded that count towards the limit, and when the last one failed.
        var arrivals: [Duration] = []
        var lastFailure: Duration?
        var now = Duration.zero
        var calls: UInt64 = 0
        var refreshes = 0

        mutating func step() throws {
            now += .milliseconds(random.next() % 2000)
            let (next, before) = (event(), machine)
            for effect in machine.handle(next, at: now) { try carryOut(effect) }
            if machine.version != before.version {
                if case .refreshed(_, _, let expiry) = next, before.isCounted || expiry.map({ $0 <= now }) ?? false {
                    arrivals.append(now)
                }
                lastFailure = nil
            } else if before.isRefreshing, !machine.isRefreshing {
                lastFailure = now
            }
        }

        mutating func event() -> Machine.Event {
            let expiry: Duration? = random.next() % 2 == 0 ? now + .seconds(random.next() % 200) : nil
            switch random.next() % 100 {
            case 0: return .signedOut
            case 1: return .signedIn(random.next() % 4, expiry: expiry)
            case 2..<5:
                return .refreshed(version: machine.version - Int(random.next() % 2), random.next() % 4, expiry: expiry)
            case 5..<8: return .failed(version: machine.version - Int(random.next() % 2), .refreshFailed)
            case 8..<20: return .cancelled(random.next() % max(calls, 1))
            case 20..<60: return refusal() ?? begin()
            default: return begin()
            }
        }

        mutating func begin() -> Machine.Event {
            calls += 1
            open.insert(calls)
            return .needed(by: calls)
        }

        mutating func refusal() -> Machine.Event? {
            guard let (call, use) = sent.popFirst() else { return nil }
            open.insert(call)
            return .refused(call, use, by: "GET \(call % 3)")
        }

        mutating func carryOut(_ effect: Machine.Effect) throws {
            switch effect {
            case .send(let call, let use):
                try #require(open.remove(call) != nil, "answered twice")
                sent[call] = use
            case .accept401(let call), .fail(let call, _), .cancel(let call):
                try #require(open.remove(call) != nil, "answered twice")
            case .report: try #require(open.isEmpty, "a call waits")
            case .refresh:
                let count = arrivals.count { now - $0 < .seconds(60) }
                try #require(!machine.isCounted || count < 3, "too many refreshes")
                try #require(lastFailure.map { now - $0 >= .seconds(1) } ?? true, "too soon after a failure")
                refreshes += 1
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func `every call is answered exactly once`(seed: UInt64) throws {
        var world = World(random: SplitMix64(seed: seed))
        for _ in 0..<25_000 { try world.step() }
        for effect in world.machine.handle(.signedOut, at: world.now) { try world.carryOut(effect) }
        #expect(world.open.isEmpty)
        #expect(world.calls > 10_000)
        #expect(world.refreshes > 500)
    }
}
