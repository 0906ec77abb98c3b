/// The playback of a cassette: its state so far, and the requests that it had no answer for.
///
/// Copies share their state, so a test can keep one and inspect it while a ``ReplayingClient`` or a ``LoopbackServer``
/// uses it. Concurrent requests are allowed. Each answer is given as often as it was recorded, and equal requests are
/// answered in the order of the recording.
public struct Replay: Sendable {
    /// The cassette.
    public let cassette: Cassette

    private let file: String?
    private let hints: [String]
    private let state: Locked<State>

    /// The playback of a cassette, before its first answer.
    ///
    /// `matching` decides whether a request matches a recorded one, after secrets have been replaced. With
    /// `allowRepeats`, a request that is made more often than it was recorded gets its last answer again. `file` and
    /// `hints` are part of the error for an unmatched request.
    public init(
        _ cassette: Cassette, matching: Matching = .standard, order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false, redaction: Redaction = .standard, file: String? = nil,
        hints: [String] = []
    ) {
        self.cassette = cassette
        self.file = file
        self.hints = hints
        state = Locked(
            State(
                index: CassetteIndex(cassette, by: matching), redaction: redaction,
                placeholders: PlaceholderTable(for: cassette),
                playback: PlaybackState(order: order, allowRepeats: allowRepeats)))
    }

    private struct State {
        let index: CassetteIndex
        var redaction: Redaction
        var placeholders: PlaceholderTable
        var playback: PlaybackState
        var unmatched: [UnmatchedRequest] = []
    }
}

extension Replay {
    /// Hides secrets in requests before they are compared, and in the explanation of a miss.
    public var redaction: Redaction { state.withLock { $0.redaction } }

    /// Adds the redaction of a client that the cassette answers for.
    func use(_ other: Redaction) {
        if other != .standard, other != .off { state.withLock { $0.redaction = $0.redaction.union(other) } }
    }

    /// Lets texts stand for secrets, by secret: they stay in the requests, and replace their secrets.
    func use(standIns: [String: String]) {
        guard !standIns.isEmpty else { return }
        state.withLock { state in
            state.placeholders.use(standIns: standIns)
            state.redaction = state.redaction.redacting(values: standIns.filter { $0.key != $0.value }.keys)
        }
    }

    /// Which interactions have been played.
    public var playback: PlaybackState { state.withLock { $0.playback } }

    /// The requests that had no answer, in order of arrival, even if their errors were discarded.
    public var unmatched: [UnmatchedRequest] { state.withLock { $0.unmatched } }

    /// The interactions that have not been played; nil if there are none.
    public var unused: UnusedInteractions? { UnusedInteractions(of: cassette, at: playback) }

    /// Throws if a request had no answer or an interaction was not played.
    public func verify() throws(CassetteFailure) {
        let unmatched: [any Error] = unmatched
        try CassetteFailure.check(unmatched.isEmpty ? unused.map { [$0] } ?? [] : unmatched)
    }

    /// The next answer to a request.
    ///
    /// - Throws: `UnmatchedRequest`, which is also added to ``unmatched``.
    func outcome(for request: Interaction.Request, from origin: String?) throws(UnmatchedRequest) -> Interaction.Outcome
    {
        let result: Result<Interaction.Outcome, UnmatchedRequest> = state.withLock { state in
            let (match, redacted) = match(request, &state)
            if case .hit(let index, _) = match { return .success(cassette.interactions[index].outcome) }
            let error = UnmatchedRequest(
                redacted, match, in: cassette, by: state.index, at: state.playback, file: file, origin: origin,
                hints: hints)
            guard let error else { preconditionFailure("UnmatchedRequest is nil only for a hit.") }
            state.unmatched.append(error)
            return .failure(error)
        }
        return try result.get()
    }

    /// The next answer to a request. Nil if it was not recorded, which does not count as unmatched.
    func outcomeIfRecorded(for request: Interaction.Request) -> Interaction.Outcome? {
        state.withLock { state in
            guard case .hit(let index, _) = match(request, &state).match else { return nil }
            return cassette.interactions[index].outcome
        }
    }

    /// Assigns placeholders to the secrets of a new exchange, so that later requests with these secrets are matched.
    func registerSecrets(of interaction: Interaction) {
        state.withLock { _ = interaction.redacted(by: $0.redaction, into: &$0.placeholders) }
    }

    /// The match for a request, and the request with its secrets replaced.
    private func match(_ request: Interaction.Request, _ state: inout State) -> (
        match: Match, redacted: Interaction.Request
    ) {
        let redacted = request.redacted(by: state.redaction, into: &state.placeholders)
        let match = cassette.match(redacted, by: state.index, at: state.playback)
        if case .hit(_, let next) = match { state.playback = next }
        return (match, redacted)
    }

    /// The secrets so far with their placeholders.
    var placeholders: PlaceholderTable { state.withLock { $0.placeholders } }

    /// The cassette with only the interactions that have been played.
    var played: Cassette {
        let unused = Set(unused?.indices ?? [])
        var played = cassette
        played.interactions = cassette.interactions.indices.filter { !unused.contains($0) }.map {
            cassette.interactions[$0]
        }
        return played
    }
}

extension Interaction.Response {
    private static let encodingHeaders = ["Content-Encoding", "Content-Length", "Transfer-Encoding"]

    /// This response without the header fields that describe the encoded body, because a cassette has decoded bodies.
    var decoded: Interaction.Response {
        var decoded = self
        decoded.headers = headers.filter { field in !Self.encodingHeaders.contains { field.isNamed($0) } }
        return decoded
    }
}

extension Interaction.Outcome {
    /// The response of a client for this outcome.
    ///
    /// - Throws: the recorded `URLError`.
    func answer(to request: Interaction.Request) throws -> APIResponse {
        switch self {
        case .response(let response):
            guard let http = response.decoded.httpURLResponse(url: request.url) else {
                throw URLError(.badServerResponse)
            }
            return APIResponse(http: http, body: .data(response.body))
        case .failure(let failure):
            throw URLError(failure.code, userInfo: [NSLocalizedDescriptionKey: "\(failure) (from a cassette)"])
        }
    }
}
