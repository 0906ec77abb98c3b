import EndpointTesting
import Testing

@Suite struct TimeSourceTests {
    private let clock = TestClock()

    @Test func `a random fraction is at least 0 and less than 1`() {
        var time = clock.time
        for (bits, fraction) in [(UInt64.min, 0), (1 << 63, 0.5), (.max, 1 - 0x1p-53)] {
            time.random = { bits }
            #expect(time.fraction() == fraction)
        }
    }

    @Test func `a time source of any clock counts from its beginning`() async throws {
        clock.advance(by: .seconds(5))
        let time = TimeSource(clock)
        #expect(time.now() == .zero)
        clock.advance(by: .seconds(2))
        #expect(time.now() == .seconds(2))
        let sleep = Task {
            try await time.sleep(until: .seconds(3))
            return time.now()
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(try await sleep.value == .seconds(3))
    }

    @Test func `a time source of a test clock has the same dates and random numbers each time`() {
        let (first, second) = (clock.time, TestClock().time)
        #expect(first.date() == Date(timeIntervalSinceReferenceDate: 0))
        #expect((0..<10).map { _ in first.random() } == (0..<10).map { _ in second.random() })
        clock.advance(by: .seconds(90))
        #expect((first.now(), first.date()) == (.seconds(90), Date(timeIntervalSinceReferenceDate: 90)))
        #expect(second.date() == Date(timeIntervalSinceReferenceDate: 0))
    }

    @Test func `the system's times can be compared, and its random numbers differ`() {
        let (first, second) = (TimeSource.system, TimeSource.system)
        let times = [first.now(), second.now(), first.now()]
        #expect(times == times.sorted())
        #expect(first.random() != second.random())
    }

    @Test func `a sleep for longer than a system clock can sleep waits, and ends when it is cancelled`() async {
        let sleep = Task { try await TimeSource.system.sleep(for: .seconds(Int64.max)) }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }
}
