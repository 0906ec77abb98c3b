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

/// A request that may be sent: absolute, checked, its headers under one spelling each, its body apart.
struct OutgoingRequest: Sendable {
    let url: URL
    let origin: Origin
    let method: String
    var headers: [String: String]
    let body: OutgoingBody?
    let progress: (@Sendable (UploadProgress) -> Void)?

    /// Whether it may be sent again though the server may have acted on it already.
    var mayBeRepeated: Bool {
        HTTPMethod(rawValue: method).isIdempotent
            || headers.contains { name, value in
                name.lowercased() == IdempotencyKey.header.lowercased() && IdempotencyKey.isKey(value)
            }
    }
}

extension OutgoingRequest {
    /// The request that a redirect asks for.
    func following(_ redirect: Redirect) -> OutgoingRequest {
        OutgoingRequest(
            url: redirect.url, origin: redirect.origin, method: redirect.method, headers: redirect.headers,
            body: redirect.keepsBody ? body : nil, progress: progress)
    }
}

extension RedirectPolicy {
    /// Where a response sends its request next; nil when the response is final.
    func next(after response: HTTPURLResponse, to request: OutgoingRequest, hop: Int) throws -> Redirect? {
        guard (300..<400).contains(response.statusCode) else { return nil }
        return try next(
            status: response.statusCode, location: response.value(forHTTPHeaderField: "Location"),
            method: request.method, url: request.url, headers: request.headers, hasBody: request.body != nil, hop: hop)
    }
}

/// Header fields with one value for each name, whatever its case: the later one wins.
///
/// On Linux a dictionary with `X-A` and `x-a` sends one of them, by chance.
struct HeaderFields {
    private(set) var values: [String: String]
    private var spelling: [String: String]

    /// Fields that are known to be safe.
    init(_ values: [String: String]) {
        self.values = values
        spelling = Dictionary(uniqueKeysWithValues: values.keys.map { ($0.lowercased(), $0) })
    }

    /// These fields and others from outside, which win.
    ///
    /// - Throws: `RequestError` when a name or a value cannot be sent safely.
    func setting(_ fields: [String: String]) throws -> HeaderFields {
        guard !fields.isEmpty else { return self }
        var merged = self
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            try HeaderRules.check(name: name, value: value)
            if let old = merged.spelling.updateValue(name, forKey: name.lowercased()) { merged.values[old] = nil }
            merged.values[name] = value
        }
        return merged
    }
}
