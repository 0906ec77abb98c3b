import Testing

@testable import EndpointClient
@testable import EndpointTesting

@Suite struct TestClockTests {
    private let clock = TestClock()

    @Test func `a test clock stands still until it is advanced`() {
        let start = clock.now
        #expect(start.duration(to: clock.now) == .zero)
        clock.advance(by: .seconds(2))
        #expect(start.duration(to: clock.now) == .seconds(2))
    }

    @Test func `a sleeping task is resumed at its deadline, not before`() async throws {
        let (woken, log) = AsyncStream<Int>.makeStream()
        for seconds in [3, 1, 2] {
            Task { [clock] in
                try await clock.sleep(for: .seconds(seconds))
                log.yield(seconds)
            }
        }
        await clock.sleepers(3)
        var order: [Int] = []
        var iterator = woken.makeAsyncIterator()
        for left in [2, 1, 0] {
            clock.advance(by: .seconds(1))
            #expect(clock.sleeperCount == left)
            if let seconds = await iterator.next() { order.append(seconds) }
        }
        #expect(order == [1, 2, 3])
    }

    @Test func `the earliest deadline comes first`() {
        var state = TestClockState()
        let wakeups = [3, 1, 2].map { seconds in
            let wakeup = Promise<Void>()
            _ = state.add(wakeup, until: clock.now.advanced(by: .seconds(seconds)))
            return wakeup
        }
        let due = state.advance(by: .seconds(3))
        for (wakeup, place) in zip(due, [1, 2, 0]) {
            #expect(wakeups[place].ready == nil)
            wakeup.resolve(.success(()))
            #expect(wakeups[place].ready != nil)
        }
        #expect(due.count == 3)
    }

    @Test func `running a clock resumes a task at each of its deadlines`() async throws {
        let start = clock.now
        let sleeper = Task { [clock] in
            try await clock.sleep(for: .seconds(1))
            let first = clock.now
            try await clock.sleep(for: .seconds(2))
            return [first, clock.now].map { start.duration(to: $0) }
        }
        let late = Task { [clock] in
            try await clock.sleep(for: .seconds(4))
            try await clock.sleep(for: .seconds(7))
        }
        await clock.sleepers(2)
        await clock.run(for: .seconds(10))
        #expect(try await sleeper.value == [.seconds(1), .seconds(3)])
        #expect(start.duration(to: clock.now) == .seconds(10))
        #expect(clock.sleeperCount == 1)
        await clock.run(for: .seconds(1))
        try await late.value
    }

    @Test func `a task that computes between its sleeps is resumed at each deadline`() async throws {
        let count = Locked(0)
        let worker = Task.detached { [clock] in
            while true {
                try await clock.sleep(for: .seconds(1))
                count.withLock { $0 += 1 }
                let end = ContinuousClock.now + .milliseconds(5)
                while ContinuousClock.now < end {}
            }
        }
        await clock.sleepers(1)
        await clock.run(for: .seconds(3))
        worker.cancel()
        #expect(count.withLock { $0 } == 3)
    }

    @Test func `a sleep that nothing ends fails after a minute of real time, with a sentence`() async throws {
        let real = TestClock()
        let clock = TestClock(patience: 60, realTime: real.time)
        let sleepers = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(5)) } }
        await clock.sleepers(2)
        await pass(61, on: real)  // The second sleep begins the count again.
        for sleeper in sleepers {
            let error = try #require(await sleeper.result.failure as? StalledClock)
            let sentence =
                "Nothing has advanced the TestClock for 60 s of real time, while 2 tasks sleep on it: "
                + "call advance(by:) or run(for:)."
            #expect(error.localizedDescription == sentence)
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a clock that is used does not fail, however long it takes`() async throws {
        let real = TestClock()
        let clock = TestClock(patience: 4, realTime: real.time)
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.sleepers(1)
        for _ in 0..<4 {
            await pass(2, on: real)
            clock.advance(by: .seconds(1))
            await pass(1, on: real)
        }
        let other = Task { try await clock.sleep(for: .seconds(9)) }
        await clock.sleepers(2)
        await pass(2, on: real)
        #expect(clock.sleeperCount == 2)
        clock.advance(by: .seconds(1))
        try await sleeper.value
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
    }

    @Test func `a clock on which no task sleeps counts no time, and counts again when one does`() async throws {
        let real = TestClock()
        let clock = TestClock(patience: 3, realTime: real.time)
        for _ in 0..<2 {
            let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
            await clock.sleepers(1)
            await pass(2, on: real)
            clock.advance(by: .seconds(5))
            try await sleeper.value
            await real.run(for: .seconds(2))
        }
        let last = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.sleepers(1)
        await real.run(for: .seconds(10))
        await #expect(throws: StalledClock.self) { try await last.value }
    }

    /// Lets seconds pass on the clock of the real time, each of which is slept for by itself.
    private func pass(_ seconds: Int, on real: TestClock) async {
        for _ in 0..<seconds {
            await real.sleepers(1)
            real.advance(by: .seconds(1))
        }
    }

    @Test func `a delay that is cancelled in time doesn't end`() async throws {
        let limit = Task { [clock] in try await clock.sleep(for: .seconds(5)) }
        let work = Task { [clock] in
            try await clock.sleep(for: .seconds(3))
            limit.cancel()
        }
        await clock.sleepers(2)
        await clock.run(for: .seconds(10))
        try await work.value
        await #expect(throws: CancellationError.self) { try await limit.value }
    }

    @Test func `a sleep with a deadline in the past returns at once`() async throws {
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: TestClock().now.advanced(by: .seconds(5)))
    }

    @Test func `a cancelled sleep ends at once and is removed`() async throws {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
