/// A value for each origin, up to a number of origins: a new one replaces the least recently used one.
///
/// A removed origin has the initial value again. Every operation takes constant time.
struct OriginTable<Value: Sendable>: Sendable {
    /// The maximum number of stored origins.
    let limit: Int

    private let initial: Value
    private var places: [Origin: Int] = [:]
    private var values: [Value] = []
    private var origins: [Origin] = []
    private var recency = RecencyList()

    /// A table in which every origin starts with the same value. A limit below 1 counts as 1.
    init(_ initial: Value, limit: Int = 1024) {
        self.initial = initial
        self.limit = max(1, limit)
    }

    /// The number of stored origins.
    var count: Int { values.count }

    /// The value of an origin, without marking it as used.
    subscript(origin: Origin) -> Value {
        places[origin].map { values[$0] } ?? initial
    }

    /// Changes the value of an origin in place, and marks it as the most recently used.
    mutating func update<Result>(_ origin: Origin, _ change: (inout Value) throws -> Result) rethrows -> Result {
        let place = places[origin] ?? place(for: origin)
        recency.touch(place)
        return try change(&values[place])
    }

    private mutating func place(for origin: Origin) -> Int {
        let place = values.count < limit ? append(origin) : replaceOldest(by: origin)
        places[origin] = place
        return place
    }

    private mutating func append(_ origin: Origin) -> Int {
        values.append(initial)
        origins.append(origin)
        return recency.append()
    }

    private mutating func replaceOldest(by origin: Origin) -> Int {
        let place = recency.oldest
        places[origins[place]] = nil
        (origins[place], values[place]) = (origin, initial)
        return place
    }
}

/// A value for each origin, with a fixed slot for the origin of relative requests: it is found without a search and
/// never removed.
struct PerOrigin<Value: Sendable>: Sendable {
    private let baseOrigin: Origin?
    private var ownValue: Value
    private var others: OriginTable<Value>

    /// The same value for every origin at first. `baseOrigin` is the origin of relative requests.
    init(_ value: Value, baseOrigin: Origin?) {
        self.baseOrigin = baseOrigin
        ownValue = value
        others = OriginTable(value)
    }

    /// Changes the value of an origin; nil means the origin of relative requests.
    mutating func update<Result>(_ origin: Origin?, _ change: (inout Value) throws -> Result) rethrows -> Result {
        guard let origin, origin != baseOrigin else { return try change(&ownValue) }
        return try others.update(origin, change)
    }
}

/// The slots 0, 1, 2 … in the order of their last use: a doubly linked ring, whose head (node 0) is between newest and
/// oldest.
struct RecencyList: Sendable {
    private var newer = [0]
    private var older = [0]

    /// The least recently used slot; there must be one.
    var oldest: Int { newer[0] - 1 }

    /// Adds the next slot, as the newest.
    mutating func append() -> Int {
        newer.append(0)
        older.append(0)
        link(newer.count - 1)
        return newer.count - 2
    }

    /// Makes a slot the newest.
    mutating func touch(_ place: Int) {
        let node = place + 1
        guard older[0] != node else { return }
        newer[older[node]] = newer[node]
        older[newer[node]] = older[node]
        link(node)
    }

    private mutating func link(_ node: Int) {
        (older[node], newer[node]) = (older[0], 0)
        newer[older[0]] = node
        older[0] = node
    }
}
