import Testing

@testable import StormSimulation

@Suite struct TimingWheelTests {
    @Test func `an event comes exactly in its millisecond`() {
        var events = TimingWheel<Int>()
        events.add(1, at: 5, after: 0)
        events.add(2, at: 5, after: 0)
        events.add(3, at: 200_000, after: 0)
        var taken: [Int: Set<Int>] = [:]
        for now in 0...200_000 { while let event = events.take(at: now) { taken[now, default: []].insert(event) } }
        #expect(taken == [5: [1, 2], 200_000: [3]])
    }

    @Test func `an event that is already due comes next`() {
        var events = TimingWheel<Int>()
        events.add(1, at: 3, after: 10)
        #expect(events.take(at: 10) == nil)
        #expect(events.take(at: 11) == 1)
    }
}
