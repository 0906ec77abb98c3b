/// A value per origin, for as many origins as are in use: the one used longest ago is forgotten when another one comes.
///
/// What is forgotten begins anew, as if the origin had never been asked. Every operation takes constant time.
public struct OriginTable<Value: Sendable>: Sendable {
    /// The most origins that are remembered.
    public let limit: Int

    private let initial: Value
    private var places: [Origin: Int] = [:]
    private var values: [Value] = []
    private var origins: [Origin] = []
    private var recency = RecencyList()

    /// A table in which every origin begins with the same value. A limit below 1 counts as 1.
    public init(_ initial: Value, limit: Int = 1024) {
        self.initial = initial
        self.limit = max(1, limit)
    }

    /// The number of origins that are remembered.
    public var count: Int { values.count }

    /// The value of an origin, which stays as recent as it was.
    public subscript(origin: Origin) -> Value {
        places[origin].map { values[$0] } ?? initial
    }

    /// Changes the value of an origin in place, and makes it the most recent.
    public mutating func update<Result>(_ origin: Origin, _ change: (inout Value) throws -> Result) rethrows -> Result {
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

/// The places 0, 1, 2 … in the order of their last use: a ring of links, with a head that stands between newest and oldest.
struct RecencyList: Sendable {
    private var newer = [0]
    private var older = [0]

    /// The place used longest ago; there must be one.
    var oldest: Int { newer[0] - 1 }

    /// Adds the next place, as the newest.
    mutating func append() -> Int {
        newer.append(0)
        older.append(0)
        link(newer.count - 1)
        return newer.count - 2
    }

    /// Makes a place the newest.
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
