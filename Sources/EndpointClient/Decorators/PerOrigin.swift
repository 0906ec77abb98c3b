/// A value for each origin, the one of relative requests first of all: that one is found without a search, and never forgotten.
struct PerOrigin<Value: Sendable>: Sendable {
    private let home: Origin?
    private var own: Value
    private var others: OriginTable<Value>

    /// The same value for every origin to begin with.
    init(_ value: Value, home: Origin?) {
        self.home = home
        own = value
        others = OriginTable(value)
    }

    /// Changes the value of an origin; nil stands for the one of relative requests.
    mutating func update<Result>(_ origin: Origin?, _ change: (inout Value) throws -> Result) rethrows -> Result {
        guard let origin, origin != home else { return try change(&own) }
        return try others.update(origin, change)
    }
}

extension APIRequest {
    /// Who is asked; nil for a relative URL.
    var origin: Origin? {
        guard let url = urlRequest.url, url.scheme != nil else { return nil }
        return Origin(url)
    }
}
