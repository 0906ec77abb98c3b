/// The state of a ``MockClient``: its stubs with their numbers of used replies, all requests, and the unmatched ones.
struct StubState: Sendable {
    let stubs: [MockStub]
    private let redaction: Redaction
    /// How many replies each stub has used.
    private(set) var answerCounts: [Int]
    private(set) var requests: [APIRequest] = []
    private(set) var unmatched: [UnmatchedRequest] = []
    /// What the description of the API does not have.
    private(set) var refused: [ContractViolation] = []

    /// Compares origins only if both requests have one.
    static let matching = Matching.standard.ignoring(.host).custom { stub, live in
        let (expected, actual) = (
            URL(string: stub.url).flatMap(Origin.init), URL(string: live.url).flatMap(Origin.init)
        )
        guard let expected, let actual, expected != actual else { return [] }
        return [Matching.Difference(.url, recorded: "\(expected)", live: "\(actual)")]
    }

    init(_ stubs: [MockStub], redaction: Redaction = .showingValues) {
        self.stubs = stubs
        self.redaction = redaction
        answerCounts = stubs.map { _ in 0 }
    }

    mutating func record(_ request: APIRequest) {
        requests.append(request)
    }

    mutating func refuse(_ violation: ContractViolation) {
        refused.append(violation)
    }

    /// The next reply of the first stub that matches and has one left, with that stub.
    mutating func reply(
        to request: APIRequest, _ live: Interaction.Request
    ) -> Result<(reply: MockReply, stub: MockStub), UnmatchedRequest> {
        record(request)
        for (index, stub) in stubs.enumerated() {
            guard let reply = stub.reply(to: answerCounts[index]), let expected = stub.matcher.expected(request, live),
                Self.matching.differences(recorded: expected, live: live).isEmpty
            else { continue }
            answerCounts[index] += 1
            return .success((reply, stub))
        }
        let error = unmatched(request, live)
        unmatched.append(error)
        return .failure(error)
    }

    /// The error for an unmatched request. The stubs become a cassette, so that the nearest ones are found as in a
    /// replay.
    private func unmatched(_ request: APIRequest, _ live: Interaction.Request) -> UnmatchedRequest {
        let redaction = redaction.redacting(secretsOf: live)
        var placeholders = PlaceholderTable()
        var cassette = Cassette()
        var playback = PlaybackState()
        for (stub, answerCount) in zip(stubs, answerCounts) {
            guard let expected = stub.matcher.expected(request, live)?.redacted(by: redaction, into: &placeholders)
            else { continue }
            for reply in 0..<stub.count {
                if reply < answerCount { playback = playback.playing(cassette.interactions.count) }
                cassette.interactions.append(Interaction(expected, .response(.init(200))))
            }
        }
        let actual = live.redacted(by: redaction, into: &placeholders)
        let index = CassetteIndex(cassette, by: Self.matching)
        var match = cassette.match(actual, by: index, at: playback)
        if case .hit = match { match = .miss(nearest: []) }
        // Nil only for a hit, which is ruled out above.
        var error = UnmatchedRequest(
            actual, match, in: cassette, by: index, at: playback,
            origin: "\(type(of: request.endpoint))", hints: hints, redaction: redaction)!
        error.isMock = true
        return error
    }

    private var hints: [String] {
        stubs.isEmpty
            ? ["The mock has no stubs."] : summaries { _, _ in true }.map { "Stub: \($0)" }
    }

    /// The stubs for which the condition is true, one line each. Its arguments are a stub and its number of used
    /// replies.
    func summaries(where isIncluded: (MockStub, Int) -> Bool) -> [String] {
        zip(stubs, answerCounts).filter(isIncluded).map { redaction.text($0.summary(answered: $1)) }
    }

    /// A request as one line, without its secrets.
    func line(_ request: Interaction.Request) -> String { redaction.text(request.description) }
}
