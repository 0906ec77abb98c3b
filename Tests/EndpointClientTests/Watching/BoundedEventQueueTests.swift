import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct BoundedEventQueueTests {
    private let told = Locked<[String]>([])

    private func event(_ number: UInt64, bytes: Int? = nil) throws -> CallEvent {
        let request = URLRequest(url: URL(string: "x")!)
        let call = ObservedCall(number, APIRequest(request, for: RawEndpoint(request)), at: .zero, date: .distantPast) {
            _, _, _ in
        }
        guard let bytes else { return CallEvent(call, elapsed: .zero, step: .began) }
        let answer = try APIResponse.answer(body: Data(count: bytes), to: call.request)
        return CallEvent(call, elapsed: .zero, step: .ended(.success(answer)))
    }

    private func note(_ item: BoundedEventQueue.Item) {
        told.withLock { told in
            switch item {
            case .event(let event): told.append("\(event.call)")
            case .dropped(let count, _): told.append("dropped \(count)")
            }
        }
    }

    @Test func `a queue delivers all events in order`() async throws {
        let queue = BoundedEventQueue { [self] in note($0) }
        for number in 1...500 as ClosedRange<UInt64> { queue.add(try event(number)) }
        await queue.flush()
        #expect(told.withLock { $0 } == (1...500).map { "\($0)" })
    }

    /// There are three places: the first event occupies one until the listener has finished with it; two wait; two are
    /// dropped.
    @Test func `events over the limit are dropped and counted in their place`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let queue = BoundedEventQueue(limit: (events: 3, bytes: .max)) { [self] item in
            if arrived.add() == 1 { gate.wait() }
            note(item)
        }
        queue.add(try event(1))
        try await arrived.reached(1)
        for number in 2...5 as ClosedRange<UInt64> { queue.add(try event(number)) }
        gate.signal()
        await queue.flush()
        queue.add(try event(6))
        await queue.flush()
        #expect(told.withLock { $0 } == ["1", "2", "3", "dropped 2", "6"])
    }

    /// The first event blocks the listener; beside its 50 bytes there is room for two of 50, and for none after a
    /// third.
    @Test func `bodies count by their size, and a single event is always accepted`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let queue = BoundedEventQueue(limit: (events: 100, bytes: 150)) { [self] item in
            if arrived.add() == 1 { gate.wait() }
            note(item)
        }
        queue.add(try event(1, bytes: 50))
        try await arrived.reached(1)
        for number in 2...4 as ClosedRange<UInt64> { queue.add(try event(number, bytes: 50)) }
        queue.add(try event(5))
        gate.signal()
        await queue.flush()
        queue.add(try event(6, bytes: 1000))
        await queue.flush()
        #expect(told.withLock { $0 } == ["1", "2", "3", "dropped 2", "6"])
    }

    /// Only one event is being handled; two are too large to wait beside it.
    @Test func `the notice of dropped events comes at once and before later events`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let queue = BoundedEventQueue(limit: (events: 100, bytes: 150)) { [self] item in
            if arrived.add() == 1 { gate.wait() }
            note(item)
        }
        queue.add(try event(1, bytes: 100))
        try await arrived.reached(1)
        for number in 2...3 as ClosedRange<UInt64> { queue.add(try event(number, bytes: 100)) }
        gate.signal()
        await queue.flush()
        #expect(told.withLock { $0 } == ["1", "dropped 2"])
        queue.add(try event(4, bytes: 100))
        await queue.flush()
        #expect(told.withLock { $0 } == ["1", "dropped 2", "4"])
    }

    /// The second event would find no room beside the first one; the third one finds it beside the second.
    @Test func `a delivered event takes no room`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let queue = BoundedEventQueue(limit: (events: 100, bytes: 150)) { [self] item in
            if arrived.add() == 2 { gate.wait() }
            note(item)
        }
        queue.add(try event(1, bytes: 100))
        await queue.flush()
        queue.add(try event(2, bytes: 100))
        try await arrived.reached(2)
        queue.add(try event(3, bytes: 50))
        gate.signal()
        await queue.flush()
        #expect(told.withLock { $0 } == ["1", "2", "3"])
    }

    @Test func `the notice has the date of the last dropped event`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0), dates = Locked<[Date]>([])
        let queue = BoundedEventQueue(limit: (events: 1, bytes: .max)) { item in
            if arrived.add() == 1 { gate.wait() }
            if case .dropped(_, let last) = item { dates.withLock { $0.append(last) } }
        }
        queue.add(try event(1))
        try await arrived.reached(1)
        for number in 2...4 as ClosedRange<UInt64> {
            var late = try event(number)
            late.advance(to: .replaying, elapsed: .seconds(number))
            queue.add(late)
        }
        gate.signal()
        await queue.flush()
        #expect(dates.withLock { $0 } == [Date.distantPast + 4])
    }

    /// The listener hangs until the flush has returned, or for ten minutes if it doesn't.
    @Test func `a cancelled flush returns although the listener hangs, and the events are still delivered`()
        async throws
    {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let queue = BoundedEventQueue { [self] item in
            arrived.add()
            _ = gate.wait(timeout: .now() + 600)
            note(item)
        }
        queue.add(try event(1))
        try await arrived.reached(1)
        let flush = Task { await queue.flush() }
        flush.cancel()
        await flush.value
        #expect(told.withLock { $0 }.isEmpty)
        gate.signal()
        await queue.flush()
        #expect(told.withLock { $0 } == ["1"])
    }

    @Test func `a flush of a task that is cancelled already returns although the listener hangs`() async throws {
        let arrived = Tally(), gate = DispatchSemaphore(value: 0)
        let queue = BoundedEventQueue { [self] item in
            arrived.add()
            _ = gate.wait(timeout: .now() + 600)
            note(item)
        }
        queue.add(try event(1))
        try await arrived.reached(1)
        let flush = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await queue.flush()
        }
        await flush.value
        #expect(told.withLock { $0 }.isEmpty)
        gate.signal()
    }

    @Test func `a flush waits for the events that any thread has added`() async throws {
        let queue = BoundedEventQueue(limit: (events: .max, bytes: .max)) { [self] in note($0) }
        try await withThrowingTaskGroup { group in
            for number in 1...200 as ClosedRange<UInt64> {
                group.addTask {
                    queue.add(try event(number))
                    await queue.flush()
                    #expect(told.withLock { $0 }.contains("\(number)"))
                }
            }
            try await group.waitForAll()
        }
    }
}

@Suite struct CallEventBodyTests {
    private func bodyBytes(of step: CallStep) throws -> Int {
        var request = try URLRequest(.post, "x")
        request.httpBody = Data(count: 7)
        let call = ObservedCall(1, APIRequest(request, for: RawEndpoint(request)), at: .zero, date: .distantPast) {
            _, _, _ in
        }
        return CallEvent(call, elapsed: .zero, step: step).bodyBytes
    }

    @Test func `the size of the last event includes both bodies`() throws {
        let answer = APIResponse(http: response(200), body: .data(Data(count: 100)))
        let refusal = HTTPError(response(404), body: Data(count: 50))
        #expect(try bodyBytes(of: .ended(.success(answer))) == 107)
        #expect(try bodyBytes(of: .ended(.failure(refusal))) == 57)
        #expect(try bodyBytes(of: .ended(.failure(URLError(.timedOut)))) == 7)
        #expect(try bodyBytes(of: .began) == 0)
    }
}
