import EndpointCore
import Testing

@testable import StormSimulation

@Suite struct ServerTests {
    private var random = SplitMix64(seed: 1)

    @Test mutating func `requests are processed in order at a fixed rate`() {
        var server = Server(.hang, during: 100..<160, capacity: 2)
        let times = (0..<3).map { _ in server.answer(at: 0, random: &random).time }
        #expect(times == [0.55, 1.05, 1.55])
    }

    @Test mutating func `requests that arrive while the server hangs are processed afterwards`() {
        var server = Server(.hang, during: 0..<60, capacity: 2)
        #expect(server.answer(at: 10, random: &random).time == 60.55)
    }

    @Test mutating func `a queue of twenty seconds is full`() {
        var server = Server(.hang, during: 100..<160, capacity: 2)
        let answers = (0..<41).map { _ in server.answer(at: 0, random: &random).time }
        #expect(answers.dropLast().allSatisfy { $0 != nil } && answers.last == .some(nil))
    }

    /// A third can do one request a second, and every third request is drawn for it.
    @Test mutating func `a restarted third of the servers loses its queue`() {
        var server = Server(.rollingRestart, during: 10..<70, capacity: 3, queue: 100)
        let early = (0..<90).map { _ in server.answer(at: 0, random: &random) }
        let lost = early.compactMap { if case .lost(let time) = $0 { time } else { nil } }
        #expect(Set(lost) == [10])
        #expect((10..<30).contains(lost.count))
        #expect(early.compactMap(\.time).contains { $0 > 10 })
        let late = (0..<30).compactMap { _ in server.answer(at: 30, random: &random).time }
        #expect(late.contains { $0 < 32 })
    }

    @Test mutating func `a refusing server says when it will be back`() {
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
