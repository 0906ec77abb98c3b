import Testing

@testable import StormSimulation

@Suite struct RefreshRaceTests {
    @Test func `a thousand schedules of a hundred calls each break no rule`() {
        let sum = RefreshRace.run(1000, calls: 100)
        #expect(sum.violations == 0, "\(sum)")
        #expect(sum.calls == 100_000 && sum.expiries >= 1000)
    }

    @Test func `ten schedules of ten thousand calls each break no rule`() {
        let sum = RefreshRace.run(10, calls: 10_000)
        #expect(sum.violations == 0, "\(sum)")
        #expect(sum.refreshes > 20)
    }
}
