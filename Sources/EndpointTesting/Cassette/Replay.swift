/// A cassette that is being played: what has been asked of it so far, and what it had no answer for.
///
/// Copies share the state, so keep one to look at while a ``ReplayingClient`` or a ``LoopbackServer`` plays it. Any number of tasks
/// may ask at once: each answer is given as often as it was recorded, and the answers to equal requests in their order.
public struct Replay: Sendable {
    /// The cassette.
    public let cassette: Cassette

    private let file: String?
    private let hints: [String]
    private let state: Locked<State>

    /// A cassette before its first answer.
    ///
    /// `matching` says when a request counts as a recorded one, after secrets have been replaced, and `allowRepeats` whether
    /// a request that is made more often than it was recorded gets its last response again. `file` and `hints` stand in the explanation of a miss.
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
                ledger: PlaceholderTable(for: cassette),
                playback: PlaybackState(order: order, allowRepeats: allowRepeats)))
    }

    private struct State {
        let index: CassetteIndex
        var redaction: Redaction
        var ledger: PlaceholderTable
        var playback: PlaybackState
        var unmatched: [UnmatchedRequest] = []
    }
}

extension Replay {
    /// What hides secrets in requests before they are compared, and in the explanation of a miss.
    public var redaction: Redaction { state.withLock { $0.redaction } }

    /// Adds the redaction of a client that the cassette answers for.
    func use(_ other: Redaction) {
        if other != .standard, other != .off { state.withLock { $0.redaction = $0.redaction.union(other) } }
    }

    /// How far the cassette has been played.
    public var playback: PlaybackState { state.withLock { $0.playback } }

    /// The requests that had no answer, in the order in which they came, whatever the caller made of the error.
    public var unmatched: [UnmatchedRequest] { state.withLock { $0.unmatched } }

    /// The exchanges that nobody has asked for; nil if there are none.
    public var unused: UnusedInteractions? { UnusedInteractions(of: cassette, at: playback) }

    /// Throws if a request had no answer, or an exchange was never asked for.
    public func verify() throws(CassetteFailure) {
        let unmatched: [any Error] = unmatched
        try CassetteFailure.check(unmatched.isEmpty ? unused.map { [$0] } ?? [] : unmatched)
    }

    /// The next answer to a request.
    ///
    /// - Throws: `UnmatchedRequest`, which is remembered too.
    func outcome(for request: Interaction.Request, from origin: String?) throws(UnmatchedRequest) -> Interaction.Outcome
    {
        let result: Result<Interaction.Outcome, UnmatchedRequest> = state.withLock { state in
            let (match, redacted) = match(request, &state)
            if case .hit(let index, _) = match { return .success(cassette.interactions[index].outcome) }
            let miss = UnmatchedRequest(
                redacted, match, in: cassette, by: state.index, at: state.playback, file: file, origin: origin,
                hints: hints)
            guard let miss else { preconditionFailure("A match is a hit, or it is none.") }
            state.unmatched.append(miss)
            return .failure(miss)
        }
        return try result.get()
    }

    /// The next answer to a request, or nil, which is then no miss.
    func outcomeIfRecorded(for request: Interaction.Request) -> Interaction.Outcome? {
        state.withLock { state in
            guard case .hit(let index, _) = match(request, &state).match else { return nil }
            return cassette.interactions[index].outcome
        }
    }

    /// Gives the secrets of an answer that was not played their placeholders, before the next request sends them.
    func learn(from interaction: Interaction) {
        state.withLock { _ = interaction.redacted(by: $0.redaction, into: &$0.ledger) }
    }

    /// What is played for a request, which with its secrets replaced is the other result.
    private func match(_ request: Interaction.Request, _ state: inout State) -> (
        match: Match, redacted: Interaction.Request
    ) {
        let redacted = request.redacted(by: state.redaction, into: &state.ledger)
        let match = cassette.match(redacted, by: state.index, at: state.playback)
        if case .hit(_, let next) = match { state.playback = next }
        return (match, redacted)
    }

    /// The secrets seen so far, with their placeholders.
    var ledger: PlaceholderTable { state.withLock { $0.ledger } }

    /// The exchanges that have been played.
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
    private static let undone = ["Content-Encoding", "Content-Length", "Transfer-Encoding"]

    /// This answer without the header fields that describe the bytes of the wire: those of a cassette are decoded already.
    var decoded: Interaction.Response {
        var decoded = self
        decoded.headers = headers.filter { field in !Self.undone.contains { field.isNamed($0) } }
        return decoded
    }
}

extension Interaction.Outcome {
    /// The outcome as a client gives it.
    ///
    /// - Throws: the `URLError` that was recorded.
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
