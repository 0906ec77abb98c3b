import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct ExchangeTableTests {
    private let clock = TestClock()
    private let origin: Origin

    init() throws {
        origin = try #require(URL(string: "https://a.example").flatMap { Origin($0) })
    }

    @Test func `a table holds exchanges until they are removed`() throws {
        let table = ExchangeTable(calls: 2, streams: 1, time: clock.time)
        let places = [
            table.place(for: .sample(), in: .init(origin: origin), until: nil),
            table.place(for: .sample(), in: .init(origin: origin), until: nil),
        ]
        for place in places { table.add(try .sample(clock: clock), at: place) }
        #expect(table.count == 3)
        for (place, count) in zip([places[0], places[0], places[1]], [2, 2, 1]) {
            table.remove(place)
            #expect(table.count == count)
        }
        for place in places { table.release(place) }
        #expect(table.count == 0)
    }

    @Test func `a table fails expired exchanges and returns the time of the next expiry`() throws {
        let table = ExchangeTable(calls: 3, streams: 1, time: clock.time), stopped = Locked<[Int]>([])
        for idle in [10, 20, 30] {
            let exchange = try Exchange.sample(idle: .seconds(idle), clock: clock)
            exchange.onStop { stopped.withLock { $0.append(idle) } }
            table.add(exchange, at: table.place(for: .sample(), in: .init(origin: origin), until: nil))
        }
        #expect(table.expire(.seconds(9)) == .seconds(10))
        #expect(stopped.withLock { $0 } == [])
        #expect(table.expire(.seconds(25)) == .seconds(30))
        #expect(stopped.withLock { Set($0) } == [10, 20])
        #expect(table.expire(.seconds(30)) == nil)
    }

    @Test func `the table has one alarm, for the exchange that expires first`() async throws {
        let table = ExchangeTable(calls: 1, streams: 1, time: clock.time),
            first = table.place(for: .sample(), in: .init(origin: origin), until: nil)
        let waits = [30, 10, 20].map { seconds in
            let end = Deadline(after: .seconds(seconds), of: .call, on: table.time)
            let place = table.place(for: .sample(), in: .init(origin: origin), until: end)
            return Task { try await table.wait(for: place) }
        }
        for index in [1, 2, 0] {
            await clock.sleepers(1)
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .seconds(10))
            let error = await #expect(throws: URLError.self) { try await waits[index].value }
            #expect(error?.code == .timedOut)
        }
        table.release(first)
        #expect(table.count == 0)
    }

    @Test func `an alarm that is late goes off although other exchanges begin`() throws {
        let alarms = LateAlarms()
        let table = ExchangeTable(calls: 3, streams: 1, time: alarms.time)
        let exchange = try Exchange.sample(idle: .seconds(10), clock: clock)
        table.add(exchange, at: table.place(for: .sample(), in: .init(origin: origin), until: nil))
        table.expire(at: .seconds(10))
        alarms.now.withLock { $0 = .seconds(11) }
        table.expire(at: .seconds(21))
        alarms.goOff()
        #expect(exchange.hasTimedOut)
    }

    @Test func `an exchange whose wait is cancelled is skipped`() async throws {
        let table = ExchangeTable(calls: 1, streams: 1, time: clock.time),
            first = table.place(for: .sample(), in: .init(origin: origin), until: nil)
        let (second, third) = (
            table.place(for: .sample(), in: .init(origin: origin), until: nil),
            table.place(for: .sample(), in: .init(origin: origin), until: nil)
        )
        let wait = Task { try await table.wait(for: second) }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
        #expect(table.waitingCount == 1)
        table.release(first)
        try await table.wait(for: third)
        table.release(third)
        #expect(table.count == 0)
    }
}

/// Alarms that go off only when the test says so, however late that is.
private struct LateAlarms: Sendable {
    let now = Locked(Duration.zero)
    private let alarms = Locked<[(time: Duration, action: (@Sendable () -> Void)?)]>([])

    var time: TimeSource {
        TimeSource(
            now: { [now] in now.withLock { $0 } }, sleep: { _ in throw CancellationError() },
            alarm: { [alarms] time, action in
                let index = alarms.withLock { alarms in
                    alarms.append((time, action))
                    return alarms.count - 1
                }
                return { alarms.withLock { $0[index].action = nil } }
            }, date: { .distantPast }, random: { 0 })
    }

    /// Calls those that are due and were not cancelled.
    func goOff() {
        let now = now.withLock { $0 }
        for alarm in alarms.withLock({ $0 }) where alarm.time <= now { alarm.action?() }
    }
}

@Suite struct PlacesTests {
    private let a: Places.Room
    private let b: Places.Room

    init() throws {
        a = .init(origin: try #require(URL(string: "https://a.example").flatMap { Origin($0) }))
        b = .init(origin: try #require(URL(string: "https://b.example").flatMap { Origin($0) }))
    }

    @Test func `the limit counts for each origin`() {
        var places = Places(calls: 2, streams: 1)
        let taken = [a, a, b, a, b].map { places.take($0, for: .sample()) }
        #expect(taken == [true, true, true, false, true])
    }

    @Test func `streams have a limit of their own`() {
        var places = Places(calls: 1, streams: 2)
        let streams = Places.Room(origin: a.origin, isForStreams: true)
        let taken = [a, streams, streams, streams, a].map { places.take($0, for: .sample()) }
        #expect(taken == [true, true, true, false, false])
        #expect(
            places.description(of: streams)
                == "it waited in the queue of https://a.example, where `concurrentStreamsPerOrigin` is 2")
    }

    @Test func `exchanges that wait get a place in their order`() {
        var places = Places(calls: 1, streams: 1)
        let ids = (0..<100).map { _ in SendID.sample() }
        let taken = ids.map { places.take(a, for: $0) }
        #expect(taken == [true] + Array(repeating: false, count: 99))
        let served = (0..<100).map { _ in places.release(a) }
        #expect(served == ids.dropFirst().map { $0 } + [nil])
    }

    @Test func `a released place goes to one that waits`() {
        var places = Places(calls: 1, streams: 1)
        _ = (places.take(a, for: .sample()), places.take(a, for: .sample()), places.release(a))
        let isTaken = places.take(a, for: .sample())
        #expect(!isTaken)
    }

    @Test func `an origin without exchanges is removed`() {
        var places = Places(calls: 1, streams: 1)
        _ = (places.take(a, for: .sample()), places.take(b, for: .sample()))
        #expect(places.roomCount == 2)
        _ = (places.release(a), places.release(b))
        #expect(places.roomCount == 0)
    }
}

extension SendID {
    /// That of a request that leaves now.
    static func sample() -> SendID {
        var context = CallContext()
        return context.beginSend()
    }
}
