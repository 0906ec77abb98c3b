/// What every request is held to before it is sent. Pure: the same request always gives the same answer.
struct RequestResolver: Sendable {
    let base: BaseURL
    private let ownHeaders: Result<HeaderFields, any Error>
    private let otherHeaders = HeaderFields(Platform.defaultHeaders)
    private let allowsInsecureConnections: Bool

    init(_ environment: some APIEnvironment) {
        base = BaseURL(environment.baseURL)
        ownHeaders = Result { [otherHeaders] in try otherHeaders.setting(environment.headers) }
        allowsInsecureConnections = environment.allowsInsecureConnections
    }

    /// The request as it is sent.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    func apply(to request: APIRequest) throws -> OutgoingRequest {
        guard let relative = request.urlRequest.url else { throw RequestError(.url("")) }
        let url = try base.resolve(relative, allowsInsecureConnections: allowsInsecureConnections)
        let method = try HeaderRules.normalised(method: request.urlRequest.httpMethod ?? "GET")
        guard let origin = Origin(url) else { throw RequestError(.host(url.absoluteString)) }
        try Platform.check(host: origin.host)
        let body = try body(of: request)
        if body != nil, method == "GET" || method == "HEAD" { throw RequestError(.bodyNotAllowed(method: method)) }
        return OutgoingRequest(
            url: url, origin: origin, method: method,
            headers: try headers(of: request.urlRequest, ownOrigin: origin == base.origin), body: body,
            progress: request.progress)
    }

    private func headers(of request: URLRequest, ownOrigin: Bool) throws -> [String: String] {
        let defaults = ownOrigin ? try ownHeaders.get() : otherHeaders
        return try defaults.setting(request.allHTTPHeaderFields ?? [:]).values
    }

    private func body(of request: APIRequest) throws -> OutgoingBody? {
        guard request.urlRequest.httpBodyStream == nil else {
            throw RequestError(.body("a stream in the URLRequest can be read only once; use an UploadEndpoint."))
        }
        switch (request.body, request.urlRequest.httpBody) {
        case (nil, nil): return nil
        case (let body?, nil): return try OutgoingBody(body)
        case (nil, let data?): return OutgoingBody(data)
        case (_?, _?): throw RequestError(.body("there are two: one in the URLRequest and one beside it."))
        }
    }
}
