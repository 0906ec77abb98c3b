import Testing

@testable import EndpointClient

@Suite struct ConcurrencyLimiterStateTests {
    private let a: Origin
    private let b: Origin

    init() throws {
        a = try #require(URL(string: "https://a.example").flatMap { Origin($0) })
        b = try #require(URL(string: "https://b.example").flatMap { Origin($0) })
    }

    @Test func `lets in as many as may be, for each origin`() {
        var queue = ConcurrencyLimiterState(limit: 2)
        let tickets = [a, a, b, a, b].map { queue.enter($0) }
        #expect(tickets.map { $0 == nil } == [true, true, true, false, true])
    }

    @Test func `serves those who wait in their order`() {
        var queue = ConcurrencyLimiterState(limit: 1)
        let tickets = (0..<100).map { _ in queue.enter(a) }
        let served = (0..<99).map { _ in queue.leave(a) }
        #expect(tickets[0] == nil)
        #expect(served == Array(tickets.dropFirst()))
    }

    @Test func `passes over those who have gone`() throws {
        var queue = ConcurrencyLimiterState(limit: 1)
        _ = queue.enter(a)
        let waiting = [queue.enter(a), queue.enter(a)]
        queue.abandon(try #require(waiting[0]), at: a)
        #expect([queue.leave(a), queue.leave(a)] == [waiting[1], nil])
    }

    @Test func `the place of one who leaves stays taken while others wait`() {
        var queue = ConcurrencyLimiterState(limit: 1)
        _ = queue.enter(a)
        _ = queue.enter(a)
        _ = queue.leave(a)
        let ticket = queue.enter(a)
        #expect(ticket != nil)
    }

    @Test func `forgets an origin without calls`() throws {
        var queue = ConcurrencyLimiterState(limit: 1)
        _ = queue.enter(a)
        let ticket = queue.enter(a)
        queue.abandon(try #require(ticket), at: a)
        _ = queue.enter(b)
        #expect(queue.originCount == 2)
        _ = queue.leave(a)
        _ = queue.leave(b)
        #expect(queue.originCount == 0)
    }
}
