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
