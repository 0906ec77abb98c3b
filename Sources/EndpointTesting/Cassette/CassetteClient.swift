/// A client that answers from a cassette or from another client, as the mode of its ``CassetteSession`` says.
public struct CassetteClient: ClientDecorator {
    /// The client that is asked where the cassette does not answer.
    public let upstream: any APIClient

    private let session: CassetteSession?
    private let snapshot: ResolvedRequest

    init(session: CassetteSession?, upstream: any APIClient, snapshot: ResolvedRequest) {
        self.session = session
        self.upstream = upstream
        self.snapshot = snapshot
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        guard let session else { throw CassetteIssue.noCassette }
        let live = try snapshot.request(request)
        switch session.plan(for: live) {
        case .pass:
            return try await upstream.send(request)
        case .refuse:
            throw session.refuse(live)
        case .replay:
            return try session.replay.outcome(for: live, from: request.origin).answer(to: live)
        case .replayOrRecord:
            if let outcome = session.replay.outcomeIfRecorded(for: live) { return try outcome.answer(to: live) }
        case .compare:
            _ = try session.replay.outcome(for: live, from: request.origin)
        case .record:
            break
        }
        let response = try await session.tape.record(live) { try await upstream.send(request) }
        session.replay.learn(
            from: Interaction(live, .response(Interaction.Response(response.http, body: response.data))))
        return response
    }
}

extension CassetteClient: DeadlineEnforcing {
    /// `Cassette(replay)`
    public var name: String { "Cassette(\(session?.mode.rawValue ?? "none"))" }

    public var order: LayerOrder? { .cassette }
}

extension Cassette {
    /// The client of the running test, which has the trait `.cassette`. The upstream is a `URLSessionClient` unless there is another.
    ///
    /// Where no such test runs, the client throws ``CassetteIssue/noCassette``.
    public static func client(over upstream: (any APIClient)? = nil, baseURL: URL) -> CassetteClient {
        CassetteClient(
            session: .current, upstream: upstream ?? URLSessionClient(baseURL: baseURL),
            snapshot: ResolvedRequest(baseURL: baseURL))
    }

    /// The client of the running test, which has the trait `.cassette`. The upstream is a `URLSessionClient` unless there is another.
    ///
    /// Where no such test runs, the client throws ``CassetteIssue/noCassette``.
    public static func client(
        over upstream: (any APIClient)? = nil, environment: some APIEnvironment
    ) -> CassetteClient {
        CassetteClient(
            session: .current, upstream: upstream ?? URLSessionClient(environment: environment),
            snapshot: ResolvedRequest(environment))
    }
}
