extension PlaceholderTable {
    /// Runs a function with a redactor that puts placeholders of this table in place of secrets.
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

/// Gives each secret that a redaction finds its placeholder. A secret that is no text keeps its type.
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
        let isValue = secret.syntax == .json || secret.syntax == .jsonInText && !secret.isInURL
        if isValue, let value = value(secret) { return value }
        let isEncoded = secret.name != FoundSecret.valueName
        let text = String(
            decoding: isEncoded ? PercentEncoding.decoded(secret.bytes[...]) : secret.bytes[...], as: UTF8.self)
        if text == "{{secret}}" { return nil }
        let placeholder: String
        if let standIn = table.standIns[text] {
            placeholder = standIn
        } else {
            let assigned = self.placeholder(of: secret, text)
            if let password = secret.password { table.remember(password, as: assigned) }
            placeholder = assigned.text
        }
        if secret.syntax == .json { return Array("\"\(placeholder)\"".utf8) }
        if text == placeholder { return nil }
        return Array((secret.isInURL ? PercentEncoding.query(placeholder) : placeholder).utf8)
    }

    /// The placeholder of a secret. A `+` in a URL or a form may be one or a blank, so that both readings are the secret.
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

    /// A number, array or object with placeholders in it, and the punctuation behind it that belongs to the JSON around
    /// it.
    private func value(_ secret: FoundSecret) -> [UInt8]? {
        let bytes = secret.bytes
        let isNested = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
        let end = isNested ? bytes.count : bytes.start(of: Self.punctuation, in: 0..<bytes.count)
        guard let node = JSONParser.node(Data(bytes[..<end])) else { return nil }
        switch node {
        case .null, .bool, .string: return nil
        case .number, .array, .object:
            var label = secret.name
            return Array(JSONPrinter.compact(replaced(node, label: &label)).utf8) + bytes[end...]
        }
    }

    /// A value with a placeholder in place of each text and a number in place of each number, so that what reads the
    /// API reads the replay. The label is the last key so far.
    private func replaced(_ node: JSONNode, label: inout String) -> JSONNode {
        switch node {
        case .null, .bool, .string(""), .string("{{secret}}"): return node
        case .string(let text): return .string(table.standIns[text] ?? table.placeholder(of: text, label: label).text)
        case .number(let token): return .number(table.number(of: token, label: label).text)
        case .array(let elements): return .array(elements.map { replaced($0, label: &label) })
        case .object(let members):
            return .object(
                members.map { member in
                    let key = replaced(key: member.key)
                    label = key == member.key ? key : SecretPlaceholder.keyLabel
                    return .init(key: key, value: replaced(member.value, label: &label))
                })
        }
    }

    /// A key stays if it is a word that a program would know; what might be a token, such as the key of a dictionary,
    /// does not.
    private func replaced(key: String) -> String {
        let bytes = key.utf8
        let isWord =
            bytes.count <= 32 && bytes.first?.isLetter != false
            && bytes.allSatisfy { $0.isAlphanumeric || $0 == 0x5F || $0 == 0x2D }
            && bytes.count { $0.isAlphanumeric && !$0.isLetter } <= 3
        return isWord && redaction.text(key) == key
            ? key : table.placeholder(of: key, label: SecretPlaceholder.keyLabel).text
    }
}
