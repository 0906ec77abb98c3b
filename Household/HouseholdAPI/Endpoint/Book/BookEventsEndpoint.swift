import EndpointCore

/// The changes of the books as they happen: `client.stream(BookEventsEndpoint(), reconnecting: .standard)`.
public struct BookEventsEndpoint: JsonEndpoint, EventStreamEndpoint {
    public typealias Content = BookEvent

    /// The identifier of the event after which the stream starts, if the server still has it; nil for events from now
    /// on.
    public let lastEventID: String?

    public init(after lastEventID: String? = nil) {
        self.lastEventID = lastEventID
    }

    public func makeRequest() throws -> URLRequest {
        try .get("events", headers: lastEventID.map { ["Last-Event-ID": $0] } ?? [:])
    }
}
