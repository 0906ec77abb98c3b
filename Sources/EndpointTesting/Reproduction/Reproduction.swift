/// A failure as something to run: a line for a shell that asks again, and a test that fails in the same way.
///
/// Neither holds a secret: where one was, both have `{{secret}}`.
public struct Reproduction: Hashable, Sendable {
    /// A line for a POSIX shell: `curl https://api.example.com/v1/books/1`.
    public let curl: String

    /// A test of Swift Testing with a ``MockClient`` that answers as the server did.
    public let test: String

    init(_ request: URLRequest, test: ReproductionTest) {
        curl = "\(CURLCommand(request))"
        self.test = test.source
    }
}

extension Reproduction: CustomStringConvertible {
    /// Both, one below the other: the line is a comment above the test.
    public var description: String {
        "// " + curl.replacingOccurrences(of: "\n", with: "\n// ") + "\n" + test
    }
}

extension HTTPError {
    /// This failure as a line for a shell and as a test.
    ///
    /// ```swift
    /// print(failure.reproduction(of: BookEndpoint(id: "1")))
    /// ```
    ///
    /// Without the endpoint the test asks with one that it brings along.
    public func reproduction(of endpoint: (any Endpoint)? = nil) -> Reproduction {
        let request = AskedRequest(request, response)
        let reply = ReplySource(status, response, body)
        return Reproduction(
            request.absolute,
            test: ReproductionTest(
                request: request.relative, endpoint: endpoint, reply: reply.text, what: "answers \(status)",
                error: "HTTPError", claim: "error.status == \(status)"))
    }
}

extension ContentError {
    /// This failure as a line for a shell and as a test.
    ///
    /// Without the endpoint the test needs one more line of yours: which endpoint it was that could not read the answer.
    public func reproduction(of endpoint: (any Endpoint)? = nil) -> Reproduction {
        let request = AskedRequest(request, response)
        let reply = ReplySource(response?.statusCode ?? 200, response, body)
        let problem = SwiftSource.string(Redaction.standard.line(problem))
        return Reproduction(
            request.absolute,
            test: ReproductionTest(
                request: request.relative, endpoint: endpoint, reply: reply.text, what: "cannot be read",
                error: "ContentError", claim: "error.problem == \(problem)"))
    }
}

extension URLError {
    /// This failure, of that endpoint, as a line for a shell and as a test.
    ///
    /// - Throws: what the endpoint throws when it cannot make its request.
    public func reproduction(of endpoint: any Endpoint) throws -> Reproduction {
        let made = try endpoint.makeRequest()
        let request = Redaction.standard.request(made)
        return Reproduction(
            made,
            test: ReproductionTest(
                request: request, endpoint: endpoint, reply: ".fail(.error(number: \(code.rawValue)))",
                what: "fails with \(code.rawValue)", error: "URLError", claim: "error.code.rawValue == \(code.rawValue)"
            ))
    }
}

/// What was asked, as far as a failure knows.
struct AskedRequest {
    /// As the endpoint made it.
    let relative: URLRequest

    /// With the URL that answered, if the endpoint's was relative.
    let absolute: URLRequest

    init(_ request: URLRequest?, _ response: HTTPURLResponse?) {
        let answered = Redaction.standard.url(response?.url ?? URL(string: "about:blank")!)
        relative = request ?? URLRequest(url: answered)
        var absolute = relative
        if relative.url?.scheme == nil, answered.scheme != nil { absolute.url = answered }
        self.absolute = absolute
    }
}
