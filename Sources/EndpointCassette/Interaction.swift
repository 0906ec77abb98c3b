/// One request and its outcome, as a cassette keeps them.
///
/// Mocks, replays, recordings and drift reports all use this value. A HAR file repeats parts of it, such as the query
/// of the URL and the fields of a form; the writer derives them, and the reader ignores them.
public struct Interaction: Hashable, Sendable {
    /// How an interaction ended.
    public enum Outcome: Hashable, Sendable {
        /// The server responded, with any status.
        case response(Response)
        /// There is no response.
        case failure(Failure)
    }

    /// The request.
    public var request: Request

    /// The response or the failure.
    public var outcome: Outcome

    /// When the request was sent.
    public var startedDateTime: Date

    /// How long the phases of the interaction took.
    public var timing: Timing

    /// How the time before the request divides into DNS lookup, connect and TLS, and the connection; nil if none of it
    /// is known.
    ///
    /// The times count from the start of the interaction, like those of ``timing``. A file keeps microseconds, the
    /// version of HTTP, the connection, and the IP address of the server, as the files of browsers do: an address is
    /// not a credential, and the URL contains the host. Set this to nil before saving if the address of an internal
    /// server must not be disclosed.
    public var metrics: ExchangeMetrics? {
        get { indirectMetrics?.value }
        set { indirectMetrics = newValue.map { .indirect($0) } }
    }

    private var indirectMetrics: Indirect<ExchangeMetrics>?

    /// The pieces in which the body of the response arrived, in order, if they were recorded. Their lengths add up to
    /// that of the body.
    public var chunks: [Chunk]

    /// Why the body of the response was interrupted; nil for a complete one, and without a response.
    public var interruption: Failure?

    /// What the clients between the recorder and the server decided during the interaction, such as retries.
    public var steps: [Step]

    /// A name of your own for this interaction.
    public var id: String?

    /// A remark for readers of the file.
    public var note: String?

    /// An interaction. Without a date it is one of 1 January 1970, and without a timing its phases are those of the
    /// metrics.
    public init(
        _ request: Request, _ outcome: Outcome, startedDateTime: Date = Date(timeIntervalSince1970: 0),
        timing: Timing? = nil, metrics: ExchangeMetrics? = nil, chunks: [Chunk] = [],
        interruption: Failure? = nil, steps: [Step] = [], id: String? = nil, note: String? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.startedDateTime = startedDateTime
        self.timing = timing ?? metrics.map(Timing.init) ?? Timing()
        indirectMetrics = metrics.map { .indirect($0) }
        self.chunks = chunks
        self.interruption = interruption
        self.steps = steps
        self.id = id
        self.note = note
    }
}

extension Interaction {
    /// The response, if there is one.
    public var response: Response? {
        guard case .response(let response) = outcome else { return nil }
        return response
    }

    /// The failure, if there is no response.
    public var failure: Failure? {
        guard case .failure(let failure) = outcome else { return nil }
        return failure
    }
}

extension Interaction: CustomStringConvertible {
    /// `GET https://api.example.com/v1/me → 204`
    public var description: String {
        switch outcome {
        case .response(let response): "\(request) → \(response.status)"
        case .failure(let failure): "\(request) → \(failure)"
        }
    }
}

extension Interaction {
    /// A request as it was sent.
    public struct Request: Hashable, Sendable {
        /// The method, which is case-sensitive.
        public var method: String

        /// The absolute URL, as text.
        public var url: String

        /// The header fields, in order.
        public var headers: HeaderFields

        /// The body; nil if the request has none, or an empty one.
        public var body: Body?

        /// A request.
        public init(_ method: String, _ url: String, headers: HeaderFields = [:], body: Body? = nil) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body?.data.isEmpty == true ? nil : body
        }

        /// Converts a `URLRequest`. If its body is a stream, pass the bytes as `body`.
        public init(_ request: URLRequest, body: Data? = nil) {
            let headers = HeaderFields(request)
            let type = headers["Content-Type"] ?? ""
            self.init(
                request.httpMethod ?? "GET", request.url?.absoluteString ?? "", headers: headers,
                body: (body ?? request.httpBody).map { Body($0, contentType: type) })
        }
    }
}

extension Interaction.Request: CustomStringConvertible {
    /// `GET https://api.example.com/v1/me`, with its secrets redacted.
    public var description: String { "\(method) \(Redaction.standard.urlText(url))" }
}

extension Interaction {
    /// A response as it was received.
    public struct Response: Hashable, Sendable {
        /// The status code.
        public var status: Int

        /// The reason phrase, often empty.
        public var reason: String

        /// The header fields, in order.
        public var headers: HeaderFields

        /// The body, with its content encoding already decoded.
        public var body: Data

        /// The URL that answered, where redirects have led to another one than that of the request; else nil.
        public var url: String?

        /// A response.
        public init(
            _ status: Int, reason: String = "", headers: HeaderFields = [:], body: Data = Data(), url: String? = nil
        ) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
            self.url = url
        }
    }
}

extension Interaction.Response {
    /// The media type of the body with its parameters, or an empty string.
    public var contentType: String { headers["Content-Type"] ?? "" }

    /// Takes over the response to a request, with its URL if redirects have led there.
    package init(_ response: HTTPURLResponse, headers: HeaderFields?, body: Data, to request: Interaction.Request) {
        self.init(response, headers: headers, body: body)
        let last = response.url?.absoluteString ?? request.url
        if CanonicalURL(last) != CanonicalURL(request.url) { url = last }
    }

    /// Takes over an `HTTPURLResponse`, and its header fields where there are none as they were received.
    public init(_ response: HTTPURLResponse, headers: HeaderFields? = nil, body: Data) {
        self.init(
            response.statusCode, reason: HTTPStatus.reason(response.statusCode),
            headers: headers ?? HeaderFields(response), body: body)
    }

    /// The response for Foundation, with repeated fields joined into one (RFC 9110 §5.3). Nil if the URL cannot be
    /// parsed.
    public func httpURLResponse(url: String) -> HTTPURLResponse? {
        URL(string: url).flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers.dictionary)
        }
    }
}

extension Interaction {
    /// The body of a request and its media type.
    public struct Body: Hashable, Sendable {
        /// The bytes.
        public var data: Data

        /// The media type with its parameters, or an empty string.
        public var contentType: String

        /// A body.
        public init(_ data: Data, contentType: String) {
            self.data = data
            self.contentType = contentType
        }
    }
}

extension Interaction {
    /// The reason why there is no response.
    public struct Failure: Hashable, Sendable {
        /// The code of the error that `URLSession` threw.
        public var code: URLError.Code

        /// The message in the file, such as `net::ERR_TIMED_OUT`. It may be empty.
        public var message: String

        /// A failure.
        public init(_ code: URLError.Code, message: String = "") {
            self.code = code
            self.message = message
        }
    }
}

extension Interaction.Failure: CustomStringConvertible {
    /// `URLError -1001 (timed out)`
    public var description: String {
        "URLError \(code.rawValue)" + (message.isEmpty ? "" : " (\(message))")
    }
}

extension URLError.Code {
    /// The code with that number. Foundation's own initializer is failable on Linux only.
    init(number: Int) {
        let code: URLError.Code? = URLError.Code(rawValue: number)
        self = code ?? .unknown
    }
}

extension Interaction {
    /// How long the phases of an interaction took, each zero or more. A file keeps whole milliseconds, or microseconds
    /// if the interaction has metrics.
    public struct Timing: Hashable, Sendable {
        /// From the call to the first byte sent: waiting for a connection, DNS lookup, connecting, TLS.
        public var blocked: Duration

        /// Sending the request.
        public var send: Duration

        /// From the last byte sent to the first received.
        public var wait: Duration

        /// Receiving the response.
        public var receive: Duration

        /// The durations of the phases.
        public init(
            blocked: Duration = .zero, send: Duration = .zero, wait: Duration = .zero, receive: Duration = .zero
        ) {
            self.blocked = blocked
            self.send = send
            self.wait = wait
            self.receive = receive
        }

        /// From the call to the first byte received.
        var untilResponse: Duration { blocked + send + wait }

        /// The phases of an exchange. A phase that the metrics do not separate from the next one counts towards that
        /// one: without the time at which the request had been sent, sending is part of `wait`.
        public init(_ metrics: ExchangeMetrics) {
            let connecting = [metrics.nameLookup, metrics.connect, metrics.tls].compactMap { $0 }.reduce(.zero, +)
            let start = max(.zero, metrics.requestStart ?? connecting)
            let sent = metrics.requestStart == nil ? start : max(start, metrics.requestSent ?? start)
            let end = max(sent, metrics.total ?? metrics.firstByte ?? sent)
            let first = min(end, max(sent, metrics.firstByte ?? end))
            self.init(blocked: start, send: sent - start, wait: first - sent, receive: end - first)
        }

        /// From the call to the last byte received.
        public var total: Duration { blocked + send + wait + receive }
    }
}

extension Interaction {
    /// Where each piece ends in a body of that length; nil unless their lengths add up to it.
    package func chunkEnds(in length: Int) -> [Int]? { Chunk.ends(of: chunks, in: length) }

    /// A piece of a response body, as it arrived.
    public struct Chunk: Hashable, Sendable {
        /// Its length in bytes.
        public var length: Int

        /// The time from the first byte of the response to the arrival of this piece. A file keeps whole milliseconds.
        public var time: Duration

        /// A piece of a body.
        public init(length: Int, time: Duration) {
            self.length = length
            self.time = time
        }

        /// Where each piece ends in a body of that length; nil unless their lengths add up to it.
        static func ends(of chunks: [Chunk], in length: Int) -> [Int]? {
            var rest = length
            var ends: [Int] = []
            for chunk in chunks {
                guard 0...rest ~= chunk.length else { return nil }
                rest -= chunk.length
                ends.append(length - rest)
            }
            return rest == 0 ? ends : nil
        }
    }
}
