/// The playback of a cassette: its state so far, and its unmatched requests.
///
/// Copies share their state, so a test can keep one and inspect it while a ``ReplayingClient`` or a ``LoopbackServer``
/// uses it. Concurrent requests are allowed. Each response is used as often as it was recorded, and equal requests are
/// answered in the order of the recording.
public struct Replay: Sendable {
    /// The cassette.
    public let cassette: Cassette

    private let file: String?
    private let hints: [String]
    private let state: Locked<State>

    /// The playback of a cassette, before its first response.
    ///
    /// `matching` decides whether a request matches a recorded one, after secrets have been replaced. With
    /// `allowRepeats`, a request that is made more often than it was recorded gets its last response again. `file` and
    /// `hints` are part of the error for an unmatched request.
    public init(
        _ cassette: Cassette, matching: Matching = .standard, order: Cassette.Order = .perRequest,
        allowRepeats: Bool = false, redaction: Redaction = .showingValues, file: String? = nil,
        hints: [String] = []
    ) {
        self.cassette = cassette
        self.file = file
        self.hints = hints
        state = Locked(
            State(
                recorded: RedactedRecording(cassette, by: redaction, matching: matching), redaction: redaction,
                playback: PlaybackState(order: order, allowRepeats: allowRepeats)))
    }

    private struct State {
        var recorded: RedactedRecording
        var redaction: Redaction
        var playback: PlaybackState
        var unmatched: [UnmatchedRequest] = []
    }
}

extension Replay {
    /// Hides secrets in requests before they are compared, and in the explanation of a miss.
    public var redaction: Redaction { state.withLock { $0.redaction } }

    /// Adds the redaction of a client that the cassette answers for.
    func use(_ other: Redaction) {
        guard ![.standard, .showingValues, .off].contains(other) else { return }
        state.withLock { state in
            state.redaction = state.redaction.adding(other)
            state.recorded.redact(by: state.redaction)
        }
    }

    /// Keeps texts that replace secrets in the recorded requests and in the live ones. Call it before the first
    /// request.
    func keep(standIns: [String]) {
        guard !standIns.isEmpty else { return }
        state.withLock { state in
            state.recorded = RedactedRecording(
                cassette, by: state.redaction, matching: state.recorded.index.matching, standIns: standIns)
        }
    }

    /// Adds texts that replace secrets, by secret: they stay in the requests, and replace their secrets.
    func use(standIns: [String: String]) {
        guard !standIns.isEmpty else { return }
        state.withLock { state in
            state.recorded.placeholders.use(standIns: standIns)
            state.redaction = state.redaction.redacting(values: standIns.filter { $0.key != $0.value }.keys)
        }
    }

    /// Which interactions have been played.
    package var playback: PlaybackState { state.withLock { $0.playback } }

    /// The unmatched requests, in order of arrival, even if their errors were discarded.
    public var unmatched: [UnmatchedRequest] { state.withLock { $0.unmatched } }

    /// The interactions that have not been played; nil if there are none.
    public var unused: CassetteError? { CassetteError(unusedIn: cassette, at: playback, file: file) }

    /// Throws if a request was unmatched or an interaction was not played.
    ///
    /// - Throws: `CassetteError`.
    public func verify() throws(CassetteError) {
        try CassetteError.check(unmatched.isEmpty ? unused.map { [$0] } ?? [] : problems, file: file)
    }

    /// The unmatched requests as problems of the cassette.
    var problems: [CassetteError] { unmatched.map { CassetteError(.unmatched($0), file: file) } }

    /// The next response to a request.
    ///
    /// - Throws: `UnmatchedRequest`, which is also added to ``unmatched``.
    func interaction(for request: Interaction.Request, from origin: String?) throws(UnmatchedRequest) -> Interaction {
        let result: Result<Interaction, UnmatchedRequest> = state.withLock { state in
            let (match, redacted) = match(request, &state)
            if case .hit(let index, _) = match { return .success(cassette.interactions[index]) }
            let error = UnmatchedRequest(
                redacted, match, in: state.recorded.cassette, by: state.recorded.index, at: state.playback, file: file,
                origin: origin,
                hints: hints, redaction: state.redaction)
            guard let error else { preconditionFailure("UnmatchedRequest is nil only for a hit.") }
            state.unmatched.append(error)
            return .failure(error)
        }
        return try result.get()
    }

    /// The next response to a request. Nil if it was not recorded, which does not count as unmatched.
    func interactionIfRecorded(for request: Interaction.Request) -> Interaction? {
        state.withLock { state in
            guard case .hit(let index, _) = match(request, &state).match else { return nil }
            return cassette.interactions[index]
        }
    }

    /// Prepares for a run in which the API answers, and its answers are compared with the recorded ones.
    func expectAnswers() {
        state.withLock { $0.recorded.expectAnswers() }
    }

    /// Assigns placeholders to the secrets of a new exchange, so that later requests with these secrets are matched.
    func registerSecrets(of interaction: Interaction) {
        state.withLock { _ = interaction.redacted(by: $0.redaction, into: &$0.recorded.placeholders) }
    }

    /// The match for a request, and the request with its secrets replaced.
    private func match(_ request: Interaction.Request, _ state: inout State) -> (
        match: Match, redacted: Interaction.Request
    ) {
        let redacted = state.recorded.redacted(request, by: state.redaction, at: state.playback)
        let match = state.recorded.cassette.match(redacted, by: state.recorded.index, at: state.playback)
        if case .hit(_, let next) = match { state.playback = next }
        return (match, redacted)
    }

    /// The secrets so far with their placeholders.
    var placeholders: PlaceholderTable { state.withLock { $0.recorded.placeholders } }

    /// The cassette with only the interactions that have been played.
    var played: Cassette {
        let unused = Set(unused?.unusedIndices ?? [])
        var played = cassette
        played.interactions = cassette.interactions.indices.filter { !unused.contains($0) }.map {
            cassette.interactions[$0]
        }
        return played
    }
}

/// The requests of a cassette as they are compared with live ones: without the secrets that the file of another program
/// may contain. The responses are not changed.
private struct RedactedRecording {
    private(set) var cassette: Cassette
    private(set) var index: CassetteIndex
    var placeholders: PlaceholderTable

    init(_ cassette: Cassette, by redaction: Redaction, matching: Matching, standIns: [String] = []) {
        self.cassette = cassette
        index = CassetteIndex(cassette, by: matching)
        placeholders = PlaceholderTable(for: cassette)
        placeholders.use(standIns: Dictionary(standIns.map { ($0, $0) }) { $1 })
        redact(by: redaction)
    }

    /// Gives the secrets of new answers the placeholders of the recorded ones.
    mutating func expectAnswers() {
        let standIns = placeholders.standIns
        placeholders = .expectingAnswers(of: cassette)
        placeholders.use(standIns: standIns)
    }

    /// Replaces what this redaction finds. In a file of this library the secrets have already been replaced, so that
    /// nothing changes.
    mutating func redact(by redaction: Redaction) {
        var empty = PlaceholderTable(for: cassette)
        empty.use(standIns: placeholders.standIns)
        var found = empty
        let requests = cassette.interactions.map { $0.request.redacted(by: redaction, into: &found) }
        guard requests != cassette.interactions.map(\.request) else { return }
        found = empty
        let redacted = cassette.redacted(by: redaction, into: &found)
        let echoes = redacted.redacted(by: redaction.redacting(echoes: found.secrets), into: &found)
        for (position, interaction) in echoes.interactions.enumerated() {
            cassette.interactions[position].request = interaction.request
        }
        index = CassetteIndex(cassette, by: index.matching)
        placeholders = found.expecting(cassette)
    }

    /// A live request with placeholders in place of its secrets; if it then matches nothing, also in place of secrets
    /// without their names. So the explanation of a miss shows neither.
    mutating func redacted(_ request: Interaction.Request, by redaction: Redaction, at playback: PlaybackState)
        -> Interaction.Request
    {
        let redacted = request.redacted(by: redaction, into: &placeholders)
        guard case .miss = cassette.match(redacted, by: index, at: playback) else { return redacted }
        return redacted.redacted(by: redaction.redacting(echoes: placeholders.secrets), into: &placeholders)
    }
}

extension Interaction.Response {
    private static let encodingHeaders: WordList = "content-encoding content-length transfer-encoding"

    /// This response without the header fields that describe the encoded body, because a cassette has decoded bodies.
    var decoded: Interaction.Response {
        var decoded = self
        decoded.headers = headers.filter { !Self.encodingHeaders.containsIgnoringCase($0.name) }
        return decoded
    }
}

extension Interaction {
    /// The response of a client to a request that this interaction answers. A request that wants a stream gets the
    /// recorded pieces in order, at the recorded times if there is a time source.
    ///
    /// - Throws: the recorded `URLError`. For an interrupted body, it is thrown after the pieces before it.
    func answer(
        to live: Request, _ request: APIRequest, pacedBy time: TimeSource? = nil
    ) throws -> APIResponse {
        switch outcome {
        case .response(let response):
            let decoded = response.decoded
            guard let http = decoded.httpURLResponse(url: response.url ?? live.url) else {
                throw URLError(.badServerResponse)
            }
            guard request.wantsStream, (200..<300).contains(response.status) else {
                if let interruption { throw interruption.error }
                return APIResponse(http: http, headers: decoded.headers, body: .data(response.body))
            }
            let stream = BodyStream(pieces(of: response.body), pacedBy: time, then: interruption?.error)
            return APIResponse(http: http, headers: decoded.headers, body: .stream(stream))
        case .failure(let failure): throw failure.error
        }
    }

    /// The body in its recorded pieces; in one piece if none were recorded, or if they do not add up to the body.
    func pieces(of body: Data) -> [(data: Data, time: Duration)] {
        guard !chunks.isEmpty, let ends = chunkEnds(in: body.count) else { return [(body, .zero)] }
        return zip(chunks, ends).map { chunk, end in
            (Data(body.prefix(end).suffix(chunk.length)), chunk.time)
        }
    }
}

extension Interaction.Failure {
    fileprivate var error: URLError {
        URLError(code, description: "\(self) (from a cassette)")
    }
}
