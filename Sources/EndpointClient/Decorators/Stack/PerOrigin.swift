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

    /// Changes the value of the origin that a request goes to.
    mutating func update<Result>(_ request: URLRequest, _ change: (inout Value) throws -> Result) rethrows -> Result {
        guard let origin = origin(of: request), origin != home else { return try change(&own) }
        return try others.update(origin, change)
    }

    /// Who is asked; nil for a relative URL.
    private func origin(of request: URLRequest) -> Origin? {
        guard let url = request.url, url.scheme != nil else { return nil }
        return Origin(url)
    }
}
