/// Which secret number has which number in its place: the part of a ``PlaceholderTable`` that is about numbers.
struct NumberLedger: Sendable {
    private var known: [String: SecretNumber] = [:]
    private var waiting: [String: [SecretNumber]] = [:]
    private var highest = 0

    /// Numbers that are replaced where they stand beside a secret, but that may well stand elsewhere too: moments and durations.
    private static let times: Set = [
        "exp", "iat", "nbf", "expires", "expires_at", "expires_in", "expiresat", "expiresin", "expiration", "expiry",
        "issued_at", "issuedat", "created_at", "createdat", "created", "updated_at", "updatedat", "timestamp", "ttl",
    ]

    /// The secrets as they were written and as people write them, with their labels, for the search for leaks.
    private(set) var secrets: [(secret: String, label: String)] = []

    /// How many secrets there are.
    var count: Int { known.count }

    /// A ledger that goes on where the cassette is.
    init(for cassette: Cassette) {
        var seen: Set<SecretNumber> = []
        for interaction in cassette.interactions {
            for (number, label) in PlaceholderScan.numbers(in: interaction.request) where seen.insert(number).inserted {
                waiting[label, default: []].append(number)
            }
            seen.formUnion(PlaceholderScan.numbers(in: interaction.outcome))
        }
        highest = seen.max()?.number ?? 0
        waiting = waiting.mapValues { $0.reversed() }
    }

    /// What stands for a secret number. One that stands for a secret already, because the program got it from a cassette, stays.
    mutating func placeholder(of token: String, label: String) -> SecretNumber {
        if let placeholder = SecretNumber(token) {
            highest = max(highest, placeholder.number)
            for label in waiting.keys { waiting[label]?.removeAll { $0 == placeholder } }
            return placeholder
        }
        let value = JSONNumber.canonical(token)
        if let known = known[value] { return known }
        let label = SecretPlaceholder.label(label)
        let placeholder = waiting[label]?.popLast() ?? SecretNumber(number: highest + 1)
        highest = max(highest, placeholder.number)
        known[value] = placeholder
        if !Self.times.contains(label) { secrets += Set([token, JSONNumber.readable(value)]).map { ($0, label) } }
        return placeholder
    }
}
