import Testing

@testable import StormSimulation

/// A small storm: the same shape with a fiftieth of the clients.
@Suite struct StormTests {
    private var fleet: Fleet {
        Fleet(clients: 2000)
    }

    @Test func `the same seed gives the same storm`() {
        let loads = (0..<2).map { _ in NamedPolicy.ours.play(fleet, .hang).load }
        #expect(loads[0] == loads[1])
        var other = fleet
        other.seed = 2
        #expect(NamedPolicy.ours.play(other, .hang).load != loads[0])
    }

    @Test func `a call without retries makes one attempt`() {
        #expect(NamedPolicy("no retry", NoRetry()).play(fleet, .hang).attemptsPerCall == 1)
    }

    @Test func `a server recovers with our budget, and never without any`() throws {
        #expect(NamedPolicy.plain.play(fleet, .hang).recovery == nil)
        #expect(try #require(NamedPolicy.ours.play(fleet, .hang).recovery) < 100)
    }

    @Test func `a rolling restart is no worse with our retries than without, and fatal without a budget`() throws {
        var fleet = fleet
        fleet.seed = 2  // With the first one, this few clients always get through it.
        let (ours, none) = (NamedPolicy.ours.play(fleet, .deployment), NamedPolicy.noRetry.play(fleet, .deployment))
        #expect(none.attemptsPerCall == 1 && none.recovery == 0)
        #expect(ours.worst > none.worst)
        let recovery = try #require(ours.recovery)
        #expect(recovery < 100)
        fleet.attemptTimeout = 10
        #expect(NamedPolicy.plain.play(fleet, .deployment).recovery == nil)
    }

    @Test func `a client that calls rarely doesn't repeat timeouts in an outage, unless it is new`() throws {
        var fleet = fleet
        fleet.rate = 0.01
        let known = try #require(NamedPolicy.ours.play(fleet, .hang).recovery)
        let always = try #require(NamedPolicy.alwaysAfterTimeouts.play(fleet, .hang).recovery)
        fleet.isNew = true
        let new = try #require(NamedPolicy.ours.play(fleet, .hang).recovery)
        #expect(known <= 150)
        #expect(always > known + 30)
        #expect(new > known + 30)
    }

    @Test func `a machine of ten that is broken costs few calls`() {
        #expect(NamedPolicy.noRetry.play(fleet, .hangingMachine).successInOutage < 0.91)
        #expect(NamedPolicy.ours.play(fleet, .hangingMachine).successInOutage > 0.98)
        #expect(NamedPolicy.noRetry.play(fleet, .failingMachine).successInOutage < 0.91)
        #expect(NamedPolicy.ours.play(fleet, .failingMachine).successInOutage > 0.998)
    }

    @Test func `a share of failures at a busy client is retried, and opens no breaker`() {
        let fleet = Fleet(clients: 4, rate: 50)
        #expect(NamedPolicy.oursAndBreaker.play(fleet, .failures(0.2)).successInOutage > 0.985)
        #expect(NamedPolicy.grpc.play(fleet, .failures(0.2)).successInOutage < 0.9)
    }
}
