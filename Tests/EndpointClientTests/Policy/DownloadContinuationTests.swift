import Testing

@testable import EndpointClient

@Suite struct DownloadSpeedTests {
    @Test func `a minute with fewer bytes than a KiB a second is too slow`() {
        var speed = DownloadSpeed(at: .seconds(100))
        let received: [(count: Int, at: Int)] = [
            (1, 100), (60 << 10, 159), (1, 160), ((60 << 10) - 2, 219), (1, 220), (60 << 10, 280),
        ]
        let verdicts = received.map { speed.record($0.count, at: .seconds($0.at)) }
        #expect(verdicts == [true, true, true, true, false, true])
    }
}

@Suite struct DownloadContinuationTests {
    private let lost = RetryFailure.transport(.networkConnectionLost)
    private let enough = DownloadContinuation.enough

    @Test func `waits grow while few bytes arrive, and begin again after many`() {
        var rules = DownloadContinuation(limit: 5)
        let received = [1, 1, 0, enough, 0]
        let waits = received.map { rules.wait(after: ending($0), random: 0.5) }
        #expect(
            waits == [
                .milliseconds(125), .milliseconds(250), .milliseconds(500), .milliseconds(125), .milliseconds(250),
            ])
    }

    @Test(arguments: [0, 1, 5, 12]) func `a number of continuations in a row without many bytes ends the call`(
        limit: Int
    ) {
        var rules = DownloadContinuation(limit: limit)
        var count = 0
        while count < 100, rules.wait(after: ending(count == 0 ? 1_000_000 : 1), random: 0) != nil { count += 1 }
        #expect(count == limit)
    }

    @Test func `continuations count together`() {
        let fifth = enough / 5
        for (missing, isOver) in [(Int64(5), true), (0, false)] {
            var rules = DownloadContinuation(limit: 5)
            let received = [1, fifth, fifth, fifth, fifth, enough - 4 * fifth - missing]
            let waits = received.map { rules.wait(after: ending($0), random: 0) }
            #expect((waits.last == .some(nil)) == isOver)
            #expect(!waits.dropLast().contains(nil))
        }
    }

    @Test func `bytes that replace others are no progress`() {
        var rules = DownloadContinuation(limit: 2)
        #expect(rules.wait(after: ending(enough, hasReplaced: true), random: 0) != nil)
        #expect(rules.wait(after: ending(enough, hasReplaced: true), random: 0) != nil)
        var other = rules
        #expect(rules.wait(after: ending(enough), random: 0) != nil)
        #expect(rules.wait(after: ending(enough, hasReplaced: true), random: 0) == nil)
        #expect(other.wait(after: ending(1), random: 0) == nil)
    }

    @Test(arguments: [0, 2]) func `the rest after a part is requested at once`(limit: Int) {
        var rules = DownloadContinuation(limit: limit)
        let waits = [1, enough, enough].map { rules.wait(after: .init(received: $0), random: 0.5) }
        #expect(waits == [.zero, .zero, .zero])
        var small = DownloadContinuation(limit: 2)
        #expect([1, 1, 1].map { small.wait(after: .init(received: $0), random: 0.5) } == [.zero, .zero, nil])
    }

    @Test(
        arguments: [
            (.init(failure: .permanent, received: 1), nil), (.init(failure: .cancelled, received: 1), nil),
            (.init(failure: .status(404), received: 1), nil),
            (.init(failure: .status(404), received: 1, advice: true), .milliseconds(125)),
            (.init(failure: .status(503), received: 1, advice: false), nil),
            (.init(failure: .status(503), received: 1, retryAfter: .seconds(61)), nil),
            (.init(failure: .status(503), received: 1, retryAfter: .seconds(60)), .seconds(90)),
            (.init(failure: .breakerOpen(retryAfter: .seconds(10)), received: 1), .seconds(15)),
            (.init(failure: .transport(.timedOut), received: 1, isRepeatable: false), nil),
            (.init(failure: .transport(.timedOut), received: 0), nil),
        ] as [(DownloadContinuation.Ending, Duration?)])
    func `a transient failure is continued, and no other`(ending: DownloadContinuation.Ending, wait: Duration?) {
        var rules = DownloadContinuation(limit: 5)
        #expect(rules.wait(after: ending, random: 0.5) == wait)
    }

    private func ending(_ received: Int64, hasReplaced: Bool = false) -> DownloadContinuation.Ending {
        DownloadContinuation.Ending(failure: lost, received: received, hasReplaced: hasReplaced)
    }
}
