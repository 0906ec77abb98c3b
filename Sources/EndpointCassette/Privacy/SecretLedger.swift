/// Which secret has which placeholder. It lives as long as a recording or a replay, in memory only, and never in a file.
///
/// Equal secrets get equal placeholders, so that a recording still tells that the token of one answer is sent with the next
/// request. A secret number gets a number. A ledger for a replay gives the secrets of the running program the placeholders of the
/// recording, by name and in the order in which they turn up.
public struct PlaceholderTable: Sendable {
    private var placeholders: [String: SecretPlaceholder] = [:]
    private var waiting: [String: [SecretPlaceholder]] = [:]
    private var highest: [String: Int] = [:]
    private var numbers: NumberLedger

    /// A ledger that goes on where the cassette is: empty for a new recording.
    public init(for cassette: Cassette = Cassette()) {
        numbers = NumberLedger(for: cassette)
        var seen: Set<SecretPlaceholder> = []
        for interaction in cassette.interactions {
            for placeholder in PlaceholderScan.placeholders(in: interaction.request)
            where seen.insert(placeholder).inserted {
                waiting[placeholder.label, default: []].append(placeholder)
                raise(placeholder)
            }
            for placeholder in PlaceholderScan.placeholders(in: interaction.outcome)
            where seen.insert(placeholder).inserted {
                raise(placeholder)
            }
        }
        waiting = waiting.mapValues { $0.reversed() }
    }

    /// The placeholder of a secret. One that is a placeholder already, because the program got it from a cassette, stays.
    mutating func placeholder(of secret: String, label: String) -> SecretPlaceholder {
        if let placeholder = SecretPlaceholder(secret) {
            reserve(placeholder)
            return placeholder
        }
        if let known = placeholders[secret] { return known }
        let label = SecretPlaceholder.label(label)
        let placeholder =
            waiting[label]?.popLast() ?? SecretPlaceholder(label: label, number: (highest[label] ?? 0) + 1)
        reserve(placeholder)
        placeholders[secret] = placeholder
        return placeholder
    }

    /// What stands for a secret that is a JSON number, whose text this is.
    mutating func number(of token: String, label: String) -> SecretNumber {
        numbers.placeholder(of: token, label: label)
    }

    /// Remembers a secret that goes with another one, such as the password inside of credentials, so that no file may contain it.
    mutating func remember(_ secret: String, as placeholder: SecretPlaceholder) {
        if placeholders[secret] == nil { placeholders[secret] = placeholder }
    }

    /// All secrets with their labels, for the search for leaks.
    var secrets: [(secret: String, label: String)] {
        placeholders.map { ($0.key, $0.value.label) } + numbers.secrets
    }

    private mutating func raise(_ placeholder: SecretPlaceholder) {
        highest[placeholder.label] = max(highest[placeholder.label] ?? 0, placeholder.number)
    }

    private mutating func reserve(_ placeholder: SecretPlaceholder) {
        raise(placeholder)
        waiting[placeholder.label]?.removeAll { $0 == placeholder }
    }
}

extension PlaceholderTable: CustomStringConvertible, CustomReflectable {
    /// How many secrets there are, and none of them.
    public var description: String { "PlaceholderTable(\(placeholders.count + numbers.count) secrets)" }

    /// The description alone, so that no dump shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
