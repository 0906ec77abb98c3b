/// A client that sends a credential, to its own origin only.
struct AuthorizingClient: ClientDecorator {
    /// The client that sends the request.
    let upstream: any APIClient

    private let requests: OwnRequests
    private let source: CredentialSource
    private let time: TimeSource
    /// The last credential that the closure has provided.
    private let provided = Locked<Credential?>(nil)

    init(_ upstream: any APIClient, for baseURL: URL?, _ source: CredentialSource, time: TimeSource) {
        self.upstream = upstream
        self.source = source
        let baseOrigin = upstream.traits.baseOrigin
        requests = OwnRequests(of: baseURL.map { Origin($0) } ?? baseOrigin, base: baseOrigin)
        self.time = time
    }

    var order: LayerOrder? { .authorizing }

    var traits: ClientTraits {
        var traits = inheritedTraits(waits: false).sending { addedHeaders }
        traits.knowsCredential = { [knowsOthers = traits.knowsCredential] context in
            guard await knowsOthers(context) else { return false }
            return await knowsCredential(context)
        }
        return traits
    }

    /// Whether the credential that a request would get now is known. The closure of the app is asked for it.
    private func knowsCredential(_ context: CallContext) async -> Bool {
        switch source {
        case .fixed: true
        case .provided(let provide): (try? await credential(context, from: provide)) != nil
        case .refreshing(let credential): credential.refresher.issued != nil
        }
    }

    /// - Throws: `CredentialError`, or the error of the refresh or the closure, before anything is sent; otherwise the
    ///   error of the client.
    func send(_ request: APIRequest) async throws -> APIResponse {
        guard let url = request.urlRequest.url, requests.contain(url) else { return try await upstream.send(request) }
        switch source {
        case .fixed(let credential): return try await upstream.send(request.authorized(credential))
        case .provided(let provide):
            return try await upstream.send(request.authorized(try await credential(request.context, from: provide)))
        case .refreshing(let credential): return try await send(request, with: credential.refresher)
        }
    }

    @inline(__always)  // Saves every call one asynchronous function.
    private func send(_ request: APIRequest, with refresher: CredentialRefresher) async throws -> APIResponse {
        let issued: CredentialRefresher.Issued
        if let ready = refresher.issued {
            issued = ready
        } else if request.urlRequest.value(forHTTPHeaderField: refresher.headerName) != nil {
            return try await upstream.send(request)
        } else {
            issued = try await waiting(request) {
                try await refresher.issue(in: request.context, report: report(request))
            }
        }
        let authorized = try request.authorized(issued.credential)
        let response = try await upstream.send(authorized)
        guard isRefusal(response), authorized.carries(issued.credential) else { return response }
        let resource = request.resource
        let replacement = try await waiting(request) {
            try await refresher.replacement(for: issued, by: resource, in: request.context, report: report(request))
        }
        guard let replacement else { return response }
        request.context.emit(.replaying)
        var replay = try request.authorized(replacement.credential)
        replay.startSpan()
        let second = try await upstream.send(replay)
        if isRefusal(second) { refresher.refused(replacement, by: resource) }
        return second
    }

    /// Reports a failed refresh among the events of a call.
    private func report(_ request: APIRequest) -> CredentialRefresher.Report {
        { [context = request.context, upstream] error in
            context.emit(.refreshFailed(because: error.line(by: upstream.traits.redaction)))
        }
    }

    /// The credential from the app's closure. An error of the closure isn't evidence of the server's health, and isn't
    /// retried: no budget limits how often the closure is called.
    private func credential(
        _ context: CallContext, from provide: @escaping @Sendable () async throws -> Credential
    ) async throws -> Credential {
        do {
            let credential = try await context.beforeSending(on: time, provide)
            provided.withLock { $0 = credential }
            return credential
        } catch {
            throw error.attributed(to: context.isLate ? .beforeSending : .credentialRefresh)
        }
    }

    /// Waits for a credential. One that arrives after the deadline or a cancellation is not used.
    private func waiting<Result: Sendable>(
        _ request: APIRequest, _ issue: @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await issue()
            try Task.checkCancellation()
            try request.context.checkDeadline()
            return result
        } catch {
            if !(error is CancellationError) {
                request.context.emit(.noCredential(because: error.line(by: upstream.traits.redaction)))
            }
            throw error
        }
    }

    /// Whether the credential's origin refused it, and not the target of a redirect.
    private func isRefusal(_ response: APIResponse) -> Bool {
        guard response.http.statusCode == 401 else { return false }
        guard let origin = requests.origin, let answering = response.http.url.flatMap({ Origin($0) }) else {
            return true
        }
        return answering == origin
    }

    /// The header of its current credential.
    private var addedHeaders: HeaderFields {
        let credential =
            switch source {
            case .fixed(let credential): Optional(credential)
            case .provided: provided.withLock { $0 }
            case .refreshing(let credential): credential.refresher.issued?.credential
            }
        guard let credential, let value = try? credential.headerValue() else { return [:] }
        return [credential.name: value]
    }
}

extension APIRequest {
    /// The requested resource: the method and the path.
    fileprivate var resource: String {
        let target = urlRequest.url?.relativeString.prefix { $0 != "?" && $0 != "#" } ?? ""
        return "\(urlRequest.httpMethod ?? "GET") \(target)"
    }

    /// The request with a credential, unless it has a header of that name.
    ///
    /// - Throws: `CredentialError.unsendable`.
    fileprivate func authorized(_ credential: Credential) throws(CredentialError) -> APIRequest {
        let value = try credential.headerValue()
        guard urlRequest.value(forHTTPHeaderField: credential.name) == nil else { return self }
        var authorized = self
        authorized.urlRequest.setValue(value, forHTTPHeaderField: credential.name)
        return authorized
    }

    fileprivate func carries(_ credential: Credential) -> Bool {
        urlRequest.value(forHTTPHeaderField: credential.name) == (try? credential.headerValue())
    }
}

/// The source of a client's credential.
public enum CredentialSource: Sendable {
    /// A fixed credential.
    case fixed(Credential)
    /// A closure that is called for each attempt: `.provided { .bearer(try await token()) }`. A call whose closure
    /// fails isn't retried.
    case provided(@Sendable () async throws -> Credential)
    /// A credential that is refreshed when it expires or is refused.
    case refreshing(RefreshingCredential)

    /// A fixed bearer token (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> CredentialSource { .fixed(.bearer(token)) }

    /// A fixed user name and password, in UTF-8 (RFC 7617 §2).
    public static func basic(user: String, password: String) -> CredentialSource {
        .fixed(.basic(user: user, password: password))
    }

    /// A fixed API key in a header of its own.
    public static func header(_ name: String, _ value: String) -> CredentialSource { .fixed(.header(name, value)) }
}

extension APIClient {
    /// This client with a fixed credential: `.authorizing(.bearer("…"))`.
    ///
    /// It is sent with relative requests, and with absolute ones to the origin of `baseURL`, by default that of the
    /// client. If it cannot be sent, each of these requests throws `CredentialError`.
    ///
    /// A request that already has a header of the same name keeps it. A fallback outside this client sends its request
    /// without the credential.
    public func authorizing(_ credential: Credential, for baseURL: URL? = nil) -> some ClientDecorator {
        AuthorizingClient(self, for: baseURL, .fixed(credential), time: .system)
    }

    /// This client with a credential from a closure, which is called for each attempt:
    /// `.authorizing { .bearer(try await token()) }`.
    ///
    /// If it fails, or takes longer than the call or an attempt may, the call fails and isn't retried. `time` measures
    /// this.
    public func authorizing(
        for baseURL: URL? = nil, time: TimeSource = .system,
        _ provide: @escaping @Sendable () async throws -> Credential
    ) -> some ClientDecorator {
        AuthorizingClient(self, for: baseURL, .provided(provide), time: time)
    }

    /// This client with a credential that is refreshed when it expires or is refused.
    public func authorizing(with credential: RefreshingCredential, for baseURL: URL? = nil) -> some ClientDecorator {
        AuthorizingClient(self, for: baseURL, .refreshing(credential), time: .system)
    }
}
