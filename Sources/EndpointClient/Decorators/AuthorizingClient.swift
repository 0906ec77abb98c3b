/// A client that says who asks, to its own origin only.
///
/// That is the origin of the client's base URL, or the one that was given; a relative request leads to the base URL. A request that
/// has a header of that name keeps its own. A client that falls back to another server stands outside: it hands on its request as
/// it is.
public struct AuthorizingClient: ClientDecorator {
    enum Source {
        case fixed(Credential)
        case closure(@Sendable () async throws -> Authorization)
        case refreshing(RefreshingCredential)
    }

    /// The client that sends the request.
    public let upstream: any APIClient

    private let origin: Origin?
    /// Whether relative requests lead there.
    private let isHome: Bool
    private let source: Source

    init(_ upstream: any APIClient, for baseURL: URL?, _ source: Source) {
        self.upstream = upstream
        self.source = source
        let home = upstream.baseOrigin
        let origin = baseURL.map { Origin($0) } ?? home
        self.origin = origin
        isHome = home == nil || home == origin
    }

    /// - Throws: `CredentialError`, or what the refresh or the closure throws, before anything is sent; otherwise what the client
    ///   throws.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        guard let url = request.urlRequest.url, isOwn(url) else { return try await upstream.send(request) }
        switch source {
        case .fixed(let credential):
            return try await upstream.send(request.authorized(try credential.authorization.get()))
        case .closure(let authorization):
            return try await upstream.send(request.authorized(try await Self.asking(authorization)))
        case .refreshing(let credential): return try await send(request, with: credential.desk)
        }
    }

    @inline(__always)  // One asynchronous function less in the way of every call.
    private func send(_ request: APIRequest, with desk: CredentialRefresher) async throws -> APIResponse {
        let use: CredentialRefresher.Use
        if let ready = desk.use {
            use = ready
        } else if request.urlRequest.value(forHTTPHeaderField: desk.headerName) != nil {
            return try await upstream.send(request)
        } else {
            use = try await waiting(request) { try await desk.use(in: request.context) }
        }
        let authorized = request.authorized(use.credential)
        let response = try await upstream.send(authorized)
        guard response.http.statusCode == 401, isOwn(response), authorized.carries(use.credential),
            let newer = try await waiting(request, { try await desk.replacement(for: use, in: request.context) })
        else { return response }
        request.context.emit(.replaying)
        return try await upstream.send(request.authorized(newer.credential))
    }

    /// Asks a closure. Its failure says nothing about the server that the call goes to.
    private static func asking(
        _ authorization: @Sendable () async throws -> Authorization
    ) async throws -> Authorization {
        do { return try await authorization() } catch { throw error.attributed(to: .beforeSending) }
    }

    /// Asks for a credential. Whoever got one too late begins nothing with it.
    private func waiting<Result: Sendable>(
        _ request: APIRequest, _ ask: @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await ask()
            try Task.checkCancellation()
            try request.context.checkDeadline()
            return result
        } catch {
            if !(error is CancellationError) { request.context.emit(.noCredential(because: error.line(by: redaction))) }
            throw error
        }
    }

    /// A URL without a scheme but with a host, `//example.com`, leads wherever the client's base lets it: it is no one's own.
    private func isOwn(_ url: URL) -> Bool {
        let text = url.absoluteString
        if !text.utf8.contains(UInt8(ascii: ":")), !text.utf8.starts(with: "//".utf8) { return isHome }
        let reference = URLReference(text)
        if reference.scheme == nil { return isHome && reference.authority == nil }
        guard let target = Origin(url) else { return false }
        return target == origin
    }

    /// Whether it was the own origin that answered, and not one to which a redirect led.
    private func isOwn(_ response: APIResponse) -> Bool {
        guard let origin, let answering = response.http.url.flatMap({ Origin($0) }) else { return true }
        return answering == origin
    }
}

extension AuthorizingClient: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }

    /// What it wraps, without the credential.
    public var customMirror: Mirror { Mirror(self, children: ["upstream": upstream]) }
}

extension AuthorizingClient: OrderedLayer, DeadlineEnforcing {
    package var rank: LayerOrder { .authorizing }

    package var enforcesDeadline: Bool {
        if case .closure = source { false } else { true }
    }
}

extension APIRequest {
    /// The request with a credential, unless it has a header of that name.
    fileprivate func authorized(_ authorization: Authorization) -> APIRequest {
        guard urlRequest.value(forHTTPHeaderField: authorization.name) == nil else { return self }
        var authorized = self
        authorized.urlRequest.setValue(authorization.value, forHTTPHeaderField: authorization.name)
        return authorized
    }

    fileprivate func carries(_ authorization: Authorization) -> Bool {
        urlRequest.value(forHTTPHeaderField: authorization.name) == authorization.value
    }
}

extension APIClient {
    /// This client with a credential that does not change: `.authorizing(.bearer("…"))`.
    ///
    /// It goes along with relative requests, and with absolute ones to the origin of `baseURL`, by default that of the client. One
    /// that cannot be sent makes each of them throw `CredentialError`.
    public func authorizing(_ credential: Credential, for baseURL: URL? = nil) -> AuthorizingClient {
        AuthorizingClient(self, for: baseURL, .fixed(credential))
    }

    /// This client with a credential that is asked for anew for each attempt: `.authorizing { try .bearer(await token()) }`.
    public func authorizing(
        for baseURL: URL? = nil, _ authorization: @escaping @Sendable () async throws -> Authorization
    ) -> AuthorizingClient {
        AuthorizingClient(self, for: baseURL, .closure(authorization))
    }

    /// This client with a credential that is refreshed when it ends or is refused.
    public func authorizing(with credential: RefreshingCredential, for baseURL: URL? = nil) -> AuthorizingClient {
        AuthorizingClient(self, for: baseURL, .refreshing(credential))
    }
}
