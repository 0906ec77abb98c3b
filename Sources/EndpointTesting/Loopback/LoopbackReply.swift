/// The reaction of a ``LoopbackServer`` to a request: a response, or a failure of the server or the network.
public enum LoopbackReply: Sendable {
    /// A well-formed response.
    case response(LoopbackResponse)
    /// The connection is closed before any byte of a response.
    case closeWithoutAnswer
    /// The connection is reset (RST) before any byte of a response.
    case reset
    /// The head has the length of the whole body; the connection is closed after this many bytes of the body.
    case cut(LoopbackResponse, afterBodyBytes: Int)
    /// Like `cut`, but the connection is reset. On Darwin, bytes that the client has not read before the reset may be
    /// lost.
    case cutThenReset(LoopbackResponse, afterBodyBytes: Int)
    /// No response until the client closes the connection or the server stops.
    case stall
    /// Exactly these bytes, without any check. Then the connection is closed, or kept open for the next request, unless
    /// the client has asked to close it.
    case raw(Data, close: Bool)
    /// Exactly these bytes, without any check. Then the connection is reset. On Darwin, bytes that the client has not
    /// read before the reset may be lost.
    case rawThenReset(Data)
    /// The response, followed by each element of the stream when it is available. Elements are sent as chunks, or
    /// unchanged if the headers have a `Content-Length`. If the client disconnects or the server stops, the stream is
    /// cancelled.
    case stream(LoopbackResponse, AsyncStream<Data>)
    /// Like `stream`, but the connection breaks after the last element, before the end of the body.
    case cutStream(LoopbackResponse, AsyncStream<Data>)
    /// Like `stream`, for the body of another response. If the stream fails, the connection breaks before the end of
    /// the body.
    case forward(LoopbackResponse, BodyStream)
    /// Exactly these bytes, each element when it is available. Then the connection is closed.
    case rawStream(AsyncStream<Data>)
}

extension LoopbackReply {
    /// A response without a body.
    public static func status(_ status: Int, headers: HeaderFields = [:]) -> LoopbackReply {
        .response(LoopbackResponse(status: status, headers: headers))
    }

    /// A response with this JSON text as its body. The text is not checked.
    public static func json(_ text: String, status: Int = 200) -> LoopbackReply {
        .data(Data(text.utf8), type: "application/json", status: status)
    }

    /// A response with this text as its body.
    public static func text(_ text: String, status: Int = 200) -> LoopbackReply {
        .data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// A response with these bytes as its body and their media type.
    public static func data(
        _ data: Data, type: String = "application/octet-stream", status: Int = 200
    ) -> LoopbackReply {
        .response(LoopbackResponse(status: status, headers: ["Content-Type": type], body: data))
    }

    /// A redirect. The location is not checked.
    public static func redirect(_ status: Int = 302, to location: String) -> LoopbackReply {
        .status(status, headers: ["Location": location])
    }
}

/// A well-formed response of a ``LoopbackServer``. The server adds the reason phrase, `Content-Length` and, if the
/// connection is closed afterwards, `Connection: close`.
public struct LoopbackResponse: Hashable, Sendable {
    /// The status code. With 1xx, 204 and 304 no body is sent.
    public var status: Int
    /// The header fields, sent in this order and without any check. A `Content-Length` or `Transfer-Encoding` among
    /// them replaces the server's own, even if it is wrong; `Connection: close` closes the connection after the
    /// response.
    public var headers: HeaderFields
    /// The body. The response to a `HEAD` has only its length.
    public var body: Data

    /// A response by its parts.
    public init(status: Int = 200, headers: HeaderFields = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension LoopbackResponse {
    /// Whether a response with this status can have a body (RFC 9110 §6.4.1).
    package var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Whether the headers have a `Content-Length` or a `Transfer-Encoding`, correct or not.
    var hasOwnFraming: Bool { contentLength != nil || headers.contains("Transfer-Encoding") }

    /// The `Content-Length` in the headers, correct or not.
    package var contentLength: String? { headers["Content-Length"] }

    /// Whether the headers have `Connection: close`.
    var closesConnection: Bool { headers.contains("close", in: "Connection") }
}
