/// Tickets in the order in which they came. Whoever goes away is passed over later, so that leaving costs nothing.
struct FIFOQueue {
    private var tickets: [Int] = []
    private var head = 0
    private var abandoned: Set<Int> = []

    mutating func append(_ ticket: Int) {
        tickets.append(ticket)
    }

    mutating func abandon(_ ticket: Int) {
        abandoned.insert(ticket)
    }

    /// Takes the first ticket whose owner still waits.
    mutating func next() -> Int? {
        defer { compact() }
        while head < tickets.count {
            let ticket = tickets[head]
            head += 1
            if abandoned.remove(ticket) == nil { return ticket }
        }
        return nil
    }

    /// Drops the part that has been served, once that is most of it.
    private mutating func compact() {
        guard head > 32, head * 2 > tickets.count else { return }
        tickets.removeFirst(head)
        head = 0
    }
}
