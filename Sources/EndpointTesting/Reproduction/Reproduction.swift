/// A failed call as a shell command that repeats the request, and as a test that reproduces the failure.
///
/// Secrets are replaced by `{{secret}}` in both. So are values by placeholders of their types, such as `{{string}}` and
/// `0`, unless the client has `Redaction.showingValues`, as a mock does; a comment in the test says so.
public struct Reproduction: Hashable, Sendable {
    /// A command for a POSIX shell: `curl https://api.example.com/v1/books/1`.
    public let curl: String

    /// The source of a Swift Testing test with a ``MockClient`` that replies like the server.
    public let test: String

    init(_ request: URLRequest, test: ReproductionTest) {
        curl = "\(CURLCommand(request, redaction: test.redaction))"
        self.test = test.source
    }
}

extension Reproduction: CustomStringConvertible {
    /// The test, with the shell command as a comment above it.
    public var description: String {
        "// " + curl.replacingOccurrences(of: "\n", with: "\n// ") + "\n" + test
    }
}

extension HTTPError {
    /// This failure as a shell command and as a test.
    ///
    /// ```swift
    /// print(failure.reproduction(of: BookEndpoint(id: "1")))
    /// ```
    ///
    /// The endpoint is written as the initializer of its properties: a struct of texts, numbers, dates, URLs,
    /// collections, optionals, enums and other such structs. Without an endpoint, or for one of another kind, the test
    /// declares one that makes the same request.
    public func reproduction(of endpoint: (any Endpoint)? = nil) -> Reproduction {
        let redaction = redaction ?? .standard
        let request = FailedRequest(request, response, redaction)
        let reply = StubReplySource(status, response, body, redaction)
        return Reproduction(
            request.absolute,
            test: ReproductionTest(
                request: request.relative, endpoint: endpoint, reply: reply.text, outcome: "answers \(status)",
                error: "HTTPError", expectation: "error.status == \(status)", redaction: redaction))
    }
}

extension ContentError {
    /// This failure as a shell command and as a test.
    ///
    /// Without an endpoint, or for one that cannot be written in Swift, the test declares a `VoidEndpoint`, which reads
    /// no content and so does not fail. Replace it with the endpoint that could not decode the response.
    public func reproduction(of endpoint: (any Endpoint)? = nil) -> Reproduction {
        let redaction = redaction ?? .standard
        let request = FailedRequest(request, response, redaction)
        let reply = StubReplySource(response?.statusCode ?? 200, response, body, redaction)
        let problem = SwiftLiteral.string(redaction.line(problem(by: redaction)))
        return Reproduction(
            request.absolute,
            test: ReproductionTest(
                request: request.relative, endpoint: endpoint, reply: reply.text, outcome: "cannot be read",
                error: "ContentError", expectation: "error.problem == \(problem)",
                redaction: redaction))
    }
}

extension URLError {
    /// This failure of an endpoint's call as a shell command and as a test.
    ///
    /// - Throws: the error of the endpoint when it cannot make its request.
    public func reproduction(
        of endpoint: any Endpoint, redaction: Redaction = .standard
    ) throws -> Reproduction {
        let request = try endpoint.makeRequest()
        return Reproduction(
            request,
            test: ReproductionTest(
                request: redaction.request(request), endpoint: endpoint,
                reply: ".fail(.error(number: \(code.rawValue)))", outcome: "fails with \(code.rawValue)",
                error: "URLError", expectation: "error.code.rawValue == \(code.rawValue)",
                redaction: redaction))
    }
}

/// The request of a failure, without secrets.
struct FailedRequest {
    /// The request as the endpoint made it.
    let relative: URLRequest

    /// The request with the URL of the response, if the endpoint's URL was relative.
    let absolute: URLRequest

    init(_ request: URLRequest?, _ response: HTTPURLResponse?, _ redaction: Redaction) {
        let answered = redaction.url(response?.url ?? URL(string: "about:blank")!)
        relative = request ?? URLRequest(url: answered)
        var absolute = relative
        if relative.url?.scheme == nil, answered.scheme != nil { absolute.url = answered }
        self.absolute = absolute
    }
}
