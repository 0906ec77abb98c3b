import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct BoundedEventQueueTests {
    private let told = Locked<[String]>([])

    private func event(_ number: UInt64, bytes: Int? = nil) throws -> CallEvent {
        let request = URLRequest(url: URL(string: "x")!)
        let call = ObservedCall(number, APIRequest(request, for: RawEndpoint(request)), at: .zero) { _, _ in }
        guard let bytes else { return CallEvent(call, elapsed: .zero, step: .began) }
        let answer = try APIResponse.answer(body: Data(count: bytes), to: call.request)
        return CallEvent(call, elapsed: .zero, step: .ended(.success(answer)))
    }

    private func note(_ item: BoundedEventQueue.Item) {
        told.withLock { told in
            switch item {
            case .event(let event): told.append("\(event.call)")
            case .dropped(let count): told.append("dropped \(count)")
            }
        }
    }

    @Test func `hands everything on, one after the other`() async throws {
        let pump = BoundedEventQueue { [self] in note($0) }
        for number in 1...500 as ClosedRange<UInt64> { pump.add(try event(number)) }
        await pump.flush()
        #expect(told.withLock { $0 } == (1...500).map { "\($0)" })
    }

    /// Of three places the first event has one until the listener is done with it; two wait; two find no room.
    @Test func `what finds no room is dropped and counted, in its place`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let pump = BoundedEventQueue(limit: QueueLoad(events: 3, bytes: .max)) { [self] item in
            if arrived.add() == 1 { gate.wait() }
            note(item)
        }
        pump.add(try event(1))
        try await arrived.reached(1)
        for number in 2...5 as ClosedRange<UInt64> { pump.add(try event(number)) }
        gate.signal()
        await pump.flush()
        pump.add(try event(6))
        await pump.flush()
        #expect(told.withLock { $0 } == ["1", "2", "3", "dropped 2", "6"])
    }

    /// The first event holds up the listener; beside its 50 bytes there is room for two of 50, and for none behind a third.
    @Test func `bodies find room by their size, and one that is alone always does`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let pump = BoundedEventQueue(limit: QueueLoad(events: 100, bytes: 150)) { [self] item in
            if arrived.add() == 1 { gate.wait() }
            note(item)
        }
        pump.add(try event(1, bytes: 50))
        try await arrived.reached(1)
        for number in 2...4 as ClosedRange<UInt64> { pump.add(try event(number, bytes: 50)) }
        pump.add(try event(5))
        gate.signal()
        await pump.flush()
        pump.add(try event(6, bytes: 1000))
        await pump.flush()
        #expect(told.withLock { $0 } == ["1", "2", "3", "dropped 2", "6"])
    }

    @Test func `a flush waits for what any thread has handed over`() async throws {
        let pump = BoundedEventQueue(limit: QueueLoad(events: .max, bytes: .max)) { [self] in note($0) }
        try await withThrowingTaskGroup { group in
            for number in 1...200 as ClosedRange<UInt64> {
                group.addTask {
                    pump.add(try event(number))
                    await pump.flush()
                    #expect(told.withLock { $0 }.contains("\(number)"))
                }
            }
            try await group.waitForAll()
        }
    }
}
