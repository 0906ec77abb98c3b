import EndpointClient
import Testing

@Suite struct LockedTests {
    @Test func `no increment is lost between threads`() async {
        let counter = Locked(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<10_000 { counter.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.withLock { $0 } == 80_000)
    }

    @Test func `copies share the value`() {
        let one = Locked(["a"])
        let other = one
        other.withLock { $0.append("b") }
        #expect(one.withLock { $0 } == ["a", "b"])
    }

    @Test func `an error thrown inside unlocks`() {
        let counter = Locked(0)
        #expect(throws: CancellationError.self) { try counter.withLock { _ in throw CancellationError() } }
        #expect(counter.withLock { $0 } == 0)
    }

    @Test func `what is inside dies with the last copy`() {
        let deaths = Locked(0)
        do {
            let locked = Locked(Mortal(deaths: deaths))
            locked.withLock { $0.isOld = true }
            #expect(deaths.withLock { $0 } == 0)
        }
        #expect(deaths.withLock { $0 } == 1)
    }

    /// Not `Sendable`: the lock takes it in and must not let it out.
    private final class Mortal {
        let deaths: Locked<Int>
        var isOld = false

        init(deaths: Locked<Int>) {
            self.deaths = deaths
        }

        deinit {
            deaths.withLock { $0 += 1 }
        }
    }
}
