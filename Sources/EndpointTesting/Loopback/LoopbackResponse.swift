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
