import EndpointCore
import Testing

@testable import StormSimulation

@Suite struct ServerTests {
    private var random = SplitMix64(seed: 1)

    @Test mutating func `requests are worked off in order at a fixed rate`() {
        var server = Server(.hang, during: 100..<160, capacity: 2)
        let times = (0..<3).map { _ in server.answer(at: 0, random: &random).time }
        #expect(times == [0.55, 1.05, 1.55])
    }

    @Test mutating func `what arrives while it hangs is worked off afterwards`() {
        var server = Server(.hang, during: 0..<60, capacity: 2)
        #expect(server.answer(at: 10, random: &random).time == 60.55)
    }

    @Test mutating func `a queue of twenty seconds is full`() {
        var server = Server(.hang, during: 100..<160, capacity: 2)
        let answers = (0..<41).map { _ in server.answer(at: 0, random: &random).time }
        #expect(answers.dropLast().allSatisfy { $0 != nil } && answers.last == .some(nil))
    }

    @Test mutating func `it says when it will be back`() {
        var server = Server(.refuseUntilTheEnd, during: 0..<60, capacity: 2)
        guard case .refused(503, let retryAfter) = server.answer(at: 12.5, random: &random) else {
            Issue.record("It did not refuse.")
            return
        }
        #expect(retryAfter == 48)
    }
}

extension ServerAnswer {
    fileprivate var time: Double? {
        if case .served(let time) = self { time } else { nil }
    }
}
