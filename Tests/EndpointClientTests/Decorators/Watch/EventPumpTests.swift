import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct EventPumpTests {
    private let told = Locked<[String]>([])

    private func event(_ number: UInt64) -> CallEvent {
        let request = URLRequest(url: URL(string: "x")!)
        let call = WatchedCall(number, APIRequest(request, for: RawEndpoint(request)), at: .zero) { _, _ in }
        return CallEvent(call, elapsed: .zero, step: .began)
    }

    private func note(_ item: EventPump.Item) {
        told.withLock { told in
            switch item {
            case .event(let event): told.append("\(event.call)")
            case .dropped(let count): told.append("dropped \(count)")
            }
        }
    }

    @Test func `hands everything on, one after the other`() async {
        let pump = EventPump { [self] in note($0) }
        for number in 1...500 as ClosedRange<UInt64> { pump.add(event(number)) }
        await pump.flush()
        #expect(told.withLock { $0 } == (1...500).map { "\($0)" })
    }

    /// The first event holds up the listener; two wait; two are one too many each.
    @Test func `what finds no room is dropped and counted, in its place`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let pump = EventPump(limit: 2) { [self] item in
            if arrived.add() == 1 { gate.wait() }
            note(item)
        }
        pump.add(event(1))
        try await arrived.reached(1)
        for number in 2...5 as ClosedRange<UInt64> { pump.add(event(number)) }
        gate.signal()
        await pump.flush()
        pump.add(event(6))
        await pump.flush()
        #expect(told.withLock { $0 } == ["1", "2", "3", "dropped 2", "6"])
    }

    @Test func `a flush waits for what any thread has handed over`() async {
        let pump = EventPump(limit: .max) { [self] in note($0) }
        await withTaskGroup { group in
            for number in 1...200 as ClosedRange<UInt64> {
                group.addTask {
                    pump.add(event(number))
                    await pump.flush()
                    #expect(told.withLock { $0 }.contains("\(number)"))
                }
            }
        }
    }
}
