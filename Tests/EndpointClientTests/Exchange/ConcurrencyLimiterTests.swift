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
        var slots = ConcurrencyLimiter.Slots(limit: 2)
        let tickets = [a, a, b, a, b].map { slots.acquire($0) }
        #expect(tickets.map { $0 == nil } == [true, true, true, false, true])
    }

    @Test func `calls that wait get a slot in their order`() {
        var slots = ConcurrencyLimiter.Slots(limit: 1)
        let tickets = (0..<100).map { _ in slots.acquire(a) }
        let served = (0..<99).map { _ in slots.release(a) }
        #expect(tickets[0] == nil)
        #expect(served == Array(tickets.dropFirst()))
    }

    @Test func `a cancelled ticket is skipped`() throws {
        var slots = ConcurrencyLimiter.Slots(limit: 1)
        _ = slots.acquire(a)
        let waiting = [slots.acquire(a), slots.acquire(a)]
        slots.cancel(try #require(waiting[0]), for: a)
        #expect([slots.release(a), slots.release(a)] == [waiting[1], nil])
    }

    @Test func `a released slot goes to a call that waits`() {
        var slots = ConcurrencyLimiter.Slots(limit: 1)
        _ = slots.acquire(a)
        _ = slots.acquire(a)
        _ = slots.release(a)
        let ticket = slots.acquire(a)
        #expect(ticket != nil)
    }

    @Test func `an origin without calls is removed`() throws {
        var slots = ConcurrencyLimiter.Slots(limit: 1)
        _ = slots.acquire(a)
        let ticket = slots.acquire(a)
        slots.cancel(try #require(ticket), for: a)
        _ = slots.acquire(b)
        #expect(slots.originCount == 2)
        _ = slots.release(a)
        _ = slots.release(b)
        #expect(slots.originCount == 0)
    }
}
