/// One request that is sent for a traced call: an attempt, a redirect, or the same request with another credential.
///
/// It has what OpenTelemetry's conventions for HTTP clients require of a span, and contains no secrets.
public struct SendReport: Sendable {
    /// The span of this request, which is sent to the server; nil if the tracer's spans have no such identifiers.
    public package(set) var trace: TraceContext?

    /// The method: `http.request.method`.
    public let method: String

    /// The absolute URL without its secrets: `url.full`. Relative if the client has no base URL, such as a mock.
    public var url: String { target.map { redaction.line(redaction.urlText($0.absoluteString), limit: 4096) } ?? "" }

    /// The server that it is sent to; nil if the client has no base URL.
    public let server: Origin?

    /// The name of the endpoint's type; nil if the client doesn't have it.
    public var endpoint: String? { endpointType.map { "\($0)" } }

    /// How many requests have been sent for the call before this one: `http.request.resend_count`.
    public package(set) var resendCount = 0

    /// The status of the response: `http.response.status_code`. Nil until there is one.
    public package(set) var status: Int?

    /// The status of a response of 400 and above, or the category of the error without a response: `error.type`.
    public package(set) var errorType: String?

    private let target: URL?
    private let redaction: Redaction
    private let endpointType: (any Endpoint.Type)?

    /// A request that is about to be sent. Its texts are made when they are read, because most calls have observers,
    /// but few read them.
    package init(
        method: String, url: URL?, server: Origin?, endpoint: (any Endpoint.Type)? = nil, redaction: Redaction
    ) {
        (self.method, self.server, target, endpointType) = (method, server, url, endpoint)
        self.redaction = redaction
    }

    /// The host, an IPv6 address without its brackets: `server.address`.
    public var serverAddress: String? { server.map { $0.host.trimmingCharacters(in: ["[", "]"]) } }

    /// The port, even if it is the default one: `server.port`.
    public var serverPort: Int? { server?.port }

    /// This report with the result.
    package func ended(with result: Result<HTTPURLResponse, any Error>) -> SendReport {
        var report = self
        switch result {
        case .success(let response):
            report.status = response.statusCode
            report.errorType = response.statusCode >= 400 ? "\(response.statusCode)" : nil
        case .failure(let error): report.errorType = error.category.rawValue
        }
        return report
    }
}

extension SendReport: Hashable {
    public static func == (one: SendReport, other: SendReport) -> Bool { one.values == other.values }

    public func hash(into hasher: inout Hasher) { hasher.combine(values) }

    private var values: [AnyHashable?] {
        [trace, method, url, server, endpoint, resendCount, status, errorType]
    }
}

extension SendReport: CustomStringConvertible {
    /// Method, URL and result in one line: `GET https://api.example.com/books/1 → 200 OK`.
    public var description: String {
        let result = status.map(HTTPStatus.line) ?? errorType
        return "\(method) \(url)" + (result.map { " → \($0)" } ?? "")
    }
}

/// The trace of a call, passed on with its requests.
package protocol CallTrace: AnyObject, Sendable {
    /// The span of the call; nil if the tracer's spans have no such identifiers.
    var context: TraceContext? { get }

    /// A span to send, for a client that makes no span for each request; nil for one that does.
    var contextToPropagate: TraceContext? { get }

    /// The trace of another call that is made on behalf of this one, with or without spans to propagate.
    func another(propagates: Bool) -> any CallTrace

    /// Sends one request as a span, and reports it to the observers of the call.
    func send(
        _ report: SendReport, in context: CallContext,
        by send: (_ headers: HeaderFields) async throws -> APIResponse
    ) async throws -> APIResponse
}
