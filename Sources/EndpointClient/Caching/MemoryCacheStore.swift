/// A store in memory, for the time of the process: bounded by bytes, of which the least recently used responses are
/// removed first, and by the number of responses with one key, so that a server can't fill it by a `Vary` that always
/// differs.
final class MemoryCacheStore: CacheStore {
    let secret: Data

    private let limit: Int
    private let variantLimit: Int
    private let state = Locked(State())

    /// A store for so many bytes of bodies and headers, and so many responses with one key. Negative numbers count as
    /// zero.
    init(bytes: Int, variants: Int = 16) {
        (limit, variantLimit) = (max(0, bytes), max(1, variants))
        var generator = SystemRandomNumberGenerator()
        secret = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private struct Entry: Sendable {
        var head: CachedHead
        let body: Data
        let size: Int
    }

    private struct State: Sendable {
        /// The slots of entries in use, and those that are free; the recency of a slot that is free doesn't matter.
        var slots: [Entry?] = []
        var free: [Int] = []
        /// The slots of each key, the newest response first.
        var places: [CacheKey: [Int]] = [:]
        var uses = UseOrder()
        var size = 0

        func place(of head: CachedHead) -> Int? {
            places[head.key]?.first { slots[$0]?.head.variant == head.variant }
        }

        mutating func add(_ entry: Entry) {
            let place = free.popLast() ?? slots.count
            if place == slots.count { slots.append(nil) }
            slots[place] = entry
            places[entry.head.key, default: []].insert(place, at: 0)
            uses.insert(place)
            size += entry.size
        }

        mutating func remove(_ place: Int) {
            guard let entry = slots[place] else { return }
            places[entry.head.key]?.removeAll { $0 == place }
            if places[entry.head.key]?.isEmpty == true { places[entry.head.key] = nil }
            slots[place] = nil
            free.append(place)
            uses.remove(place)
            size -= entry.size
        }
    }

    func heads(for key: CacheKey) async -> [CachedHead] {
        state.withLock { state in (state.places[key] ?? []).compactMap { state.slots[$0]?.head } }
    }

    func body(of head: CachedHead) async -> Data? {
        state.withLock { state in
            guard let place = state.place(of: head), let entry = state.slots[place], entry.head == head else {
                return nil
            }
            state.uses.touch(place)
            return entry.body
        }
    }

    func save(_ head: CachedHead, body: Data) async {
        let entry = Entry(head: head, body: body, size: head.size + body.count)
        state.withLock { state in
            if let old = state.place(of: head) { state.remove(old) }
            guard entry.size <= limit else { return }
            add(entry, to: &state)
        }
    }

    private func add(_ entry: Entry, to state: inout State) {
        state.add(entry)
        if let places = state.places[entry.head.key], places.count > variantLimit { state.remove(places[variantLimit]) }
        while state.size > limit, let oldest = state.uses.oldest { state.remove(oldest) }
    }

    func update(_ head: CachedHead, replacing old: CachedHead) async {
        state.withLock { state in
            guard let place = state.place(of: old), let entry = state.slots[place], entry.head == old else { return }
            state.remove(place)
            add(Entry(head: head, body: entry.body, size: head.size + entry.body.count), to: &state)
        }
    }

    func remove(where isRemoved: @Sendable (CacheKey) -> Bool) async {
        let keys = state.withLock { Array($0.places.keys) }.filter(isRemoved)
        state.withLock { state in
            for key in keys { for place in state.places[key] ?? [] { state.remove(place) } }
        }
    }

    /// The bytes in use.
    var size: Int { state.withLock { $0.size } }

    /// The number of responses.
    var count: Int { state.withLock { $0.slots.count - $0.free.count } }
}

extension CachedHead {
    /// The bytes that it takes in memory, roughly.
    fileprivate var size: Int {
        let texts = fields.reduce(0) { $1.reduce($0) { $0 + $1.utf8.count + 32 } }
        return texts + key.url.utf8.count + key.owner.utf8.count + variant.utf8.count + 256
    }
}

/// The order in which slots were last used: a doubly linked ring, whose head is between the newest and the oldest.
private struct UseOrder: Sendable {
    /// The neighbours of each slot, at its place plus one; those of the head at zero.
    private var newer = [0]
    private var older = [0]

    /// The least recently used slot; nil if there is none.
    var oldest: Int? { newer[0] == 0 ? nil : newer[0] - 1 }

    /// Adds a slot as the newest.
    mutating func insert(_ place: Int) {
        let node = place + 1
        while newer.count <= node {
            newer.append(0)
            older.append(0)
        }
        (older[node], newer[node]) = (older[0], 0)
        newer[older[0]] = node
        older[0] = node
    }

    mutating func remove(_ place: Int) {
        let node = place + 1
        newer[older[node]] = newer[node]
        older[newer[node]] = older[node]
    }

    mutating func touch(_ place: Int) {
        guard older[0] != place + 1 else { return }
        remove(place)
        insert(place)
    }
}
