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
