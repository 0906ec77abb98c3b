import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct WatchdogTests {
    private let clock = TestClock()

    @Test func `wakes for the first deadline, and then for the next one it is told`() async {
        let (wakes, log) = AsyncStream<Duration>.makeStream()
        let watchdog = Watchdog(clock: clock) { now in
            log.yield(now)
            return now < .seconds(5) ? .seconds(5) : nil
        }
        watchdog.watch(until: .seconds(9))
        watchdog.watch(until: .seconds(2))
        watchdog.watch(until: .seconds(7))
        var times = wakes.makeAsyncIterator()
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(await times.next() == .seconds(2))
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await times.next() == .seconds(5))
        #expect(watchdog.now == .seconds(5))
    }

    @Test func `never wakes without a deadline`() {
        let watchdog = Watchdog(clock: clock) { _ in nil }
        watchdog.watch(until: nil)
        #expect(clock.sleeperCount == 0)
        #expect(watchdog.now == .zero)
    }

    @Test func `its sleeper does not keep it`() async {
        weak var gone: Watchdog?
        do {
            let watchdog = Watchdog(clock: clock) { _ in nil }
            watchdog.watch(until: .seconds(1))
            await clock.sleepers(1)
            gone = watchdog
        }
        #expect(gone == nil)
    }
}
