import Testing

@testable import EndpointClient

@Suite struct ConcurrencyLimiterTests {
    private let a: Origin
    private let b: Origin

    init() throws {
        a = try #require(URL(string: "https://a.example").flatMap { Origin($0) })
        b = try #require(URL(string: "https://b.example").flatMap { Origin($0) })
    }

    @Test func `the limit counts for each origin`() {
        var slots = ConcurrencyLimiter.Slots<Int>(limit: 2)
        let tickets = [a, a, b, a, b].map { slots.acquire($0, for: 0)?.ticket }
        #expect(tickets.map { $0 == nil } == [true, true, true, false, true])
    }

    @Test func `calls that wait get a slot in their order`() {
        var slots = ConcurrencyLimiter.Slots<Int>(limit: 1)
        let tickets = (0..<100).map { slots.acquire(a, for: $0)?.ticket }
        let served = (0..<99).map { _ in slots.release(a) }
        #expect(tickets[0] == nil)
        #expect(served == Array(1..<100))
        #expect(slots.waiters.isEmpty)
    }

    @Test func `a cancelled call is skipped`() throws {
        var slots = ConcurrencyLimiter.Slots<Int>(limit: 1)
        let tickets = [1, 2, 3].map { slots.acquire(a, for: $0)?.ticket }
        #expect(slots.cancel(try #require(tickets[1])) == 2)
        #expect([slots.release(a), slots.release(a)] == [3, nil])
    }

    @Test func `a released slot goes to a call that waits`() {
        var slots = ConcurrencyLimiter.Slots<Int>(limit: 1)
        _ = slots.acquire(a, for: 1)
        _ = slots.acquire(a, for: 2)
        _ = slots.release(a)
        let ticket = slots.acquire(a, for: 3)?.ticket
        #expect(ticket != nil)
    }

    @Test func `an origin without calls is removed`() throws {
        var slots = ConcurrencyLimiter.Slots<Int>(limit: 1)
        _ = slots.acquire(a, for: 1)
        let ticket = slots.acquire(a, for: 2)?.ticket
        _ = slots.cancel(try #require(ticket))
        _ = slots.acquire(b, for: 3)
        #expect(slots.originCount == 2)
        _ = slots.release(a)
        _ = slots.release(b)
        #expect(slots.originCount == 0)
    }
}
