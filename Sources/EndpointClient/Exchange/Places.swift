/// Counts the calls and the streams of each origin in progress, and queues the others: a pure value.
///
/// A room without exchanges is removed, so the size is bounded by the number of exchanges in progress.
struct Places: Sendable {
    /// The slots for the calls or for the streams of an origin.
    struct Room: Hashable, Sendable {
        let origin: Origin
        var isForStreams = false
    }

    private struct Taken {
        var count = 0
        var queue = FIFOQueue<SendID>()
    }

    private let calls: Int
    private let streams: Int
    private var taken: [Room: Taken] = [:]

    init(calls: Int, streams: Int) {
        (self.calls, self.streams) = (calls, streams)
    }

    /// The number of rooms with exchanges in progress.
    var roomCount: Int { taken.count }

    /// Takes a slot and returns true, or puts the exchange in the queue.
    mutating func take(_ room: Room, for id: SendID) -> Bool {
        if taken[room, default: Taken()].count < limit(of: room) {
            taken[room, default: Taken()].count += 1
            return true
        }
        taken[room]?.queue.append(id)
        return false
    }

    /// Releases a slot. It goes to the first exchange in the queue, which is returned; if that one no longer waits, the
    /// slot must be released again, so that giving up takes constant time. Nil if the queue is empty.
    mutating func release(_ room: Room) -> SendID? {
        if let id = taken[room]?.queue.popFirst() { return id }
        taken[room]?.count -= 1
        if taken[room]?.count == 0 { taken[room] = nil }
        return nil
    }

    /// What an exchange waits for.
    func description(of room: Room) -> String {
        let name = room.isForStreams ? "concurrentStreamsPerOrigin" : "concurrentCallsPerOrigin"
        return "it waited in the queue of \(room.origin), where `\(name)` is \(limit(of: room))"
    }

    private func limit(of room: Room) -> Int { room.isForStreams ? streams : calls }
}
