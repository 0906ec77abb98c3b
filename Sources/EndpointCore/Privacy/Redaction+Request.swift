extension Redaction {
    /// The request with every secret replaced: in its URL, its headers and its body.
    public func request(_ request: URLRequest) -> URLRequest {
        var redacted = request
        redacted.url = request.url.map(url)
        redacted.allHTTPHeaderFields = headers(request.allHTTPHeaderFields ?? [:])
        redacted.httpBody = request.httpBody.map {
            body($0, contentType: request.value(forHTTPHeaderField: "Content-Type"))
        }
        return redacted
    }
}
