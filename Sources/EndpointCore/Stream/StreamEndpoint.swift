/// An endpoint whose response is read element by element while it arrives.
///
/// ```swift
/// for try await event in client.stream(BookEventsEndpoint()) { print(event.title) }
/// ```
///
/// A successful status is validated when the head has arrived, with an empty body. ``content(of:from:)`` is applied to
/// each element; by default it is ``Endpoint/content(from:with:)`` of the element's bytes, so a stream of JSON is also
/// a ``JsonEndpoint``.
public protocol StreamEndpoint: Endpoint {
    /// How the body is divided.
    associatedtype Framing: StreamFraming

    /// How the body is divided: ``EventFraming``, ``LineFraming``, ``ChunkFraming`` or one of your own.
    var framing: Framing { get }

    /// Decodes one element; nil skips it.
    func content(of element: Framing.Element, from response: URLResponse?) throws -> Content?
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
    public func content(of element: Data, from response: URLResponse?) throws -> Content? {
        try content(from: response, with: element)
    }
}

extension StreamEndpoint where Framing.Element == ServerSentEvent {
    /// The content of the event's data.
    public func content(of event: ServerSentEvent, from response: URLResponse?) throws -> Content? {
        try content(from: response, with: Data(event.data.utf8))
    }
}

extension StreamEndpoint where Framing.Element == ServerSentEvent, Content == ServerSentEvent {
    /// The event as it is.
    public func content(of event: ServerSentEvent, from response: URLResponse?) -> ServerSentEvent? { event }

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
        if let mediaType = framing.mediaType, request.urlRequest.value(forHTTPHeaderField: "Accept") == nil {
            request.urlRequest.setValue(mediaType, forHTTPHeaderField: "Accept")
        }
        return request
    }
}

/// Reads a response element by element: the counterpart of ``Endpoint/read(_:to:redaction:)`` for a whole body.
package struct ContentReader<E: StreamEndpoint> {
    private let endpoint: E
    private let request: APIRequest
    private let response: APIResponse
    private let redaction: @Sendable () -> Redaction
    private var chunks: BodyStream.AsyncIterator
    private var hasEnded = false

    /// The bytes of the body read so far.
    package private(set) var framing: E.Framing

    /// Whether any of the body has arrived.
    package private(set) var hasBegun = false

    /// Validates the head of a response, and starts to read its body.
    ///
    /// - Throws: what ``Endpoint/validate(_:with:)`` throws, and ``StreamError`` for a body of another media type.
    package init(
        _ response: APIResponse, to request: APIRequest, of endpoint: E, framing: E.Framing,
        redaction: @escaping @Sendable () -> Redaction
    ) throws {
        (self.endpoint, self.request, self.response) = (endpoint, request, response)
        (self.framing, self.redaction) = (framing, redaction)
        chunks = response.chunks.makeAsyncIterator()
        do {
            try request.validate(response, by: endpoint)
            try framing.check(response.http)
        } catch {
            throw explained(error)
        }
    }

    /// The next content; nil at the end of the body.
    ///
    /// - Throws: what the endpoint throws for an element, ``StreamError`` if the body cannot be divided, and the
    ///   error of the transport.
    package mutating func next() async throws -> E.Content? {
        while true {
            if let content = try nextOfChunk() { return content }
            if hasEnded { return nil }
            if let chunk = try await chunks.next() {
                hasBegun = true
                framing.append(chunk)
            } else {
                hasEnded = true
                framing.finish()
            }
        }
    }

    /// The next content in what has arrived.
    private mutating func nextOfChunk() throws -> E.Content? {
        do {
            while let element = try framing.next() {
                if let content = try endpoint.content(of: element, from: response.http) { return content }
            }
            return nil
        } catch {
            throw explained(error)
        }
    }

    private func explained(_ error: any Error) -> any Error {
        var error = error
        if var unframed = error as? StreamError {
            unframed.response = response.http
            error = unframed
        }
        return error.adding(request, response, redaction()).reporting(response.retries)
    }
}

extension StreamFraming {
    /// Throws if a response has another media type. A response without a type or without a body is accepted.
    fileprivate func check(_ response: HTTPURLResponse) throws(StreamError) {
        guard let mediaType, response.statusCode != 204,
            let media = response.value(forHTTPHeaderField: "Content-Type").flatMap({ MediaType($0) }),
            media.essence != mediaType
        else { return }
        throw StreamError(.mediaType(media.essence, expected: mediaType))
    }
}
