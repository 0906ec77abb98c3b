/// A client that answers from a cassette, without a network.
///
/// ```swift
/// let client = ReplayingClient(cassette, baseURL: URL(string: "https://api.example.com/v1")!)
/// let user = try await client.request(UserEndpoint(id: 1))
/// try client.replay.verify()  // everything was asked for, and nothing else
/// ```
///
/// A recorded failure is thrown as the `URLError` that it was. A request that was not recorded throws `UnmatchedRequest`,
/// and the ``replay`` remembers it, so that no `try?` can hide it.
public struct ReplayingClient: APIClient {
    /// What is played, with what has become of it.
    public let replay: Replay

    private let snapshot: ResolvedRequest

    /// A client for a cassette of an API below a URL.
    public init(
        _ cassette: Cassette, baseURL: URL, matching: Matching = .standard, order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false
    ) {
        self.init(Replay(cassette, matching: matching, order: order, allowRepeats: allowRepeats), baseURL: baseURL)
    }

    /// A client for a cassette of an API in one of its environments.
    public init(
        _ cassette: Cassette, environment: some APIEnvironment, matching: Matching = .standard,
        order: PlaybackState.Order = .perRequest, allowRepeats: Bool = false
    ) {
        self.init(Replay(cassette, matching: matching, order: order, allowRepeats: allowRepeats), environment: environment)
    }

    /// A client for a cassette that is being played, perhaps by others too.
    public init(_ replay: Replay, baseURL: URL) {
        self.replay = replay
        snapshot = ResolvedRequest(baseURL: baseURL)
    }

    /// A client for a cassette that is being played, perhaps by others too.
    public init(_ replay: Replay, environment: some APIEnvironment) {
        self.replay = replay
        snapshot = ResolvedRequest(environment)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        let live = try snapshot.request(request)
        return try replay.outcome(for: live, from: request.origin).answer(to: live)
    }
}

extension ReplayingClient: CustomStringConvertible, DeadlineEnforcing {
    public var enforcesDeadline: Bool { true }

    /// `Replaying(8 interactions)`
    public var description: String { "Replaying(\(replay.cassette.interactions.count) interactions)" }
}

extension APIRequest {
    /// Who asks, for the explanation of a miss.
    var origin: String { "\(type(of: endpoint))" }
}
