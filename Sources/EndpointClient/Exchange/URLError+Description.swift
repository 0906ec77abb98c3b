extension URLError {
    /// A response body that is longer than the client accepts.
    static func bodyTooLong(limit: Int) -> URLError {
        URLError(
            .dataLengthExceedsMaximum,
            description: "The body is longer than \(limit.counted("byte")), the client's limit `responseBytes`.")
    }

    /// A connection that ended inside the body of a response: closed or reset by the server, or lost.
    package static func lostInBody(after received: Int64, of length: Int64?) -> URLError {
        let end = Int(clamping: length ?? received).counted("byte")
        let extent = length == nil ? end : "\(received) of \(end)"
        let rest = length == nil ? ", whose end was not announced" : ""
        return URLError(
            .networkConnectionLost, description: "The connection was lost after \(extent) of the body\(rest).")
    }

    /// A connection that broke after a request that must not be sent twice.
    static func brokenAfterSending(_ method: String) -> URLError {
        URLError(
            .networkConnectionLost,
            description: "The connection broke after the \(method) had been sent; the server may have acted on it.")
    }

    /// This error with the URL of the request that failed, without its secrets, unless it already has a URL.
    package func failing(at url: URL, redaction: Redaction) -> URLError {
        if failingURL != nil { return self }
        let info = [NSURLErrorFailingURLErrorKey: redaction.url(url)]
        return URLError(code, info: errorUserInfo.merging(info) { own, _ in own })
    }

    /// This error with the request before its description: `GET /v1/users → Connection refused`.
    package func concerning(_ method: String, _ url: URL, redaction: Redaction) -> URLError {
        let asked = RequestSummary.methodAndPath(method, url, redaction)
        let hint = WrongPort.hint(self, at: failingURL ?? url).map { " \($0)" } ?? ""
        let info = [NSLocalizedDescriptionKey: "\(asked) → \(localizedDescription)\(hint)"]
        return URLError(code, info: errorUserInfo.merging(info) { _, sentence in sentence })
    }
}
