import Testing

@testable import StormSimulation

/// A small storm: the same shape with a fiftieth of the clients.
@Suite struct StormTests {
    private var fleet: Fleet {
        var fleet = Fleet()
        fleet.clients = 2000
        return fleet
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
        #expect(try #require(ours.recovery) < 100)
        #expect(NamedPolicy.plain.play(fleet, .deployment).recovery == nil)
    }
}
