/// What a ``MockClient`` remembers: how often each stub has answered, what was asked, and what was refused.
struct StubState: Sendable {
    let stubs: [MockStub]
    private let redaction: Redaction
    private(set) var plays: [Int]
    private(set) var requests: [APIRequest] = []
    private(set) var unmatched: [UnmatchedRequest] = []

    /// Hosts count where both requests name one.
    static let matching = Matching.standard.ignoring(.host).custom { stub, live in
        let (stubbed, asked) = (URL(string: stub.url).flatMap(Origin.init), URL(string: live.url).flatMap(Origin.init))
        guard let stubbed, let asked, stubbed != asked else { return [] }
        return [Difference(.url, recorded: "\(stubbed)", live: "\(asked)")]
    }

    init(_ stubs: [MockStub], redaction: Redaction = .standard) {
        self.stubs = stubs
        self.redaction = redaction
        plays = stubs.map { _ in 0 }
    }

    mutating func note(_ request: APIRequest) {
        requests.append(request)
    }

    /// The next answer of the first stub that fits and has one left.
    mutating func reply(to request: APIRequest, _ live: Interaction.Request) -> Result<MockReply, UnmatchedRequest> {
        note(request)
        for (index, stub) in stubs.enumerated() {
            guard let reply = stub.reply(to: plays[index]), let example = stub.target.example(request, live),
                Self.matching.differences(recorded: example, live: live).isEmpty
            else { continue }
            plays[index] += 1
            return .success(reply)
        }
        let error = refusal(of: request, live)
        unmatched.append(error)
        return .failure(error)
    }

    /// The stubs as a cassette, which knows how to explain a miss.
    private func refusal(of request: APIRequest, _ live: Interaction.Request) -> UnmatchedRequest {
        var ledger = PlaceholderTable()
        var cassette = Cassette()
        var playback = PlaybackState()
        for (stub, plays) in zip(stubs, plays) {
            guard let example = stub.target.example(request, live)?.redacted(by: redaction, into: &ledger) else {
                continue
            }
            for reply in 0..<stub.count {
                if reply < plays { playback = playback.playing(cassette.interactions.count) }
                cassette.interactions.append(Interaction(example, .response(.init(200))))
            }
        }
        let asked = live.redacted(by: redaction, into: &ledger)
        let index = CassetteIndex(cassette, by: Self.matching)
        var match = cassette.match(asked, by: index, at: playback)
        if case .hit = match { match = .miss(nearest: []) }
        return UnmatchedRequest(
            asked, match, in: cassette, by: index, at: playback, file: "MockClient",
            origin: "\(type(of: request.endpoint))", hints: hints)!  // Nil only for a hit, which is ruled out above.
    }

    private var hints: [String] {
        stubs.isEmpty ? ["The mock has no stubs."] : zip(stubs, plays).map { "Stub: \($0.summary($1))" }
    }
}
