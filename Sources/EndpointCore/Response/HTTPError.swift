/// A response whose status the endpoint does not accept.
///
/// It carries the response, the body and the request. Its description is one sentence: what the server says to
/// developers, or else the structure of the body. `GET /v1/books/1 → 404 Not Found: "No such book" (not_found)`.
public struct HTTPError: RetryReporting, ResponseError, Sendable {
    /// Status and headers. The URL is the final one, after redirects.
    public let response: HTTPURLResponse

    /// The body of the response, as it was received.
    public let body: Data

    /// The request, with its secrets redacted. The verbs of a client set it; nil if an endpoint is used without a
    /// client.
    public package(set) var request: URLRequest?

    /// The attempts of a retrying client, and why there was no further one; nil without a retrying client.
    public var retries: RetryReport?

    /// The origin that a decorator has recorded.
    var failureOrigin: FailureOrigin?

    package var redaction: Redaction?

    /// Whether the body is one element of a stream, which the media type of the response doesn't describe.
    private var isElement = false

    /// A failure from its response and body.
    public init(_ response: HTTPURLResponse, body: Data) {
        self.response = response
        self.body = body
    }

    /// A failure that an element of a stream describes.
    init(_ response: HTTPURLResponse, element: Data) {
        self.init(response, body: element)
        isElement = true
    }

    /// Throws unless the status is acceptable: 2xx by default.
    ///
    /// - Throws: ``HTTPError``, or `URLError.badServerResponse` without an HTTP response.
    public static func check(
        _ response: URLResponse?, with body: Data, accepting statuses: Range<Int> = 200..<300
    ) throws {
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        guard statuses.contains(response.statusCode) else { throw HTTPError(response, body: body) }
    }

    /// Throws unless the status is 2xx. If the body decodes to the API's own error type, that error is thrown, with the
    /// response. Pass the decoder that the API needs for its responses.
    ///
    /// - Throws: `Failure`, otherwise what ``check(_:with:accepting:)`` throws.
    public static func check<Failure: APIFailure & Decodable>(
        _ response: URLResponse?, with body: Data, orThrow failure: Failure.Type, decoder: JSONDecoder = JSONDecoder()
    ) throws {
        do {
            try check(response, with: body)
        } catch let error as HTTPError {
            guard var failure = try? decoder.decode(Failure.self, from: body) else { throw error }
            failure.exchange.http = error
            throw failure
        }
    }

    /// Throws an API's own error that has neither the request nor the response.
    @available(*, deprecated, message: "Make it conform to APIFailure, to keep the request and the response.")
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

    /// The value of a response header. The case of its name does not matter.
    public func header(_ name: String) -> String? {
        response.value(forHTTPHeaderField: name)
    }

    /// The problem details in the body (RFC 9457), if there are any.
    public var problem: ProblemDetails? {
        ProblemDetails(body, contentType: header("Content-Type"))
    }

    /// How long the server asks the client to wait (`Retry-After`, RFC 9110 §10.2.3): zero for a date that has passed,
    /// at most 2³¹ seconds. Nil without a valid header.
    ///
    /// A date is compared to the response's own `Date`, so that a wrong device clock does no harm, or to `now`
    /// without one.
    public func retryAfter(from now: Date) -> Duration? { response.retryAfter(from: now) }
}

extension HTTPError {
    /// One sentence for a developer. It shows values only where the server speaks, unless the client has
    /// `Redaction.showingValues`.
    public var description: String { sentence(isRead: false) }

    /// The description. `isRead` says that an error of the API's own reads the body as that of a failure, whatever its
    /// status is.
    func sentence(isRead: Bool) -> String {
        let redaction = redaction ?? .standard
        let summary = RequestSummary.methodAndPath(request, response, redaction)
        let sentence = "\(summary) → \(HTTPStatus.line(status))\(explanation(redaction, isRead))"
        return ([sentence] + [portHint, waitText, retries.map { "\($0)" }].compactMap(\.self)).joined(separator: ". ")
    }

    /// `Retry-After: 7 s`, unless the report of the attempts contains it.
    private var waitText: String? {
        if case .retryAfter = retries?.reason { return nil }
        return response.retryAfter.map { "Retry-After: \($0)" }
    }

    /// A question about the port if `http` was sent to a server that speaks TLS. It answers with 400 and a text about
    /// both.
    private var portHint: String? {
        guard status == 400, response.url?.scheme == "http",
            header("Content-Type").flatMap({ MediaType($0) })?.isJSON != true
        else { return nil }
        let text = String(decoding: body.prefix(1024), as: UTF8.self).lowercased()
        let words = Set(text.split { !$0.isLetter })
        return words.contains("http") && !words.isDisjoint(with: ["https", "ssl", "tls"])
            ? "Is this an https port?" : nil
    }

    /// Whether the status says that the request failed.
    var isFailure: Bool { !(200..<300).contains(status) }

    /// What the server says to developers, or else the structure of the body.
    private func explanation(_ redaction: Redaction, _ isRead: Bool) -> String {
        let contentType = isElement ? nil : header("Content-Type")
        if !redaction.hidesBodies, isFailure || isRead || redaction.showsValues,
            let summary = ErrorSummary(body, contentType: contentType)
        {
            let text = summary.text(by: redaction)
            if !text.isEmpty { return text }
        }
        let excerpt = redaction.excerpt(of: body, contentType: contentType, isFailure: isFailure)
        return excerpt.isEmpty ? "" : ". Body: \(excerpt)"
    }
}

/// Method and URL of a request, without secrets, for the descriptions of requests and errors.
package enum RequestSummary {
    /// `GET /v1/books?page=2`: the method and the path of a request with an absolute URL.
    package static func methodAndPath(_ method: String, _ url: URL, _ redaction: Redaction) -> String {
        "\(method) \(redaction.urlText(target(of: url)))"
    }

    /// `GET /v1/books?page=2`: the method of the request, and the path of the response's URL or else of the request's.
    static func methodAndPath(
        _ request: URLRequest?, _ response: HTTPURLResponse?, _ redaction: Redaction
    ) -> String {
        let url = response?.url ?? request?.url
        let path = url.map { redaction.urlText(target(of: $0)) } ?? ""
        return [request?.httpMethod ?? "", path].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `GET books?page=2`: the method and the URL of the request, which may be relative.
    static func methodAndURL(_ request: URLRequest, _ redaction: Redaction) -> String {
        let url = request.url.map { redaction.urlText($0.relativeString) } ?? ""
        return redaction.line("\(request.httpMethod ?? "GET") \(url)", limit: 4096)
    }

    private static func target(of url: URL) -> String {
        let parts = url.relativeString.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return url.relativeString }
        return "/" + (parts.count > 3 ? parts[3] : "")
    }
}
