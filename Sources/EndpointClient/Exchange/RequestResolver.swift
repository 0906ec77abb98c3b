/// Turns a request into the one that is sent: it resolves the URL, checks all parts and adds the default headers.
///
/// Every client of this library uses it first, and so should a client of your own: relative URLs stay below the base
/// URL, and a header, method or URL that could be read as another request is rejected. Pure, except that it reads the
/// length of files.
public struct RequestResolver: Sendable {
    let base: BaseURL
    private let baseHeaders: Result<HeaderFields, any Error>
    private let foreignHeaders: HeaderFields = ["User-Agent": "Endpoint", "Accept": "*/*"]
    private let allowsInsecureConnections: Bool

    /// Foundation's default of `timeoutInterval`.
    private static let defaultInterval = 60.0

    /// A resolver for an API in one of its environments. Its headers go to its own origin, unless a request has its own
    /// value.
    public init(_ environment: some APIEnvironment) {
        base = BaseURL(environment.baseURL)
        baseHeaders = Result { [foreignHeaders] in try foreignHeaders.setting(environment.headers) }
        allowsInsecureConnections = environment.allowsInsecureConnections
    }

    /// A resolver for requests below a URL, without headers of its own.
    public init(baseURL: URL) {
        self.init(BaseEnvironment(baseURL: baseURL, headers: [:]))
    }

    /// A resolver for absolute URLs, without a base URL.
    public init() {
        base = BaseURL(nil)
        baseHeaders = .success(foreignHeaders)
        allowsInsecureConnections = false
    }

    /// The headers of the environment and those of every client.
    var defaultHeaders: HeaderFields { (try? baseHeaders.get()) ?? [:] }

    /// The request as it is sent.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    public func resolve(_ request: APIRequest) throws -> ResolvedRequest {
        guard let relative = request.urlRequest.url else { throw RequestError(.url("")) }
        let url = try base.resolve(relative, allowsInsecureConnections: allowsInsecureConnections)
        let method = try HeaderRules.normalised(method: request.urlRequest.httpMethod ?? "GET")
        guard let origin = Origin(url) else { throw RequestError(.host(url.absoluteString)) }
        let body = try body(of: request)
        if body != nil, method == "GET" || method == "HEAD" { throw RequestError(.bodyNotAllowed(method: method)) }
        return ResolvedRequest(
            url: url, origin: origin, method: method,
            headers: try headers(of: request, isBaseOrigin: origin == base.origin),
            endpoint: type(of: request.endpoint), wantsStream: request.wantsStream, isDownload: request.isDownload,
            followsRedirects: request.followsRedirects, body: body, progress: request.progress,
            isRepeatable: request.endpoint.isRepeatable,
            timeoutInterval: try timeoutInterval(of: request.urlRequest),
            connectLimit: request.context.timeouts?.limit(\.connect), onBody: request.context.report)
    }

    /// The `timeoutInterval` in place of the client's limit `idle`; nil for Foundation's default of 60 s.
    private func timeoutInterval(of request: URLRequest) throws -> Duration? {
        let interval = request.timeoutInterval
        if interval == Self.defaultInterval { return nil }
        guard interval > 0 else {
            throw RequestError(.timeout("its timeoutInterval is \(interval) s, which is not above zero."))
        }
        return interval < Duration.longest.inSeconds ? .seconds(interval) : .longest
    }

    /// The request that a response redirects to; nil if the response is final.
    ///
    /// Only headers in a short list are sent to another origin, so that no credential leaves its origin. A redirect
    /// from `https` to `http` is rejected.
    ///
    /// `count` is how many redirects of the call have been followed so far, and `limit` how many it may follow.
    ///
    /// - Throws: `URLError.httpTooManyRedirects` beyond the limit, and `RequestError` for a redirect that must not be
    ///   followed.
    public func redirect(
        of request: ResolvedRequest, by response: HTTPURLResponse, after count: Int, limit: Int = 10
    ) throws -> ResolvedRequest? {
        guard request.followsRedirects, (300..<400).contains(response.statusCode) else { return nil }
        let policy = RedirectPolicy(limit: limit, allowsInsecureConnections: allowsInsecureConnections)
        do {
            return try policy.next(
                status: response.statusCode, location: response.value(forHTTPHeaderField: "Location"),
                method: request.method, url: request.url, headers: request.headers, hasBody: request.body != nil,
                hop: count
            ).map(request.following)
        } catch let error as RequestError {
            throw error.redirecting(request.method, request.url)
        }
    }

    /// The `Accept` of a kind of endpoint counts less than that of the environment, and more than that of every client.
    private func headers(of request: APIRequest, isBaseOrigin: Bool) throws -> HeaderFields {
        let defaults = isBaseOrigin ? try baseHeaders.get() : foreignHeaders
        var headers = HeaderFields(request.urlRequest)
        if request.hasDefaultAccept, let accept = defaults["Accept"], accept != foreignHeaders["Accept"] {
            headers["Accept"] = accept
        }
        return try defaults.setting(headers)
    }

    private func body(of request: APIRequest) throws -> RequestBody? {
        guard request.urlRequest.httpBodyStream == nil else {
            throw RequestError(.body("a stream in the URLRequest can be read only once; use an UploadEndpoint."))
        }
        switch (request.body, request.urlRequest.httpBody) {
        case (nil, nil): return nil
        case (let body?, nil): return try RequestBody(body)
        case (nil, let data?): return RequestBody(data)
        case (_?, _?): throw RequestError(.body("there are two: one in the URLRequest and one separate from it."))
        }
    }
}

extension RequestResolver: DescriptionOnly {
    /// `RequestResolver(api.example.com)`, without the headers, which may contain a credential.
    public var description: String { "RequestResolver(\(base.host))" }
}

extension ResolvedRequest: DescriptionOnly {
    /// Method and URL, without secrets.
    public var description: String { "\(method) \(Redaction.standard.urlText(url.absoluteString))" }
}

/// An environment that consists of a URL and headers.
struct BaseEnvironment: APIEnvironment {
    let baseURL: URL
    let headers: HeaderFields
}

/// A request as it is sent: its URL is absolute, all parts are checked, and each header occurs once.
public struct ResolvedRequest: Sendable {
    /// The absolute URL, `http` or `https`, without user information and without a fragment.
    public internal(set) var url: URL
    /// The origin to which the request is sent.
    public let origin: Origin
    /// The method, a token.
    public let method: String
    /// The headers, without those that only the transport may set, such as `Host` and `Content-Length`.
    public internal(set) var headers: HeaderFields
    /// The type of the endpoint, whose name is in spans; nil if it is unknown.
    var endpoint: (any Endpoint.Type)?
    /// Whether the body of a successful response is wanted as a stream.
    public let wantsStream: Bool
    /// Whether the stream is stored as a file.
    var isDownload = false
    /// Whether a response that redirects is followed.
    var followsRedirects = true
    let body: RequestBody?
    let progress: (@Sendable (TransferProgress) -> Void)?
    /// Whether the endpoint says that it may be sent again.
    var isRepeatable = false
    /// The longest time in which nothing may be sent or received, if the request has its own.
    var timeoutInterval: Duration?
    /// How long the connection may take, if the call or its endpoint has a limit for it.
    var connectLimit: Deadline.Limit?
    /// Called while the body is sent.
    var onBody: @Sendable (BodyReport) -> Void = { _ in }
    /// Whether it may be signed: no redirect of the call has led to another origin so far.
    var isSignable = true

    /// Whether it may be sent again even if the server has already acted on it: its method is idempotent, it has an
    /// `Idempotency-Key`, or its endpoint `isRepeatable`.
    public var mayBeRepeated: Bool {
        isRepeatable || HTTPMethod(rawValue: method).isIdempotent
            || headers[IdempotencyKey.header].map(IdempotencyKey.isKey) ?? false
    }

    /// The body; nil without one.
    public var bodyChunks: RequestBodyChunks? { body.map { RequestBodyChunks($0, progress: progress, onBody: onBody) } }

    /// All bytes of the body; files are read again, and streams are made again. Nil without a body.
    ///
    /// - Throws: `RequestError` when the body cannot be read, or is shorter than its length.
    public func readBody() throws -> Data? { try body?.read() }

    /// The request that a redirect leads to.
    func following(_ redirect: Redirect) -> ResolvedRequest {
        ResolvedRequest(
            url: redirect.url, origin: redirect.origin, method: redirect.method, headers: redirect.headers,
            endpoint: endpoint, wantsStream: wantsStream, isDownload: isDownload,
            body: redirect.keepsBody ? body : nil, progress: progress,
            isRepeatable: isRepeatable, timeoutInterval: timeoutInterval, connectLimit: connectLimit, onBody: onBody,
            isSignable: isSignable && redirect.origin == origin)
    }
}

extension HeaderFields {
    /// These fields with others added, which replace those of the same name.
    ///
    /// - Throws: `RequestError` when one of the others cannot be sent safely, or occurs twice.
    func setting(_ others: HeaderFields) throws(RequestError) -> HeaderFields {
        try HeaderRules.check(others)
        return merging(others)
    }
}
