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
