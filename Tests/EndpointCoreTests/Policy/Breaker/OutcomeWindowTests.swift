import Testing

@testable import EndpointCore

@Suite struct OutcomeWindowTests {
    @Test func `it counts what happened within its length`() {
        var window = OutcomeWindow(.seconds(30))
        for second in 0..<60 { window.add(failed: second % 2 == 0, at: .seconds(second)) }
        #expect(window.counts(at: .seconds(59)) == (30, 15))
        #expect(window.counts(at: .seconds(71)) == (18, 9))
        #expect(window.counts(at: .seconds(95)) == (0, 0))
    }

    @Test func `what the clock has not reached yet does not count`() {
        var window = OutcomeWindow(.seconds(30))
        window.add(failed: true, at: .seconds(1003))
        window.add(failed: true, at: .seconds(10))
        #expect(window.counts(at: .seconds(10)) == (1, 1))
    }

    @Test func `no time traps`() {
        var random = SplitMix64(seed: 5)
        var window = OutcomeWindow(.milliseconds(1))
        for _ in 0..<10_000 {
            let time = random.anyDuration()
            window.add(failed: true, at: time)
            _ = window.counts(at: time)
        }
    }
}
