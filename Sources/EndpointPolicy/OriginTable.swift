/// A value for each origin, up to a number of origins: a new one takes the place of the one used longest ago.
///
/// An origin that was forgotten has the initial value again. Only an origin that takes the place of another one
/// costs a search.
package struct OriginTable<Value: Sendable>: Sendable {
    /// The most origins that are remembered.
    package let limit: Int

    private struct Entry {
        var origin: Origin
        var value: Value
        var lastUse = 0
    }

    private let initial: Value
    private var entries: [Entry] = []
    private var places: [Origin: Int] = [:]
    private var uses = 0

    /// A table in which every origin begins with the same value. A limit below 1 counts as 1.
    package init(_ initial: Value, limit: Int = 1024) {
        self.initial = initial
        self.limit = max(1, limit)
    }

    /// The number of origins that are remembered.
    package var count: Int { entries.count }

    /// The value of an origin, which stays as recent as it was.
    package subscript(origin: Origin) -> Value {
        places[origin].map { entries[$0].value } ?? initial
    }

    /// Changes the value of an origin in place, and makes it the most recent.
    package mutating func update<Result>(_ origin: Origin, _ change: (inout Value) throws -> Result) rethrows -> Result
    {
        let place = places[origin] ?? add(origin)
        uses += 1
        entries[place].lastUse = uses
        return try change(&entries[place].value)
    }

    /// Makes a place for a new origin: the next one, or that of the origin used longest ago.
    private mutating func add(_ origin: Origin) -> Int {
        var place = entries.count
        if place < limit {
            entries.append(Entry(origin: origin, value: initial))
        } else {
            place = entries.indices.min { entries[$0].lastUse < entries[$1].lastUse } ?? 0
            places[entries[place].origin] = nil
            entries[place] = Entry(origin: origin, value: initial)
        }
        places[origin] = place
        return place
    }
}

/// A value for each origin, with a fixed place for the origin of relative requests: it is found without a search and never forgotten.
package struct PerOrigin<Value: Sendable>: Sendable {
    private let baseOrigin: Origin?
    private var ownValue: Value
    private var others: OriginTable<Value>

    /// The same value for every origin at first. `baseOrigin` is where relative requests go.
    package init(_ value: Value, baseOrigin: Origin?) {
        self.baseOrigin = baseOrigin
        ownValue = value
        others = OriginTable(value)
    }

    /// Changes the value of an origin; nil means the origin of relative requests.
    package mutating func update<Result>(_ origin: Origin?, _ change: (inout Value) throws -> Result) rethrows -> Result
    {
        guard let origin, origin != baseOrigin else { return try change(&ownValue) }
        return try others.update(origin, change)
    }
}
