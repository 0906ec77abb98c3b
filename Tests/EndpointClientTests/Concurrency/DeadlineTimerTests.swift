import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct DeadlineTimerTests {
    private final class Witness: Sendable {}

    private let clock = TestClock()

    @Test func `alarms go off in their time, and share one sleeping task`() async {
        let (times, log) = AsyncStream<Duration>.makeStream()
        let time = clock.time
        for seconds in [3, 1, 2] { _ = time.alarm(.seconds(seconds)) { log.yield(time.now()) } }
        var rung = times.makeAsyncIterator()
        for seconds in [1, 2, 3] {
            await clock.sleepers(1)
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .seconds(1))
            #expect(await rung.next() == .seconds(seconds))
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `an alarm for a time that has passed goes off`() async throws {
        let time = clock.time, rung = Tally()
        clock.advance(by: .seconds(2))
        _ = time.alarm(.seconds(1)) { rung.add() }
        try await rung.reached(1)
    }

    @Test func `an alarm that is cancelled is released, and does not go off`() async throws {
        let time = clock.time, rung = Tally()
        weak var gone: Witness?
        do {
            let witness = Witness()
            let cancel = time.alarm(.seconds(1)) {
                _ = witness
                rung.add()
            }
            gone = witness
            cancel()
        }
        #expect(gone == nil)
        let later = Tally()
        _ = time.alarm(.seconds(2)) { later.add() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        try await later.reached(1)
        #expect(rung.count == 0)
    }

    @Test func `a timer that sleeps can be released`() async {
        weak var gone: DeadlineTimer?
        do {
            let time = clock.time
            let timer = DeadlineTimer(now: time.elapsed, sleep: { try await time.sleep(until: $0) })
            _ = timer.schedule(at: .seconds(1)) {}
            await clock.sleepers(1)
            gone = timer
        }
        #expect(gone == nil)
    }
}
