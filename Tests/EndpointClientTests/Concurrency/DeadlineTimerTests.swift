import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct DeadlineTimerTests {
    private let clock = TestClock()

    @Test func `wakes for the first deadline, and then for the next one that check returns`() async {
        let (wakes, log) = AsyncStream<Duration>.makeStream()
        let timer = DeadlineTimer(time: clock.time) { now in
            log.yield(now)
            return now < .seconds(5) ? .seconds(5) : nil
        }
        timer.schedule(at: .seconds(9))
        timer.schedule(at: .seconds(2))
        timer.schedule(at: .seconds(7))
        var times = wakes.makeAsyncIterator()
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(await times.next() == .seconds(2))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await times.next() == .seconds(5))
        #expect(timer.now == .seconds(5))
    }

    @Test func `never wakes without a deadline`() {
        let timer = DeadlineTimer(time: clock.time) { _ in nil }
        timer.schedule(at: nil)
        #expect(clock.sleeperCount == 0)
        #expect(timer.now == .zero)
    }

    @Test func `its sleeper does not keep it`() async {
        weak var gone: DeadlineTimer?
        do {
            let timer = DeadlineTimer(time: clock.time) { _ in nil }
            timer.schedule(at: .seconds(1))
            await clock.sleepers(1)
            gone = timer
        }
        #expect(gone == nil)
    }
}
