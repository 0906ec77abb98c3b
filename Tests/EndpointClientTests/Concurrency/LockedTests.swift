import EndpointClient
import Testing

@Suite struct LockedTests {
    @Test func `no increment of a locked value is lost between threads`() async {
        let counter = Locked(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<10_000 { counter.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.withLock { $0 } == 80_000)
    }

    @Test func `copies of a locked value share it`() {
        let one = Locked(["a"])
        let other = one
        other.withLock { $0.append("b") }
        #expect(one.withLock { $0 } == ["a", "b"])
    }

    @Test func `an error thrown while locked unlocks`() {
        let counter = Locked(0)
        #expect(throws: CancellationError.self) { try counter.withLock { _ in throw CancellationError() } }
        #expect(counter.withLock { $0 } == 0)
    }

    @Test func `a locked value is released with the last copy`() {
        let deaths = Locked(0)
        do {
            let locked = Locked(Mortal(deaths: deaths))
            #expect(locked.withLock { $0.deaths.withLock { $0 } } == 0)
        }
        #expect(deaths.withLock { $0 } == 1)
    }

    private final class Mortal: Sendable {
        let deaths: Locked<Int>

        init(deaths: Locked<Int>) {
            self.deaths = deaths
        }

        deinit {
            deaths.withLock { $0 += 1 }
        }
    }
}
