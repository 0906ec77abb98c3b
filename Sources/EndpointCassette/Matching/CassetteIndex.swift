/// The requests of a cassette by their canonical form, so that finding one takes the same time whatever their number.
///
/// An index is valid for the cassette that it was made from. An interaction that is appended to the cassette must be
/// appended to the index.
package struct CassetteIndex: Sendable {
    /// When a request counts as one that was recorded.
    package let matching: Matching

    private var groups: [CanonicalRequest: [Int]] = [:]
    private var count = 0

    /// An index of the requests of a cassette.
    package init(_ cassette: Cassette, by matching: Matching = .standard) {
        self.matching = matching
        groups.reserveCapacity(cassette.interactions.count)
        for interaction in cassette.interactions { append(interaction) }
    }

    /// Adds the interaction that was appended to the cassette.
    package mutating func append(_ interaction: Interaction) {
        groups[matching.canonical(interaction.request), default: []].append(count)
        count += 1
    }

    /// The interactions with an equal request, in the order of the recording.
    func group(of request: Interaction.Request, in cassette: Cassette) -> [Int] {
        let group = groups[matching.canonical(request)] ?? []
        guard matching.hasCustomRules else { return group }
        return group.filter { matching.customDifferences(cassette.interactions[$0].request, request).isEmpty }
    }

    /// The most similar requests, at most one from each group of equal ones.
    func nearest(to request: Interaction.Request, in cassette: Cassette, limit: Int = 3) -> [NearMiss] {
        let live = matching.canonical(request)
        let all = groups.map { canonical, indices in
            let recorded = cassette.interactions[indices[0]].request
            let differences = matching.differences(canonical, live) + matching.customDifferences(recorded, request)
            return NearMiss(index: indices[0], request: recorded, differences: differences)
        }
        return Array(all.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(limit))
    }
}

/// A recorded request that is similar to one that was not recorded.
package struct NearMiss: Hashable, Sendable {
    /// Its index in the cassette, from 0.
    package let index: Int

    /// The recorded request.
    package let request: Interaction.Request

    /// All differences between the two requests.
    package let differences: [Matching.Difference]

    /// The weighted number of differences: a different URL counts more than a different method, and that more than
    /// different content.
    var distance: Int {
        differences.reduce(0) { sum, difference in
            switch difference.part {
            case .url: sum + 100
            case .method: sum + 20
            case .mediaType: sum + 5
            case .query, .header, .body, .order, .custom: sum + 1
            }
        }
    }

    /// The same with what may be shown of it.
    func redacted(by redaction: Redaction) -> NearMiss {
        var ledger = PlaceholderTable()
        return NearMiss(
            index: index, request: request.redacted(by: redaction, into: &ledger),
            differences: differences.map { $0.redacted(by: redaction) })
    }
}
