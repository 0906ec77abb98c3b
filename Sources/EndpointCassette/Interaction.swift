/// One exchange as a cassette keeps it: what was asked, what came of it, and when.
///
/// It is the one value that a mock, a replay, a recording and a drift report share. All that a HAR file says twice or five times,
/// such as the URL, its query and the form in a body, is derived from it.
public struct Interaction: Hashable, Sendable {
    /// How an exchange ended.
    public enum Outcome: Hashable, Sendable {
        /// The server answered, with success or not.
        case response(Response)
        /// No answer came.
        case failure(Failure)
    }

    /// What was asked.
    public var request: Request

    /// What came of it.
    public var outcome: Outcome

    /// When the request was started.
    public var startedDateTime: Date

    /// How long the parts of the exchange took.
    public var timing: Timing

    /// The pieces in which the body arrived, in order, if that was recorded. Their lengths add up to that of the body.
    public var chunks: [Chunk]

    /// A name of your own for this exchange.
    public var id: String?

    /// A remark for whoever reads the file.
    public var note: String?

    /// An exchange. Without a date it lies at the beginning of 1970.
    public init(
        _ request: Request, _ outcome: Outcome, startedDateTime: Date = Date(timeIntervalSince1970: 0),
        timing: Timing = Timing(), chunks: [Chunk] = [], id: String? = nil, note: String? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.startedDateTime = startedDateTime
        self.timing = timing
        self.chunks = chunks
        self.id = id
        self.note = note
    }
}

extension Interaction {
    /// The answer, if one came.
    public var response: Response? {
        guard case .response(let response) = outcome else { return nil }
        return response
    }

    /// The failure, if no answer came.
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

        /// The header fields in their order.
        public var headers: [HeaderField]

        /// The body, if there is one. An empty body is none.
        public var body: Body?

        /// A request.
        public init(_ method: String, _ url: String, headers: [HeaderField] = [], body: Body? = nil) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body?.data.isEmpty == true ? nil : body
        }

        /// A request of Foundation's. A body that it carries as a stream must be given as data.
        public init(_ request: URLRequest, body: Data? = nil) {
            let headers = [HeaderField](request.allHTTPHeaderFields ?? [:])
            let type = headers.value(of: "Content-Type") ?? ""
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
    /// An answer as it was received.
    public struct Response: Hashable, Sendable {
        /// The status code.
        public var status: Int

        /// The reason phrase, often empty.
        public var reason: String

        /// The header fields in their order, a repeated `Set-Cookie` as several.
        public var headers: [HeaderField]

        /// The body, with its content encoding already undone.
        public var body: Data

        /// An answer.
        public init(_ status: Int, reason: String = "", headers: [HeaderField] = [], body: Data = Data()) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
        }
    }
}

extension Interaction.Response {
    /// The media type of the body with its parameters, or nothing.
    public var contentType: String { headers.value(of: "Content-Type") ?? "" }

    /// An answer of Foundation's, which folds repeated fields into one: `Set-Cookie` is taken apart again.
    public init(_ response: HTTPURLResponse, body: Data) {
        self.init(
            response.statusCode, reason: HTTPStatus.reason(response.statusCode),
            headers: [HeaderField](response.fields).flatMap(SetCookie.unfolded), body: body)
    }

    /// The answer as Foundation has it, with repeated fields folded into one (RFC 9110 §5.3). Nil if the URL is none.
    public func httpURLResponse(url: String) -> HTTPURLResponse? {
        let fields = headers.reduce(into: [String: String]()) { fields, field in
            let name = fields.keys.first(where: field.isNamed) ?? field.name
            fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return URL(string: url).flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        }
    }
}

extension Interaction {
    /// The body of a request, and what it says it is.
    public struct Body: Hashable, Sendable {
        /// The bytes.
        public var data: Data

        /// The media type with its parameters, or nothing.
        public var contentType: String

        /// A body.
        public init(_ data: Data, contentType: String) {
            self.data = data
            self.contentType = contentType
        }
    }
}

extension Interaction {
    /// An exchange without an answer.
    public struct Failure: Hashable, Sendable {
        /// What `URLSession` threw.
        public var code: URLError.Code

        /// What the recorder of the file said about it.
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
    /// The code of that number. Foundation's own initializer is failable on Linux, and only there.
    init(number: Int) {
        let code: URLError.Code? = URLError.Code(rawValue: number)
        self = code ?? .unknown
    }
}

extension Interaction {
    /// How long the parts of an exchange took, each zero or more. A file keeps whole milliseconds.
    public struct Timing: Hashable, Sendable {
        /// From the call to the first byte sent: waiting in line, name lookup, connecting, TLS.
        public var blocked: Duration

        /// Sending the request.
        public var send: Duration

        /// From the last byte sent to the first received.
        public var wait: Duration

        /// Receiving the answer.
        public var receive: Duration

        /// The parts of an exchange.
        public init(
            blocked: Duration = .zero, send: Duration = .zero, wait: Duration = .zero, receive: Duration = .zero
        ) {
            self.blocked = blocked
            self.send = send
            self.wait = wait
            self.receive = receive
        }

        /// From the call to the last byte received.
        public var total: Duration { blocked + send + wait + receive }
    }
}

extension Interaction {
    /// A piece of a body, as it arrived.
    public struct Chunk: Hashable, Sendable {
        /// How many bytes.
        public var length: Int

        /// When it arrived, from the first byte of the answer. A file keeps whole milliseconds.
        public var time: Duration

        /// A piece of a body.
        public init(length: Int, time: Duration) {
            self.length = length
            self.time = time
        }
    }
}
