extension PlaceholderTable {
    /// Runs a function with a redactor that replaces secrets by placeholders of this table.
    mutating func redacting(_ redaction: Redaction, _ body: (CassetteRedactor) -> Void) {
        let assignment = PlaceholderAssignment(redaction, self)
        self = PlaceholderTable()
        body(CassetteRedactor(assignment))
        self = assignment.table
    }
}

/// Redacts the parts of a message with numbered placeholders.
struct CassetteRedactor {
    let redactor: Redactor
    private let assignment: PlaceholderAssignment

    fileprivate init(_ assignment: PlaceholderAssignment) {
        self.assignment = assignment
        let replacement = SecretReplacement(text: assignment.replacement) { SecretPlaceholder.end(ofOneAt: $1, in: $0) }
        redactor = Redactor(assignment.redaction, replacing: replacement)
    }

    func headers(_ headers: HeaderFields) -> HeaderFields {
        headers.mappingValues { String(decoding: redactor.header($0.name, Array($0.value.utf8)), as: UTF8.self) }
    }

    func url(_ url: String) -> String {
        String(decoding: redactor.url(Array(url.utf8)), as: UTF8.self)
    }

    func text(_ text: String) -> String {
        String(decoding: redactor.text(Array(text.utf8)), as: UTF8.self)
    }
}

/// Assigns a placeholder to each secret that a redaction finds. A secret that isn't text keeps its type.
private final class PlaceholderAssignment {
    let redaction: Redaction
    private(set) var table: PlaceholderTable

    private static let punctuation: ByteSet = ",]}"

    init(_ redaction: Redaction, _ table: PlaceholderTable) {
        self.redaction = redaction
        self.table = table
    }

    /// The replacement of a secret; nil leaves it.
    func replacement(of secret: FoundSecret) -> [UInt8]? {
        if secret.syntax == .json, let number = number(secret) { return number }
        let isEncoded = secret.name != FoundSecret.valueName
        let text = String(
            decoding: isEncoded ? PercentEncoding.decoded(secret.bytes[...]) : secret.bytes[...], as: UTF8.self)
        if text == "{{secret}}" { return nil }
        let placeholder: String
        if let standIn = table.standIns[text] {
            placeholder = standIn
        } else {
            let assigned = self.placeholder(of: secret, text)
            if let password = secret.password { table.remember(password: password, as: assigned) }
            placeholder = assigned.text
        }
        if secret.syntax == .json { return Array("\"\(placeholder)\"".utf8) }
        if text == placeholder { return nil }
        return Array((secret.isInURL ? PercentEncoding.query(placeholder) : placeholder).utf8)
    }

    /// The placeholder of a secret. A `+` in a URL or a form may be a plus or a blank, so both readings get it.
    private func placeholder(of secret: FoundSecret, _ text: String) -> SecretPlaceholder {
        guard secret.isInURL, secret.bytes.contains(UInt8(ascii: "+")) else {
            return table.placeholder(of: text, label: secret.name)
        }
        let withBlanks = PercentEncoding.repairForm(secret.bytes[...])
        let known = table.isKnown(withBlanks) && !table.isKnown(text) ? withBlanks : text
        let placeholder = table.placeholder(of: known, label: secret.name)
        table.remember(text, as: placeholder)
        table.remember(withBlanks, as: placeholder)
        return placeholder
    }

    /// The number that replaces a secret number, and the punctuation after it that belongs to the JSON around it.
    private func number(_ secret: FoundSecret) -> [UInt8]? {
        let end = secret.bytes.start(of: Self.punctuation, in: 0..<secret.bytes.count)
        guard JSONNumber.isValid(0..<end, in: secret.bytes) else { return nil }
        let token = String(decoding: secret.bytes[..<end], as: UTF8.self)
        return Array(table.number(of: token, label: secret.name).text.utf8) + secret.bytes[end...]
    }
}
