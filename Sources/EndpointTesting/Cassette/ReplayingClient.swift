/// A client that answers from a cassette, without a network.
///
/// ```swift
/// let client = ReplayingClient(cassette, baseURL: URL(string: "https://api.example.com/v1")!)
/// let user = try await client.request(UserEndpoint(id: 1))
/// try client.replay.verify()  // throws if a request was not recorded, or a recorded one was not made
/// ```
///
/// A recorded transport error is thrown as a `URLError`. A request that was not recorded throws `UnmatchedRequest`, and
/// ``replay`` stores it, so that it is reported even if a `try?` discards the error.
///
/// A `ClientStack` around it does not wait before a retry, unless it is given a time source.
public struct ReplayingClient: APIClient {
    /// The playback of the cassette.
    public let replay: Replay

    /// Measures the recorded times between the pieces of a stream. By default it is nil, and the pieces arrive
    /// immediately.
    public var pace: TimeSource?

    private let resolver: RequestResolver
    private let ownTraits: ClientTraits

    public var traits: ClientTraits {
        var traits = ownTraits
        traits.redaction = replay.redaction
        return traits
    }

    /// A client for a cassette of an API below a URL.
    public init(
        _ cassette: Cassette, baseURL: URL, matching: Matching = .standard, order: Cassette.Order = .perRequest,
        allowRepeats: Bool = false, redaction: Redaction = .showingValues
    ) {
        self.init(
            Replay(cassette, matching: matching, order: order, allowRepeats: allowRepeats, redaction: redaction),
            baseURL: baseURL)
    }

    /// A client for a cassette of an API in one of its environments.
    public init(
        _ cassette: Cassette, environment: some APIEnvironment, matching: Matching = .standard,
        order: Cassette.Order = .perRequest, allowRepeats: Bool = false,
        redaction: Redaction = .showingValues
    ) {
        self.init(
            Replay(cassette, matching: matching, order: order, allowRepeats: allowRepeats, redaction: redaction),
            environment: environment)
    }

    /// A client for a playback, which others may use at the same time.
    public init(_ replay: Replay, baseURL: URL) {
        self.replay = replay
        resolver = RequestResolver(baseURL: baseURL)
        ownTraits = ClientTraits(baseURL: baseURL, enforcesDeadlines: true).leaping
    }

    /// A client for a playback, which others may use at the same time.
    public init(_ replay: Replay, environment: some APIEnvironment) {
        self.replay = replay
        resolver = RequestResolver(environment)
        ownTraits = ClientTraits(baseURL: environment.baseURL, enforcesDeadlines: true).leaping
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        return try await request.traced(redaction: replay.redaction, by: recordedResponse(to:))
    }

    private func recordedResponse(to request: APIRequest) throws -> APIResponse {
        let live: Interaction.Request
        do { live = try resolver.request(request) } catch { throw error.redacted(by: replay.redaction) }
        return try replay.interaction(for: live, from: request.origin).answer(to: live, request, pacedBy: pace)
    }
}

extension ReplayingClient: CustomStringConvertible {
    /// `Replaying(8 interactions)`
    public var description: String { "Replaying(\(replay.cassette.interactions.count.counted("interaction")))" }
}

extension APIRequest {
    /// The type of the endpoint, for the error for an unmatched request.
    var origin: String { "\(type(of: endpoint))" }
}
