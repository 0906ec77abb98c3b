/// A status that the endpoint does not accept, with all that the server said.
///
/// It keeps what a caller needs to decide and a developer needs to see, and says it in one sentence that holds no secret:
/// `GET /v1/books/1 → 404 Not Found: "No such book" (not_found)`.
public struct HTTPError: Error, RetryReporting, Sendable {
    /// Status and headers. The URL is the one that answered, after redirects.
    public let response: HTTPURLResponse

    /// The body as it came.
    public let body: Data

    /// What was asked, with its secrets redacted. The verbs fill it in; nil where an endpoint is used without a client.
    public internal(set) var request: URLRequest?

    /// What a retrying client tried, and why it stopped; nil without one.
    public var retries: RetryReport?

    /// What a client in between has noted about it.
    package var failureOrigin: FailureOrigin?

    /// A failure from what the server said.
    public init(_ response: HTTPURLResponse, body: Data) {
        self.response = response
        self.body = body
    }

    /// Throws unless the status is acceptable: 2xx by default.
    ///
    /// - Throws: ``HTTPError``, or `URLError.badServerResponse` where there is no HTTP response at all.
    public static func check(
        _ response: URLResponse?, with body: Data, accepting statuses: Range<Int> = 200..<300
    ) throws {
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard statuses.contains(response.statusCode) else { throw HTTPError(response, body: body) }
    }

    /// Throws unless the status is acceptable: the API's own error, when the body is one as the decoder reads it. An API that has
    /// a decoder of its own for its answers needs it for its errors, too.
    ///
    /// - Throws: `Failure`, otherwise what ``check(_:with:accepting:)`` throws.
    public static func check<Failure: Error & Decodable>(
        _ response: URLResponse?, with body: Data, orThrow failure: Failure.Type, decoder: JSONDecoder = JSONDecoder()
    ) throws {
        do {
            try check(response, with: body)
        } catch let error as HTTPError {
            throw (try? decoder.decode(Failure.self, from: body)) ?? error
        }
    }
}

extension HTTPError {
    /// The status code (RFC 9110 §15).
    public var status: Int { response.statusCode }

    /// The value of a response header, whatever the case of its name.
    public func header(_ name: String) -> String? {
        response.value(forHTTPHeaderField: name)
    }

    /// The problem details of the body (RFC 9457), if that is what it holds.
    public var problem: ProblemDetails? {
        ProblemDetails(body, contentType: header("Content-Type"))
    }

    /// When the server wants to be asked again (RFC 9110 §10.2.3).
    public var retryAfter: RetryAfter? {
        header("Retry-After").flatMap { RetryAfter($0) }
    }
}

extension HTTPError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError, CustomReflectable {
    /// One sentence for a person, without secrets.
    public var description: String {
        let sentence = "\(RequestSummary.opening(request, response)) → \(HTTPStatus.line(status))\(explanation)"
        return retries.map { "\(sentence). \($0)" } ?? sentence
    }

    public var debugDescription: String { description }

    public var errorDescription: String? { description }

    /// The sentence alone, so that no dump of an error shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    private var explanation: String {
        if let summary = ErrorSummary(body, contentType: header("Content-Type")) {
            let message = summary.message.map { ": \"\(Redaction.standard.line($0))\"" } ?? ""
            let code = summary.code.map { " (\(Redaction.standard.line($0)))" } ?? ""
            return message + code
        }
        let excerpt = Redaction.standard.excerpt(of: body, contentType: header("Content-Type"), limit: 200)
        return excerpt.isEmpty ? "" : ". Body: \(excerpt)"
    }
}

/// Who asked what, for the sentences of errors.
enum RequestSummary {
    /// `GET /v1/books?page=2`: the method that was asked with, the URL that answered, no secret.
    static func opening(_ request: URLRequest?, _ response: HTTPURLResponse?) -> String {
        let url = response?.url ?? request?.url
        let asked = url.map { Redaction.standard.urlText(target(of: $0)) } ?? ""
        return [request?.httpMethod ?? "", asked].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `GET books?page=2`: the method and the URL as they are asked for, no secret.
    static func asking(_ request: URLRequest) -> String {
        let url = request.url.map { Redaction.standard.urlText($0.relativeString) } ?? ""
        return Redaction.standard.line("\(request.httpMethod ?? "GET") \(url)", limit: 4096)
    }

    private static func target(of url: URL) -> String {
        let parts = url.relativeString.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return url.relativeString }
        return "/" + (parts.count > 3 ? parts[3] : "")
    }
}
