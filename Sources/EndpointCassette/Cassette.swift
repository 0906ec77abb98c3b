/// Recorded exchanges in the order in which they were started, and what there is to know about the recording.
///
/// As a file it is HAR 1.2, which browsers and proxies read and write: see ``reading(har:only:sibling:)`` and ``har(_:redaction:)``.
public struct Cassette: Hashable, Sendable {
    /// The exchanges, in the order in which they were started.
    public var interactions: [Interaction]

    /// When the recording was made, if it says so.
    public var recordedAt: Date?

    /// By which rule requests find their answers, in words, if it says so.
    public var rule: String?

    /// The placeholders that stand for secrets, sorted: texts, and then numbers.
    public var redactions: [String]

    /// A cassette.
    public init(
        _ interactions: [Interaction] = [], recordedAt: Date? = nil, rule: String? = nil, redactions: [String] = []
    ) {
        self.interactions = interactions
        self.recordedAt = recordedAt
        self.rule = rule
        self.redactions = redactions
    }
}

extension Cassette {
    /// This cassette with one more exchange at its end.
    public func appending(_ interaction: Interaction) -> Cassette {
        var longer = self
        longer.interactions.append(interaction)
        return longer
    }

    /// The exchanges sorted by their start, those of one moment in their present order. A recorder appends them as they end.
    public func inStartOrder() -> Cassette {
        var sorted = self
        sorted.interactions = interactions.enumerated()
            .sorted { ($0.element.startedDateTime, $0.offset) < ($1.element.startedDateTime, $1.offset) }
            .map(\.element)
        return sorted
    }

    /// Whether the recording is older than that. One without a date never is.
    public func isExpired(after age: Duration, now: Date) -> Bool {
        guard let recordedAt else { return false }
        return now.timeIntervalSince(recordedAt) * 1000 > Double(age.milliseconds)
    }
}

extension Cassette {
    /// This cassette, recorded anew: what has not changed stays as it is, down to its dates and the bytes of its bodies.
    ///
    /// An exchange is unchanged if request and answer mean the same, in whatever way their JSON is written. If all are, the
    /// cassette is this very one, so that a recording of an unchanged API leaves no difference in the file.
    ///
    /// Both must have been redacted, and trimmed to the same format.
    public func merging(recorded: Cassette) -> Cassette {
        var olds = Dictionary(grouping: interactions.indices.reversed()) { Meaning(interactions[$0]) }
        let kept = recorded.interactions.map { olds[Meaning($0)]?.popLast() }
        if kept == interactions.indices.map(Optional.some) { return self }
        var merged = recorded
        merged.interactions = zip(kept, recorded.interactions).map { old, new in old.map { interactions[$0] } ?? new }
        return merged.movingNewDates(isNew: kept.map { $0 == nil })
    }

    /// Dates must not decrease, and kept ones must not change: a new exchange moves between its neighbours if it has to.
    private func movingNewDates(isNew: [Bool]) -> Cassette {
        var moved = self
        var ceiling = Date.distantFuture
        for index in interactions.indices.reversed() {
            let date = interactions[index].startedDateTime
            if !isNew[index] { ceiling = min(ceiling, date) }
            moved.interactions[index].startedDateTime = isNew[index] ? min(date, ceiling) : date
        }
        return moved
    }
}

/// What an exchange means, without when it took place and how its bodies are written.
private struct Meaning: Hashable {
    private let method: String
    private let url: String
    private let requestHeaders: [HeaderField]
    private let requestBody: CanonicalBody
    private let status: Int
    private let responseHeaders: [HeaderField]
    private let responseBody: CanonicalBody
    private let failure: Interaction.Failure?

    init(_ interaction: Interaction) {
        method = interaction.request.method
        url = interaction.request.url
        requestHeaders = interaction.request.headers
        requestBody = Matching.standard.body(interaction.request.body)
        status = interaction.response?.status ?? 0
        responseHeaders = interaction.response?.headers ?? []
        responseBody = interaction.response.map { Matching.standard.content($0.body, $0.contentType) } ?? .none
        failure = interaction.failure
    }
}
