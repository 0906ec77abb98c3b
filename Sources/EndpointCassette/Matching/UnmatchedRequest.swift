/// A request for which a cassette has no answer: what was asked, what comes near, and what to do.
///
/// Its description holds no secret. Asking again cannot help, so it is nothing to retry.
public struct UnmatchedRequest: Error, Hashable, Sendable {
    /// Why there is no answer.
    public enum Reason: Hashable, Sendable {
        /// It was not recorded. The most similar requests come first.
        case notRecorded(nearest: [NearMiss])
        /// It was recorded, but all its answers have been given: how many there are, and the index of the last, from 0.
        case exhausted(last: Int, recorded: Int)
    }

    /// What was asked, with its secrets replaced.
    public let request: Interaction.Request

    /// Why there is no answer.
    public let reason: Reason

    /// How many exchanges the cassette holds.
    public let interactions: Int

    /// How many of them have been played.
    public let played: Int

    /// The file, if there is one.
    public var file: String?

    /// Who asked: an endpoint's type, a place in the source.
    public var origin: String?

    /// What whoever replays the cassette can say besides, one line each.
    public var hints: [String]

    /// An error from what the cassette said to the request: see ``Match``. Nil for a hit.
    public init?(
        _ request: Interaction.Request, _ match: Match, in cassette: Cassette, by index: CassetteIndex,
        at playhead: PlaybackState, file: String? = nil, origin: String? = nil, hints: [String] = []
    ) {
        switch match {
        case .hit: return nil
        case .exhausted(let last):
            reason = .exhausted(last: last, recorded: index.group(of: request, in: cassette).count)
        case .miss(let nearest): reason = .notRecorded(nearest: nearest.map(\.disclosed))
        }
        var ledger = PlaceholderTable()
        self.request = request.redacted(by: .standard, into: &ledger)
        interactions = cassette.interactions.count
        played = interactions - cassette.unused(at: playhead).count
        self.file = file
        self.origin = origin
        self.hints = hints
    }
}
