import EndpointCore

/// The changes of the books, from now on and as they happen: `client.stream(BookEventsEndpoint(), reconnecting: .standard)`.
public struct BookEventsEndpoint: JsonEndpoint, EventStreamEndpoint {
    public typealias Content = BookEvent

    public init() {}

    public func makeRequest() throws -> URLRequest {
        try .get("events")
    }
}
