/// Who may start a call to an origin, and who waits: first come, first served, so many at once for each origin.
///
/// A pure value. Origins without calls are forgotten, so it never holds more than what is under way.
struct ConcurrencyLimiterState {
    /// A place in the line.
    typealias Ticket = Int

    private struct Calls {
        var active = 0
        var waiting = FIFOQueue()
    }

    private let limit: Int
    private var calls: [Origin: Calls] = [:]
    private var lastTicket = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Origins with calls under way.
    var originCount: Int { calls.count }

    /// Lets a call in (nil), or gives it a ticket to wait with.
    mutating func enter(_ origin: Origin) -> Ticket? {
        if calls[origin, default: Calls()].active < limit {
            calls[origin, default: Calls()].active += 1
            return nil
        }
        lastTicket += 1
        calls[origin]?.waiting.append(lastTicket)
        return lastTicket
    }

    /// A call has ended. Its place goes to the ticket that is returned, if anybody waits.
    mutating func leave(_ origin: Origin) -> Ticket? {
        if let ticket = calls[origin]?.waiting.next() { return ticket }
        calls[origin]?.active -= 1
        if calls[origin]?.active == 0 { calls[origin] = nil }
        return nil
    }

    /// Someone who waits goes away. The caller makes sure that the ticket has not been let in.
    mutating func abandon(_ ticket: Ticket, at origin: Origin) {
        calls[origin]?.waiting.abandon(ticket)
    }
}
