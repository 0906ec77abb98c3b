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
