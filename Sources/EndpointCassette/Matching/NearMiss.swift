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
