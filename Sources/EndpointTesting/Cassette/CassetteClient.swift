/// A client that answers from a cassette or from another client, according to the mode of its ``CassetteSession``.
public struct CassetteClient: ClientDecorator {
    /// The client that sends the requests that are not answered from the cassette.
    public let upstream: any APIClient

    private let session: CassetteSession?
    private let resolver: RequestResolver

    init(session: CassetteSession?, upstream: any APIClient, resolver: RequestResolver) {
        self.session = session
        self.upstream = upstream
        self.resolver = resolver
        session?.use(upstream.traits.redaction)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        guard let session else { throw CassetteError(.noCassette) }
        let live = try resolver.request(request)
        let (steps, observed) = session.traffic.observe(request, redaction: session.replay.redaction)
        return try await session.traffic.record(live, steps) {
            try await session.reporting { try await send(observed, live, in: session) }
        }
    }

    private func send(
        _ request: APIRequest, _ live: Interaction.Request, in session: CassetteSession
    ) async throws -> APIResponse {
        switch session.action(for: live) {
        case .passThrough:
            return try await upstream.send(request, resolvedAs: live, standIns: session.standIns)
        case .refuse:
            throw session.refusal(of: live)
        case .replay:
            return try session.replay.interaction(for: live, from: request.origin).answer(to: live, request)
        case .replayOrRecord:
            if let recorded = session.replay.interactionIfRecorded(for: live) {
                return try recorded.answer(to: live, request)
            }
        case .compare:
            _ = try session.replay.interaction(for: live, from: request.origin)
        case .record:
            break
        }
        return try await session.recording.record(live, in: request.context) { response in
            session.registerSecrets(of: Interaction(live, .response(response)))
        } _: {
            try await upstream.send(request, resolvedAs: live, standIns: session.standIns)
        }
    }
}

extension CassetteClient {
    /// `Cassette(replay)`
    public var name: String { "Cassette(\(session?.mode.rawValue ?? "none"))" }

    public var order: LayerOrder? { .cassette }

    /// The redaction is that of the cassette, with what the upstream's adds: errors show the values, which are those of
    /// a test.
    public var traits: ClientTraits {
        var traits = inheritedTraits(waits: false)
        guard let session else { return traits }
        traits.redaction = session.replay.redaction
        if session.mode == .replay { traits.time = session.replayTime }
        return traits
    }
}

extension Cassette {
    /// The client of the running test with the trait `.cassette`. The default upstream is a `LiveClient`.
    ///
    /// Outside a test with that trait, the client throws `CassetteError.Reason.noCassette`. Requests are recorded and
    /// matched below the base URL. For a server whose port changes, pass that server's client as the upstream and a
    /// fixed URL: `Cassette.client(over: LiveClient(baseURL: server.url), baseURL: api)`.
    public static func client(over upstream: (any APIClient)? = nil, baseURL: URL) -> CassetteClient {
        CassetteClient(
            session: .current, upstream: upstream ?? LiveClient(baseURL: baseURL),
            resolver: RequestResolver(baseURL: baseURL))
    }

    /// The client of the running test with the trait `.cassette`. The default upstream is a `LiveClient`.
    ///
    /// Outside a test with that trait, the client throws `CassetteError.Reason.noCassette`.
    public static func client(
        over upstream: (any APIClient)? = nil, environment: some APIEnvironment
    ) -> CassetteClient {
        CassetteClient(
            session: .current, upstream: upstream ?? LiveClient(environment: environment),
            resolver: RequestResolver(environment))
    }
}
