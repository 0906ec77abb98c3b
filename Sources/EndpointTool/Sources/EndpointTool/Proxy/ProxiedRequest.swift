@_spi(EndpointTool) import EndpointTesting

/// A request to a proxy as the API gets it.
struct ProxiedRequest: Sendable {
    let urlRequest: URLRequest

    /// The length of the body in bytes; nil if it is unknown.
    let length: Int64?

    let hasBody: Bool

    /// The request at the API, without its body; nil if its target is not a path.
    init?(_ request: RecordedRequest, headers: ProxiedHeaders) {
        let query = request.query.map { "?\($0)" } ?? ""
        guard request.path.hasPrefix("/"), let url = URL(string: headers.upstream + request.path + query) else {
            return nil
        }
        length = request.header("Content-Length").flatMap(Int64.init)
        hasBody = request.isChunked || length.map { $0 > 0 } ?? false
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        for field in headers.request(request.headers) {
            let values = request.headers.values(of: field.name)
            let isRepeated = values.count > 1
            let separator = field.name.lowercased() == "cookie" ? "; " : ", "
            urlRequest.setValue(
                isRepeated ? values.joined(separator: separator) : field.value, forHTTPHeaderField: field.name)
        }
        // A POST without a body has the length 0 (RFC 9110 §8.6).
        if length == 0 { urlRequest.httpBody = Data() }
        self.urlRequest = urlRequest
    }
}

/// An endpoint for requests that are already made.
struct ProxiedEndpoint: Endpoint {
    let urlRequest: URLRequest

    func makeRequest() -> URLRequest { urlRequest }

    func content(from response: URLResponse?, with body: Data) {}
}
