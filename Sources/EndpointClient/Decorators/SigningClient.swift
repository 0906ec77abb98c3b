/// A client whose requests are signed as they are sent, those to its own origin only.
struct SigningClient: ClientDecorator {
    let upstream: any APIClient

    private let sign: @Sendable (inout SignableRequest) async throws -> Void
    /// The requests that are signed; nil for all, around a client without a base URL.
    private let requests: OwnRequests?
    private let isSupported: Bool

    init(_ upstream: any APIClient, _ sign: @escaping @Sendable (inout SignableRequest) async throws -> Void) {
        self.upstream = upstream
        self.sign = sign
        let traits = upstream.traits
        requests = traits.baseOrigin.map { OwnRequests(of: $0, base: $0) }
        isSupported = traits.signsRequests
    }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    var order: LayerOrder? { .signing }

    func send(_ request: APIRequest) async throws -> APIResponse {
        guard let url = request.urlRequest.url, requests?.contain(url) ?? true else {
            return try await upstream.send(request)
        }
        guard isSupported else { throw RequestError(.unsigned(client: upstream.ownName)) }
        var request = request
        request.context.sign = sign
        return try await upstream.send(request)
    }
}

extension APIClient {
    /// This client, with a closure that signs each request as it is sent: with its absolute URL, all headers and the
    /// body. It is called again for each attempt and for each redirect. A request to another origin than that of the
    /// client's base URL is not signed, and none after a redirect that has left the origin of the call; around a client
    /// without a base URL, each call may go to an origin of its own.
    ///
    /// ```swift
    /// client.signing { request in
    ///     request.headers["X-Signature"] = try await key.signature(of: request)
    /// }
    /// ```
    ///
    /// Clients for real servers call it, the innermost one if there are several. A mock and a replay do not, and a
    /// recording has the request without its signature. An error of the closure ends the call; so does the deadline of
    /// the call. A client that does not declare ``ClientTraits/signsRequests`` gets no request: the call fails with a
    /// `RequestError`.
    public func signing(
        _ sign: @escaping @Sendable (inout SignableRequest) async throws -> Void
    ) -> some ClientDecorator {
        SigningClient(self, sign)
    }
}
