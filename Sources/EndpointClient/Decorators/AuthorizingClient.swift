/// A client that says who asks, to its own origin only.
///
/// A relative request gets the credential; an absolute one gets it only when it leads to the origin that was given. A request
/// that has a header of that name keeps its own.
public struct AuthorizingClient: APIClient {
    /// The client that sends the request.
    public let upstream: any APIClient

    private let origin: Origin?
    private let authorization: @Sendable () async throws -> Authorization

    /// A client around another one. The closure is asked for each request that may carry the credential.
    ///
    /// Of absolute requests, those to the origin of `baseURL` may; without it none.
    public init(
        _ upstream: any APIClient, for baseURL: URL? = nil,
        authorization: @escaping @Sendable () async throws -> Authorization
    ) {
        self.upstream = upstream
        self.authorization = authorization
        origin = baseURL.flatMap { Origin($0) }
    }

    /// - Throws: what the closure throws, such as `CredentialError`, before anything is sent; otherwise what the client throws.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        guard let url = request.urlRequest.url, isOwn(url) else { return try await upstream.send(request) }
        let authorization = try await authorization()
        guard request.urlRequest.value(forHTTPHeaderField: authorization.name) == nil else {
            return try await upstream.send(request)
        }
        var authorized = request
        authorized.urlRequest.setValue(authorization.value, forHTTPHeaderField: authorization.name)
        return try await upstream.send(authorized)
    }

    /// A URL without a scheme but with a host, `//example.com`, leads wherever the client's base lets it: it is no one's own.
    private func isOwn(_ url: URL) -> Bool {
        let reference = URLReference(url.absoluteString)
        if reference.scheme == nil { return reference.authority == nil }
        guard let target = Origin(url) else { return false }
        return target == origin
    }
}

extension AuthorizingClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Authorizing › URLSession(api.example.com)`
    public var description: String { "Authorizing › \(upstream)" }

    public var debugDescription: String { description }

    /// What it wraps, without the credential.
    public var customMirror: Mirror { Mirror(self, children: ["upstream": upstream]) }
}

extension APIClient {
    /// This client with a credential that does not change: `.authorizing(.bearer("…"))`.
    ///
    /// It goes along with relative requests, and with absolute ones to the origin of `baseURL`. One that cannot be sent makes
    /// each of them throw `CredentialError`.
    public func authorizing(_ credential: Credential, for baseURL: URL? = nil) -> AuthorizingClient {
        AuthorizingClient(self, for: baseURL) { try credential.authorization.get() }
    }

    /// This client with a credential that is asked for anew for each attempt: `.authorizing { try .bearer(await token()) }`.
    public func authorizing(
        for baseURL: URL? = nil, _ authorization: @escaping @Sendable () async throws -> Authorization
    ) -> AuthorizingClient {
        AuthorizingClient(self, for: baseURL, authorization: authorization)
    }
}
