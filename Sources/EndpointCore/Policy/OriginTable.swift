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
