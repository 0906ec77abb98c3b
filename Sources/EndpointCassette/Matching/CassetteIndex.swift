/// A cassette's requests, arranged so that one is found at once, however many there are.
///
/// An index serves the cassette that it was made from, and what was appended to both.
public struct CassetteIndex: Sendable {
    /// When a request counts as one that was recorded.
    public let matching: Matching

    private var groups: [CanonicalRequest: [Int]] = [:]
    private var count = 0

    /// The requests of a cassette.
    public init(_ cassette: Cassette, by matching: Matching = .standard) {
        self.matching = matching
        groups.reserveCapacity(cassette.interactions.count)
        for interaction in cassette.interactions { append(interaction) }
    }

    /// Adds the exchange that was appended to the cassette.
    public mutating func append(_ interaction: Interaction) {
        groups[matching.canonical(interaction.request), default: []].append(count)
        count += 1
    }

    /// The exchanges whose request is this one, in their order.
    func group(of request: Interaction.Request, in cassette: Cassette) -> [Int] {
        let group = groups[matching.canonical(request)] ?? []
        guard matching.hasCustomRules else { return group }
        return group.filter { matching.customDifferences(cassette.interactions[$0].request, request).isEmpty }
    }

    /// The requests that are the most similar ones, one of each kind.
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

/// A recorded request that was almost the one that was asked.
public struct NearMiss: Hashable, Sendable {
    /// Where it stands in the cassette, from 0.
    public let index: Int

    /// The recorded request.
    public let request: Interaction.Request

    /// All that keeps it from being the one that was asked.
    public let differences: [Difference]

    /// How far away it is: another place counts more than another method, and that more than other content.
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

    /// The same without what looks like a secret.
    var disclosed: NearMiss {
        var ledger = PlaceholderTable()
        return NearMiss(
            index: index, request: request.redacted(by: .standard, into: &ledger),
            differences: differences.map(\.disclosed))
    }
}
