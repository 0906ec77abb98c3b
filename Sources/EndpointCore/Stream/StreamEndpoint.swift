/// An endpoint whose response is read element by element while it arrives.
///
/// ```swift
/// for try await event in client.stream(BookEventsEndpoint()) { print(event.title) }
/// ```
///
/// A successful status is validated when the head has arrived, with an empty body. ``read(_:from:)`` is applied to each
/// element; by default it is ``Endpoint/content(from:with:)`` of the element's bytes, so a stream of JSON is also a
/// ``JsonEndpoint``.
public protocol StreamEndpoint: Endpoint {
    /// How the body is divided.
    associatedtype Framing: StreamFraming

    /// How the body is divided: ``EventFraming``, ``LineFraming``, ``ChunkFraming`` or one of your own.
    var framing: Framing { get }

    /// Whether an element says where the stream ends: ``read(_:from:)`` then returns `end` or `last` for it, and a body
    /// that ends before it fails with ``StreamError/Reason/incomplete``. By default false: the end of the body is the
    /// end of the stream, so that an answer which a proxy has cut off looks complete.
    var endsExplicitly: Bool { get }

    /// Reads one element: a content, the last content, the mark of the end, or nothing.
    ///
    /// The loop over the stream ends at the mark, even if the server keeps the connection open.
    func read(_ element: Framing.Element, from response: URLResponse?) throws -> StreamElement<Content>
}

extension StreamEndpoint {
    public var endsExplicitly: Bool { false }
}

/// An endpoint whose response is a stream of server-sent events. If the data of each event is JSON, it is a
/// ``JsonEndpoint`` too.
public protocol EventStreamEndpoint: StreamEndpoint where Framing == EventFraming {}

extension EventStreamEndpoint {
    /// Events of at most 8 MiB.
    public var framing: EventFraming { EventFraming() }
}

/// An endpoint whose response has one JSON text on each line. Empty lines are skipped.
public protocol JsonLinesEndpoint: JsonEndpoint, StreamEndpoint where Framing == LineFraming {}

extension JsonLinesEndpoint {
    /// Lines of at most 8 MiB.
    public var framing: LineFraming { LineFraming(skippingEmptyLines: true) }
}

extension StreamEndpoint where Framing.Element == Data {
    /// The content of the element's bytes.
    public func read(_ element: Data, from response: URLResponse?) throws -> StreamElement<Content> {
        .content(try content(from: response, with: element))
    }
}

extension StreamEndpoint where Framing.Element == ServerSentEvent {
    /// The content of the event's data.
    public func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<Content> {
        .content(try content(from: response, with: Data(event.data.utf8)))
    }
}

extension StreamEndpoint where Framing.Element == ServerSentEvent, Content == ServerSentEvent {
    /// The event as it is.
    public func read(_ event: ServerSentEvent, from response: URLResponse?) -> StreamElement<ServerSentEvent> {
        .content(event)
    }

    /// An event with this data.
    public func content(from response: URLResponse?, with body: Data) -> ServerSentEvent {
        ServerSentEvent(data: String(decoding: body, as: UTF8.self))
    }
}

extension StreamEndpoint where Framing == LineFraming, Content == String {
    /// The text of the line.
    ///
    /// - Throws: ``ContentError`` for a line that is not UTF-8.
    public func content(from response: URLResponse?, with body: Data) throws -> String {
        if let offset = body.firstInvalidUTF8 {
            throw ContentError("the line is not UTF-8 at byte \(offset)", from: response, with: body)
        }
        return String(decoding: body, as: UTF8.self)
    }
}

extension StreamEndpoint {
    /// The request, whose response is wanted as a stream in the media type of the framing.
    package func makeStreamRequest() throws -> APIRequest {
        var request = try makeAPIRequest()
        request.wantsStream = true
        if let mediaType = framing.mediaType { request.urlRequest.setDefault(mediaType, for: "Accept") }
        if Framing.self == EventFraming.self { request.urlRequest.setDefault("no-cache", for: "Cache-Control") }
        return request
    }
}

extension URLRequest {
    fileprivate mutating func setDefault(_ value: String, for header: String) {
        if self.value(forHTTPHeaderField: header) == nil { setValue(value, forHTTPHeaderField: header) }
    }
}
