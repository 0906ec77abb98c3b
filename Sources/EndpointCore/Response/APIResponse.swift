/// A response of a server, whatever its status: the result of a client's `send(_:)`.
public struct APIResponse: Sendable {
    /// The source of the body's bytes.
    ///
    /// Later versions add cases, so read ``APIResponse/data`` instead of switching.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Body: Sendable {
        /// The whole body in memory.
        case data(Data)
        /// The body as it arrives; only for a request that ``APIRequest/wantsStream``.
        case stream(BodyStream)
    }

    /// Status and headers. The URL is the final one, after redirects.
    public var http: HTTPURLResponse {
        didSet {
            verdict = nil
            if details?.value.headers != nil { changeDetails { $0.headers = nil } }
        }
    }

    /// The header fields as the client received them, in order and with repeated ones; otherwise those of ``http``,
    /// sorted by name. Replacing `http` replaces them.
    public var headers: HeaderFields { details?.value.headers ?? HeaderFields(http) }

    /// The body, with its `Content-Encoding` decoded.
    public var body: Body {
        didSet {
            // An endpoint validates the head of a stream, whatever its chunks.
            if case .stream = oldValue, case .stream = body { return }
            verdict = nil
        }
    }

    /// The attempts of a retrying client before this failure, and why there was no further one; nil for a successful
    /// response.
    public var retries: RetryReport? {
        get { details?.value.retries }
        set { if details != nil || newValue != nil { changeDetails { $0.retries = newValue } } }
    }

    /// The timings and the connection of the exchange that this response came from; nil if the client does not report
    /// them, as with a mock, a replay, or `URLSession` on Linux.
    public var metrics: ExchangeMetrics? {
        get { details?.value.metrics }
        set { if details != nil || newValue != nil { changeDetails { $0.metrics = newValue } } }
    }

    /// The trailers (RFC 9110 §6.5): fields that the server sent after the body, in order and with repeated ones. They
    /// are not part of ``headers``, whatever their names. Empty where there are none, and with `URLSession`, which does
    /// not report them.
    ///
    /// If the body is a stream, they are those of the ``BodyStream``, which has them when it has been read to its end.
    public var trailers: HeaderFields {
        get { if case .stream(let stream) = body, stream.ending != nil { stream.trailers } else { ownTrailers } }
        set { if !ownTrailers.isEmpty || !newValue.isEmpty { changeDetails { $0.trailers = newValue } } }
    }

    private var ownTrailers: HeaderFields { details?.value.trailers ?? [:] }

    /// What a cache says of a response that it had stored, and for which nothing was sent; nil for the response of an
    /// exchange.
    package var stored: StoredAnswer? {
        get { details?.value.stored }
        set { if details != nil || newValue != nil { changeDetails { $0.stored = newValue } } }
    }

    /// The trailers at the time of the call, without keeping the connection of a stream open.
    package var laterTrailers: @Sendable () -> HeaderFields {
        guard case .stream(let stream) = body, let ending = stream.ending else {
            return { [ownTrailers] in ownTrailers }
        }
        return { ending()?.trailers ?? [:] }
    }

    /// The members that few callers read are stored indirectly, because responses are copied often. Nil if there are
    /// none.
    private var details: Indirect<Details>?

    private struct Details: Sendable {
        var headers: HeaderFields?
        var retries: RetryReport?
        var metrics: ExchangeMetrics?
        var trailers: HeaderFields = [:]
        var stored: StoredAnswer?
    }

    /// What an endpoint has said of this response, so that it is asked once for all decorators.
    private var verdict: Verdict?

    private struct Verdict: Sendable {
        let endpoint: ObjectIdentifier
        let isAccepted: Bool
    }

    private mutating func changeDetails(_ change: (inout Details) -> Void) {
        var changed = details?.value ?? Details()
        change(&changed)
        details = .indirect(changed)
    }

    /// A response from its parts. A client that knows the order of the header fields and all that are repeated passes
    /// them as `headers`.
    public init(http: HTTPURLResponse, headers: HeaderFields? = nil, body: Body) {
        self.http = http
        self.body = body
        details = headers.map { .indirect(Details(headers: $0)) }
    }

    /// Whether the endpoint of the request accepts this response, whatever its status.
    package mutating func isAccepted(by request: APIRequest) -> Bool {
        let endpoint = ObjectIdentifier(type(of: request.endpoint))
        if let verdict, verdict.endpoint == endpoint { return verdict.isAccepted }
        let isAccepted = (try? request.validate(self, by: request.endpoint)) != nil
        verdict = Verdict(endpoint: endpoint, isAccepted: isAccepted)
        return isAccepted
    }

    /// This response for another endpoint of the same type, which has not been asked yet.
    package var unjudged: APIResponse {
        var response = self
        response.verdict = nil
        return response
    }

    /// Whether the endpoint accepts this response; by its status where no endpoint has been asked.
    var isGood: Bool { verdict?.isAccepted ?? (200..<300).contains(http.statusCode) }

    /// The status code and its reason phrase: `404 Not Found`.
    public var statusLine: String { HTTPStatus.line(http.statusCode) }

    /// The bytes of the body; empty if it is a stream.
    public var data: Data {
        switch body {
        case .data(let data): data
        case .stream: Data()
        }
    }

    /// The body in chunks: those of a stream, or one for a body in memory.
    public var chunks: BodyStream {
        switch body {
        case .data(let data): BodyStream(data)
        case .stream(let stream): stream
        }
    }

    /// The size of the body for logs: `512 bytes`, or `a stream`.
    package var bodySize: String {
        switch body {
        case .data(let data): data.count.counted("byte")
        case .stream: "a stream"
        }
    }
}

/// What a cache says of a response that it had stored.
package struct StoredAnswer: Sendable {
    /// Waits for the response of the refresh that is under way while a stale response is used (RFC 5861 §3); nil if
    /// there is none.
    package var refreshed: (@Sendable () async throws -> APIResponse)?

    package init() {}
}

extension APIResponse: DescriptionOnly {
    /// The status and the size of the body: `200 OK, 512 bytes`.
    public var description: String { "\(statusLine), \(bodySize)" }
}
