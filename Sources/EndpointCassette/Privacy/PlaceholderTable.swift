/// Maps each secret to its placeholder. It exists as long as a recording or a replay, in memory only, and is never
/// written to a file.
///
/// Equal secrets get equal placeholders, so a recording shows that the token of one answer is sent with the next
/// request. A secret number gets a number. In a replay, the secrets of the running program get the placeholders of the
/// recording, by name and in order of appearance.
package struct PlaceholderTable: Sendable {
    private var texts = Assignments<SecretPlaceholder>()
    private var highest: [String: Int] = [:]
    private var numbers = Assignments<SecretNumber>()
    private var highestNumber = 0
    private var passwords: Set<String> = []

    /// The secret numbers, as written and in their usual notation, with their labels.
    private var secretNumbers: [(secret: String, label: String)] = []

    /// The texts that replace certain secrets instead of placeholders, by secret. Each text also maps to itself, so
    /// that it stays where a secret would be replaced.
    package private(set) var standIns: [String: String] = [:]

    /// Values at places that the user has excluded from redaction.
    private(set) var kept: Set<String> = []

    private static let highestCounted = Int(Int32.max)

    /// Numbers that are replaced where they belong to a secret, but may also occur elsewhere: times and durations.
    private static let times: WordList = """
        exp iat nbf expires expires_at expires_in expiresat expiresin expiration expiry issued_at issuedat created_at createdat
        created updated_at updatedat timestamp ttl
        """

    /// A table with the placeholders of a cassette; empty for a new recording.
    package init(for cassette: Cassette = Cassette()) {
        for interaction in cassette.interactions {
            for placeholder in interaction.request.placeholders where texts.expect(placeholder, for: placeholder.label)
            {
                raise(placeholder)
            }
            for placeholder in interaction.outcome.placeholders where texts.see(placeholder) { raise(placeholder) }
            for (number, label) in interaction.request.secretNumbers { _ = numbers.expect(number, for: label) }
            for number in interaction.outcome.secretNumbers { _ = numbers.see(number) }
        }
        highestNumber = numbers.seen.max()?.number ?? 0
    }

    /// A table for a run in which the API answers again: a secret in a new answer gets the placeholder of the recorded
    /// one.
    package static func expectingAnswers(of cassette: Cassette) -> PlaceholderTable {
        var table = PlaceholderTable()
        for interaction in cassette.interactions {
            for placeholder in interaction.request.placeholders + interaction.outcome.placeholders {
                if table.texts.expect(placeholder, for: placeholder.label) { table.raise(placeholder) }
            }
            for (number, label) in interaction.request.secretNumbers { _ = table.numbers.expect(number, for: label) }
            for number in interaction.outcome.secretNumbers { _ = table.numbers.see(number) }
        }
        table.highestNumber = table.numbers.seen.max()?.number ?? 0
        return table
    }

    /// The placeholder of a secret. One that is already a placeholder, because the program got it from a cassette,
    /// stays.
    mutating func placeholder(of secret: String, label: String) -> SecretPlaceholder {
        if let placeholder = SecretPlaceholder(secret) {
            texts.take(placeholder)
            raise(placeholder)
            return placeholder
        }
        let label = SecretPlaceholder.label(label)
        let new = SecretPlaceholder(label: label, number: (highest[label] ?? 0) + 1)
        let placeholder = texts.placeholder(of: secret, label: label, new: new)
        raise(placeholder)
        return placeholder
    }

    /// The number that replaces a secret JSON number with this text. One that already replaces a secret stays.
    mutating func number(of token: String, label: String) -> SecretNumber {
        if let number = SecretNumber(token) {
            numbers.take(number)
            highestNumber = max(highestNumber, number.number)
            return number
        }
        let value = JSONNumber.canonical(token)
        let label = SecretPlaceholder.label(label)
        let isNew = numbers.assigned[value] == nil
        let number = numbers.placeholder(of: value, label: label, new: SecretNumber(number: highestNumber + 1))
        highestNumber = max(highestNumber, number.number)
        if isNew, !Self.times.contains(label) {
            secretNumbers += Set([token, JSONNumber.readable(value)]).map { ($0, label) }
        }
        return number
    }

    /// Adds a secret that belongs to another one, such as the password inside credentials, so that no file may contain
    /// it.
    mutating func remember(_ secret: String, as placeholder: SecretPlaceholder) {
        texts.remember(secret, as: placeholder)
    }

    /// Remembers the password in an authorization or a userinfo, which has the placeholder of the whole.
    mutating func remember(password: String, as placeholder: SecretPlaceholder) {
        if !isKnown(password) { passwords.insert(password) }
        remember(password, as: placeholder)
    }

    /// Uses texts in place of secrets: see ``Cassette/secrets(at:)``.
    package mutating func use(standIns: [String: String]) {
        for (secret, text) in standIns {
            self.standIns[secret] = text
            self.standIns[text] = text
        }
    }

    /// This table for a cassette that it has redacted: another secret in a live request gets the placeholder that
    /// the cassette has for the recorded one.
    package func expecting(_ cassette: Cassette) -> PlaceholderTable {
        var table = PlaceholderTable(for: cassette)
        table.texts.assign(texts)
        table.numbers.assign(numbers)
        table.secretNumbers = secretNumbers
        (table.kept, table.standIns) = (kept, standIns)
        for (label, number) in highest { table.highest[label] = max(table.highest[label] ?? 0, number) }
        table.highestNumber = max(highestNumber, table.highestNumber)
        return table
    }

    /// Adds values that aren't secret because the user has listed their places.
    mutating func keep(_ values: some Sequence<String>) {
        kept.formUnion(values)
    }

    /// Whether a secret has a placeholder already.
    func isKnown(_ secret: String) -> Bool { texts.assigned[secret] != nil }

    /// The placeholders of the secrets.
    var placeholders: Set<SecretPlaceholder> { Set(texts.assigned.values) }

    /// All secrets with their labels, for the search for leaks.
    package var secrets: [(secret: String, label: String, isNumber: Bool)] {
        texts.assigned.map { ($0.key, passwords.contains($0.key) ? "password" : $0.value.label, false) }
            + secretNumbers.map { ($0.secret, $0.label, true) }
    }

    /// Numbers new placeholders from this one on. No recording reaches a number above the limit: such a number comes
    /// from a server that imitates placeholders, and counting on from it could overflow.
    private mutating func raise(_ placeholder: SecretPlaceholder) {
        guard placeholder.number < Self.highestCounted else { return }
        highest[placeholder.label] = max(highest[placeholder.label] ?? 0, placeholder.number)
    }
}

/// The placeholders of secrets, and those of the recording that no secret of this run has yet.
private struct Assignments<Placeholder: Hashable & Sendable>: Sendable {
    private(set) var assigned: [String: Placeholder] = [:]
    private(set) var seen: Set<Placeholder> = []
    /// By label, in the order of the recording.
    private var waiting: [String: ArraySlice<Placeholder>] = [:]
    /// The placeholders of the recording that the program has sent unchanged.
    private var taken: Set<Placeholder> = []

    /// Registers a placeholder of the recording; false if it is already known.
    mutating func see(_ placeholder: Placeholder) -> Bool {
        seen.insert(placeholder).inserted
    }

    /// Registers a placeholder of a recorded request, for the next secret with this label; false if it is already
    /// known.
    mutating func expect(_ placeholder: Placeholder, for label: String) -> Bool {
        guard see(placeholder) else { return false }
        waiting[label, default: []].append(placeholder)
        return true
    }

    /// The placeholder of a secret: its own, otherwise the next of the recording with this label, otherwise the new
    /// one.
    mutating func placeholder(of secret: String, label: String, new: @autoclosure () -> Placeholder) -> Placeholder {
        if let known = assigned[secret] {
            taken.insert(known)
            return known
        }
        var next = waiting[label]?.popFirst()
        while let waited = next, taken.contains(waited) { next = waiting[label]?.popFirst() }
        let placeholder = next ?? new()
        assigned[secret] = placeholder
        return placeholder
    }

    /// Adds the secrets of another table. A placeholder of a recorded request remains available for another secret with
    /// its label.
    mutating func assign(_ other: Assignments) {
        assigned.merge(other.assigned) { own, _ in own }
    }

    /// Reserves a placeholder, so that no other secret gets it.
    mutating func take(_ placeholder: Placeholder) {
        taken.insert(placeholder)
    }

    mutating func remember(_ secret: String, as placeholder: Placeholder) {
        if assigned[secret] == nil { assigned[secret] = placeholder }
    }
}

extension PlaceholderTable: CustomStringConvertible, CustomReflectable {
    /// The number of secrets, without any of them.
    package var description: String {
        "PlaceholderTable(\((texts.assigned.count + numbers.assigned.count).counted("secret")))"
    }

    /// Only the description, so that no dump shows a secret.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension Interaction.Request {
    /// The placeholders in the URL, the headers and the body, in this order.
    var placeholders: [SecretPlaceholder] {
        SecretPlaceholder.all(in: url.utf8) + headers.flatMap { SecretPlaceholder.all(in: $0.value.utf8) }
            + SecretPlaceholder.all(in: body?.data ?? Data())
    }

    /// The numbers in the body that replace secrets, in their order, each with the label of its field.
    var secretNumbers: [(number: SecretNumber, label: String)] {
        SecretNumber.labelled(in: body?.data ?? Data())
    }
}

extension Interaction.Outcome {
    /// The placeholders in the headers and the body of an answer, or in the message of a failure.
    var placeholders: [SecretPlaceholder] {
        switch self {
        case .response(let response):
            response.headers.flatMap { SecretPlaceholder.all(in: $0.value.utf8) }
                + SecretPlaceholder.all(in: response.body)
        case .failure(let failure): SecretPlaceholder.all(in: failure.message.utf8)
        }
    }

    /// The numbers in an answer that replace secrets.
    var secretNumbers: [SecretNumber] {
        guard case .response(let response) = self else { return [] }
        return (response.headers.map { Data($0.value.utf8) } + [response.body]).flatMap {
            SecretNumber.all(in: $0).map(\.number)
        }
    }
}
