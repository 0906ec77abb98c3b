/// Types with names that SwiftUI, SwiftData and Foundation's neighbours have, or that an API module gives its own
/// models.
public struct Path: Equatable {
    public init() {}
}

@propertyWrapper public struct Query<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

public struct RateLimit: Equatable {
    public let limit: Int

    public init(limit: Int) {
        self.limit = limit
    }
}
