/// A request that cannot be built or cannot be sent safely. Nothing has been sent.
public struct RequestError: RedactedError, Hashable, Sendable {
    /// What is wrong with the request.
    ///
    /// Later versions add cases, so write an `@unknown default:` when you switch.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable {
        /// A value of a ``URLPath`` is empty, `.` or `..`, so the request would go to another path.
        case pathValue(String, template: String)
        /// The text is not a usable URL.
        case url(String)
        /// A base URL without a scheme: `api.example.com/v1`.
        case missingScheme(String)
        /// A relative URL for a client without a base URL.
        case relative(String)
        /// The relative URL leads above the base URL.
        case escapesBase(String, base: String)
        /// Unencrypted `http` to another machine.
        case insecure(String)
        /// A scheme other than `http` and `https`.
        case scheme(String)
        /// An invalid host, or one that this platform cannot connect to safely, such as an IPv6 literal on Linux.
        case host(String)
        /// Not a valid method (RFC 9110 §9.1).
        case method(String)
        /// Not a valid header name (RFC 9110 §5.1).
        case headerName(String)
        /// A header value that contains a control character, or that begins or ends with a blank (RFC 9110 §5.5). The
        /// value is not stored, because it may be a secret.
        case headerValue(name: String)
        /// A header that only the client may set, because it determines where the message ends or where it is sent.
        case reservedHeader(String)
        /// A header that is given twice, in any case of its letters.
        case repeatedHeader(String)
        /// A body with a method that does not allow one.
        case bodyNotAllowed(method: String)
        /// The body cannot be encoded or read.
        case body(String)
        /// A limit that the client cannot obey.
        case timeout(String)
        /// The call has a signature that the client would not send.
        case unsigned(client: String)
        /// A redirect that must not be followed.
        case redirect(String, to: String)
    }

    /// What is wrong.
    public let reason: Reason

    package var redaction: Redaction?

    /// The request that was redirected.
    package var request: URLRequest?

    /// An error for a reason.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}

extension RequestError {
    /// This error with the request whose redirect was not followed. An error for another reason is not changed.
    package func redirecting(_ method: String, _ url: URL) -> RequestError {
        guard case .redirect = reason else { return self }
        var error = self
        error.request = URLRequest(url: url)
        error.request?.httpMethod = method
        return error
    }
}

extension RequestError {
    /// Errors with the same reason are equal, whatever their redaction.
    public static func == (first: RequestError, second: RequestError) -> Bool { first.reason == second.reason }

    public func hash(into hasher: inout Hasher) { hasher.combine(reason) }
}

extension RequestError {
    /// One sentence for a person. It names the invalid value, but never a secret.
    public var description: String {
        switch reason {
        case .pathValue(let value, let template):
            "The path \(quoted(template)) cannot contain the value \(quoted(value)): it would become another path."
        case .url(let text):
            "\(quoted(url: text)) is not a usable URL."
        case .missingScheme(let text):
            "\(quoted(url: text)) has no scheme: add \(Self.missingPrefix(of: text)) before it."
        case .relative(let text):
            "\(quoted(url: text)) is relative, and the client has no base URL: give it one, or use an absolute URL."
        case .escapesBase(let request, let base):
            "The relative URL \(quoted(url: request)) would leave the base URL \(quoted(url: base))."
        case .insecure(let url):
            "\(quoted(url: url)) is unencrypted http to another machine. "
                + "Use https, or set allowsInsecureConnections to true in the APIEnvironment."
        case .scheme(let scheme):
            "The scheme \(quoted(scheme)) is neither http nor https."
        case .host(let host):
            "The host \(quoted(host)) cannot be used."
        case .method(let method):
            "\(quoted(method)) is not a request method."
        case .headerName(let name):
            "\(quoted(name)) is not a header name."
        case .headerValue(let name):
            "The value of the header \(quoted(name)) contains a control character, or begins or ends with a blank."
        case .reservedHeader(let name):
            "The header \(quoted(name)) is set by the client only."
        case .repeatedHeader(let name):
            "The header \(quoted(name)) is given twice."
        case .bodyNotAllowed(let method):
            "A \(method) request cannot have a body."
        case .body(let problem):
            "The body cannot be sent: \((redaction ?? .standard).text(problem))"
        case .timeout(let problem):
            "The request was not sent: \(problem)"
        case .unsigned(let client):
            """
            The request was not sent: \(client) does not sign requests. It has to send `ResolvedRequest.signed(in:on:)`, \
            and to declare `ClientTraits.signsRequests`.
            """
        case .redirect(let problem, let target):
            "\(asked)The redirect to \(quoted(url: target)) was not followed: \(problem)"
        }
    }

    /// `GET /v1/users → `, if the request is known.
    private var asked: String {
        guard let request, let url = request.url else { return "" }
        return RequestSummary.methodAndPath(request.httpMethod ?? "GET", url, redaction ?? .standard) + " → "
    }

    /// What is missing before a base URL. A server on this machine usually has no certificate.
    private static func missingPrefix(of text: String) -> String {
        if text.hasPrefix("//") { return "https:" }
        let isLocal = (try? Origin(URLReference("http://" + text)))?.isLoopback == true
        return isLocal ? "http://" : "https://"
    }

    private func quoted(_ text: String) -> String {
        "\"" + (redaction ?? .standard).line(text, limit: 80) + "\""
    }

    private func quoted(url: String) -> String {
        quoted((redaction ?? .standard).urlText(url))
    }
}
