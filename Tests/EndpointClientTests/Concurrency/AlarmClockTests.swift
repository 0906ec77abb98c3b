import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct AlarmClockTests {
    private final class Witness: Sendable {}

    private let clock = TestClock()

    @Test func `alarms go off in their time, and share one sleeping task`() async {
        let (times, log) = AsyncStream<Duration>.makeStream()
        let alarms = AlarmClock(clock.time)
        for time in [3, 1, 2] { _ = alarms.schedule(at: .seconds(time)) { log.yield(alarms.now()) } }
        var rung = times.makeAsyncIterator()
        for time in [1, 2, 3] {
            await clock.sleepers(1)
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .seconds(1))
            #expect(await rung.next() == .seconds(time))
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `an alarm for a time that has passed goes off`() async throws {
        let alarms = AlarmClock(clock.time), rung = Tally()
        clock.advance(by: .seconds(2))
        _ = alarms.schedule(at: .seconds(1)) { rung.add() }
        try await rung.reached(1)
    }

    @Test func `an alarm that is cancelled is released`() {
        let alarms = AlarmClock(clock.time)
        weak var gone: Witness?
        do {
            let witness = Witness()
            let cancel = alarms.schedule(at: .seconds(1)) { _ = witness }
            gone = witness
            cancel?()
        }
        #expect(gone == nil)
    }
}
