/// What a ``LoopbackServer`` does about a request: answer it, or one of the things that servers and networks do instead.
public enum LoopbackReply: Sendable {
    /// A well-formed answer.
    case response(LoopbackResponse)
    /// The connection is closed before any byte of an answer.
    case closeWithoutAnswer
    /// The connection is reset (RST) before any byte of an answer.
    case reset
    /// The head announces the whole body; the connection is closed after so many bytes of it.
    case cut(LoopbackResponse, afterBodyBytes: Int)
    /// As `cut`, but the connection is reset. On Darwin the reset may overtake bytes that the client has not read yet.
    case cutThenReset(LoopbackResponse, afterBodyBytes: Int)
    /// Nothing, until the client closes the connection or the server stops.
    case stall
    /// Exactly these bytes, whatever they are. Then the connection is closed, or kept for the next request.
    case raw(Data, close: Bool)
    /// The response, and then each element as soon as it comes: in chunks, or, if the headers have a `Content-Length`,
    /// as it is. If the client goes away or the server stops, the stream is cancelled.
    case stream(LoopbackResponse, AsyncStream<Data>)
    /// Exactly these bytes, each element as soon as it comes. Then the connection is closed.
    case rawStream(AsyncStream<Data>)
}

extension LoopbackReply {
    /// An answer without a body.
    public static func status(_ status: Int, headers: KeyValuePairs<String, String> = [:]) -> LoopbackReply {
        .response(LoopbackResponse(status: status, headers: headers))
    }

    /// An answer whose body is this JSON text, which is not checked.
    public static func json(_ text: String, status: Int = 200) -> LoopbackReply {
        .data(Data(text.utf8), type: "application/json", status: status)
    }

    /// An answer whose body is this text.
    public static func text(_ text: String, status: Int = 200) -> LoopbackReply {
        .data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// An answer whose body is these bytes, of this media type.
    public static func data(
        _ data: Data, type: String = "application/octet-stream", status: Int = 200
    ) -> LoopbackReply {
        .response(LoopbackResponse(status: status, headers: ["Content-Type": type], body: data))
    }

    /// An answer that sends the client elsewhere; the location is not checked.
    public static func redirect(_ status: Int = 302, to location: String) -> LoopbackReply {
        .status(status, headers: ["Location": location])
    }
}

/// A well-formed answer of a ``LoopbackServer``. The server adds the reason phrase, `Content-Length` and, where the
/// connection ends with it, `Connection: close`.
public struct LoopbackResponse: Hashable, Sendable {
    /// The status code. With 1xx, 204 and 304 the body stays here.
    public var status: Int
    /// The header lines in the order of the wire, sent without any check. A `Content-Length` or `Transfer-Encoding`
    /// among them replaces the server's own, true or not; `Connection: close` ends the connection.
    public var headers: [LoopbackHeader]
    /// The body, sent as it is; a `HEAD` gets its length only.
    public var body: Data

    /// An empty 200 unless told otherwise. A name may come twice in `headers`, and the order counts.
    public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers.map { LoopbackHeader($0.key, $0.value) }
        self.body = body
    }
}

extension LoopbackResponse {
    /// Whether this status goes with a body at all (RFC 9110, section 6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Whether the headers already say, truly or not, where the body ends.
    var hasOwnFraming: Bool { announcedLength != nil || !headers.values(of: "Transfer-Encoding").isEmpty }

    /// The `Content-Length` that the headers claim.
    var announcedLength: String? { headers.values(of: "Content-Length").first }

    var closesConnection: Bool { headers.contains("close", in: "Connection") }
}
