/// A queue of events by the millisecond at which they are due, up to four minutes ahead: a ring of linked lists in one
/// pool.
///
/// Unlike in a heap, the cost of adding and taking does not depend on the number of events. Events of the same
/// millisecond come in the reverse order of adding, so that a run is deterministic.
struct TimingWheel<Event> {
    private struct Node {
        var event: Event
        var next: Int32
    }

    private static var slots: Int { 1 << 18 }
    private var heads = [Int32](repeating: -1, count: slots)
    private var pool: [Node] = []
    private var free: Int32 = -1

    /// Adds an event, at least one millisecond after `now`.
    mutating func add(_ event: Event, at due: Int, after now: Int) {
        let slot = min(max(due, now + 1), now + Self.slots - 1) & (Self.slots - 1)
        let node = Node(event: event, next: heads[slot])
        heads[slot] = store(node)
    }

    /// Removes and returns an event of this millisecond; nil when none is left.
    mutating func take(at now: Int) -> Event? {
        let slot = now & (Self.slots - 1)
        let index = heads[slot]
        guard index >= 0 else { return nil }
        let node = pool[Int(index)]
        heads[slot] = node.next
        pool[Int(index)].next = free
        free = index
        return node.event
    }

    private mutating func store(_ node: Node) -> Int32 {
        guard free >= 0 else {
            pool.append(node)
            return Int32(pool.count - 1)
        }
        let index = free
        free = pool[Int(index)].next
        pool[Int(index)] = node
        return index
    }
}
