/// The message and the code in the JSON body of a failure, in any of the usual formats.
///
/// These are problem details, `{"message", "code"}`, OAuth's `{"error", "error_description"}`,
/// `{"error": {"message", "type"}}`, `{"errors": […]}` and similar ones. The texts come from the server: redact them
/// before you show or log them.
struct ErrorSummary: Hashable, Sendable {
    /// The text for a person.
    let message: String?

    /// The identifier for a program.
    let code: String?

    /// All texts, the message first: those about the fields of a request that a server refuses.
    private let remarks: [ErrorRemark]

    /// The largest number of texts that are shown.
    private static let maximumRemarks = 5

    /// The size of the largest body that is parsed, in bytes.
    static let maximumBodySize = 1 << 20

    /// Parses a body. Nil when its media type is not JSON, when it has none of the formats, or when it has more than 1
    /// MiB. A body without a media type is parsed as JSON.
    init?(_ body: Data, contentType: String?) {
        guard body.count <= Self.maximumBodySize, contentType.map({ MediaType($0)?.isJSON == true }) ?? true,
            let root = JSONValue(json: body)
        else { return nil }
        let errors = root["errors"].map { ErrorBody($0, level: 1, hasFields: true) }
        var found = [root["error"].map { ErrorBody($0, level: 1) }, errors].compactMap(\.self)
            .reduce(ErrorBody(root)) { $0.merging($1) }
        if found.message == nil { found.readOther(root) }
        message = found.message
        code = found.code ?? ErrorBody.code(root["error"], beside: found.message)
        let details = (errors?.remarks ?? []).filter { found.message?.contains($0.text) != true }
        remarks = found.remarks + details.filter { !found.remarks.contains($0) }
        guard message != nil || code != nil else { return nil }
    }

    /// `: "No such book" (not_found)`, as far as the redaction shows it. Empty where it shows nothing of it.
    func text(by redaction: Redaction) -> String {
        var texts = remarks.prefix(Self.maximumRemarks).map { $0.text(by: redaction) }
        if remarks.count > texts.count { texts.append("and \(remarks.count - texts.count) more") }
        let code = code.flatMap { redaction.showsValues || SpokenValue.isCode($0) ? " (\(redaction.line($0)))" : nil }
        return (texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")) + (code ?? "")
    }
}

/// One text of a server, with the member that has it.
struct ErrorRemark: Hashable, Sendable {
    let text: String
    /// The name of the member.
    let name: String
    /// The place in the request that the text is about: `body.name`.
    var place: String?

    /// The names of the members with a place.
    private static let placeKeys: WordList = "loc field pointer"

    /// The place in the members beside a text, as FastAPI's `"loc": ["body", "name"]`.
    static func place(in members: [String: JSONValue]) -> String? {
        for key in placeKeys.inOrder {
            switch members[key] {
            case .string(let text)?: return text
            case .array(let steps)?: return steps.compactMap(\.step).joined(separator: ".")
            default: continue
            }
        }
        return nil
    }

    /// The text in quotes, as far as the redaction shows it.
    func text(by redaction: Redaction) -> String {
        let shown = redaction.spoken(shownText(redaction), under: name)
        let place = place.flatMap { redaction.showsValues ? redaction.line($0) : redaction.shownName($0) }
        return place.map { $0.isEmpty ? shown : "\($0): \(shown)" } ?? shown
    }

    /// The text without the name of its field if that is not one that a programmer has given.
    private func shownText(_ redaction: Redaction) -> String {
        guard text.hasPrefix("\(name): "), !redaction.showsValues, redaction.shownName(name) == nil else { return text }
        return String(text.dropFirst(name.count + 2))
    }
}

extension JSONValue {
    /// A step of a place: the name of a member, or an index.
    fileprivate var step: String? { string ?? integer.map(String.init) }
}

/// The message and the code at one level of a JSON error: an object, a plain text, or the elements of an array.
struct ErrorBody {
    private(set) var message: String?
    private(set) var code: String?
    /// The name of the member that holds the message.
    private(set) var name = "error"
    /// The place in the request that the message is about.
    private var place: String?
    /// The further texts.
    private var others: [ErrorRemark] = []

    /// All texts, the message first.
    var remarks: [ErrorRemark] {
        (message.map { [ErrorRemark(text: $0, name: name, place: place)] } ?? []) + others
    }

    private static let messageKeys: WordList = """
        error_description detail message errorMessage error_message msg title description reason
        """
    private static let codeKeys: WordList = "code error_code errorCode"

    /// How many levels of nested errors are searched.
    private static let maximumDepth = 4

    /// How many errors of a list are read.
    private static let maximumElements = 100

    /// - Parameter hasFields: Whether an object may be one of fields with their texts, as below `errors`.
    init(_ value: JSONValue, level: Int = 0, hasFields: Bool = false) {
        guard level < Self.maximumDepth else { return }
        switch value {
        case .string(let text): message = hasFields && !SpokenValue.isRemark(text) ? nil : Self.nonBlank(text)
        case .array(let elements):
            let bodies = elements.prefix(Self.maximumElements).map { element in
                let isObject = if case .object = element { true } else { false }
                return ErrorBody(element, level: level + 1, hasFields: hasFields && !isObject)
            }
            guard let first = bodies.first else { return }
            self = first
            if message != nil { others += bodies.dropFirst().flatMap(\.remarks) }
        case .object(let members): read(members, level, hasFields)
        default: break
        }
    }

    /// The code in the member `error` beside a message in another member, as in OAuth (RFC 6749 §5.2).
    static func code(_ error: JSONValue?, beside message: String?) -> String? {
        error?.string.flatMap(nonBlank).flatMap { $0 == message || $0.contains(" ") ? nil : $0 }
    }

    /// This message and code; if one is missing, that of the other body.
    func merging(_ other: ErrorBody) -> ErrorBody {
        var merged = self
        if message == nil { merged.take(other) }
        merged.code = code ?? other.code
        return merged
    }

    private mutating func read(_ members: [String: JSONValue], _ level: Int, _ hasFields: Bool) {
        // Below `errors` the others are fields with their texts.
        let texts = hasFields ? members.filter { $0.value.string != nil } : members
        for key in Self.messageKeys.inOrder where message == nil { readMessage(texts[key], key, level) }
        if level > 0, message == nil { readOther(.object(texts), level) }
        if message != nil, place == nil { place = ErrorRemark.place(in: members) }
        code = Self.codeKeys.inOrder.lazy.compactMap { members[$0].flatMap(Self.code) }.first ?? code
        code = Self.status(members) ?? code ?? Self.typeCode(members, beside: message)
        if hasFields, message == nil, code == nil { readFields(members, level) }
    }

    /// A text, the first one of an array, or the first of the fields below `message`.
    private mutating func readMessage(_ value: JSONValue?, _ key: String, _ level: Int) {
        switch value {
        case .string(let text)?:
            message = Self.nonBlank(text)
            name = key
        case .array?: read(ErrorBody(value ?? .null, level: level + 1))
        case .object? where key == "message": read(ErrorBody(value ?? .null, level: level + 1, hasFields: true))
        default: break
        }
    }

    private mutating func read(_ body: ErrorBody) {
        take(body)
        code = code ?? body.code
    }

    /// Takes all texts of another body.
    private mutating func take(_ other: ErrorBody) {
        (message, name, place, others) = (other.message, other.name, other.place, other.others)
    }

    /// The text of another member under whose name a server speaks, the first in alphabetical order.
    fileprivate mutating func readOther(_ value: JSONValue, _ level: Int = 0) {
        guard case .object(let members) = value else { return }
        for key in members.keys.sorted() where message == nil {
            switch SpokenValue.place(named: key) {
            case .message: readMessage(members[key], key, level)
            case .errors where level == 0 && key != "errors":
                members[key].map { take(ErrorBody($0, level: 1, hasFields: true)) }
                name = key
            default: break
            }
        }
    }

    /// Google's `"status": "NOT_FOUND"`, which says more than the number beside it.
    private static func status(_ members: [String: JSONValue]) -> String? {
        members["status"]?.string.flatMap { SpokenValue.isCode($0) && $0.contains("_") ? $0 : nil }
    }

    /// The member `type`, unless it is the URI of problem details, or GraphQL's `extensions.code`.
    private static func typeCode(_ members: [String: JSONValue], beside message: String?) -> String? {
        let type = message == nil ? nil : members["type"]?.string.flatMap(nonBlank)
        return type.flatMap { $0.contains(":") || $0.contains("/") ? nil : $0 }
            ?? members["extensions"]?["code"]?.string
    }

    /// `{"email": ["is invalid"]}`: the fields in alphabetical order, so that the message is always the same; one whose
    /// text has several words comes first.
    private mutating func readFields(_ members: [String: JSONValue], _ level: Int) {
        let remarks = members.sorted { $0.key < $1.key }.flatMap { field, value in
            ErrorBody(value, level: level + 1, hasFields: true).remarks.map { remark in
                (text: remark.text, remark: ErrorRemark(text: "\(field): \(remark.text)", name: field))
            }
        }
        guard let first = remarks.firstIndex(where: { $0.text.contains(" ") }) ?? remarks.indices.first else { return }
        (message, name) = (remarks[first].remark.text, remarks[first].remark.name)
        others = remarks.indices.filter { $0 != first }.map { remarks[$0].remark }
    }

    private static func nonBlank(_ text: String) -> String? {
        text.contains { !$0.isWhitespace } ? text : nil
    }

    private static func code(_ value: JSONValue) -> String? {
        value.string.flatMap(nonBlank) ?? value.integer.map(String.init)
    }
}
