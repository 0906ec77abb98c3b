/// The description of a failure in the standard format (RFC 9457, `application/problem+json`).
public struct ProblemDetails: Hashable, Sendable {
    /// A URI for the kind of problem. The default, `about:blank`, adds nothing to the status.
    public let type: String

    /// The kind of problem in a few words, the same for every occurrence.
    public let title: String?

    /// The status code that the origin server set. A proxy may have changed that of the response.
    public let status: Int?

    /// A sentence for a person about this occurrence.
    public let detail: String?

    /// A URI for this occurrence.
    public let instance: String?

    /// All other members.
    public let extensions: [String: JSONValue]

    /// Parses a body. Nil unless its media type is `application/problem+json`, or is JSON and the body has a title,
    /// because many servers send problem details as plain JSON. Also nil for more than 1 MiB. Members of a wrong type
    /// are ignored (RFC 9457 §3.1).
    public init?(_ body: Data, contentType: String?) {
        guard let media = contentType.flatMap({ MediaType($0) }), media.isJSON,
            body.count <= ErrorSummary.maximumBodySize, case .object(var members) = JSONValue(json: body),
            media.essence == "application/problem+json" || members["title"]?.string != nil
        else { return nil }
        type = members.removeValue(forKey: "type")?.string ?? "about:blank"
        title = members.removeValue(forKey: "title")?.string
        status = members.removeValue(forKey: "status")?.integer.flatMap { Int(exactly: $0) }
        detail = members.removeValue(forKey: "detail")?.string
        instance = members.removeValue(forKey: "instance")?.string
        extensions = members
    }

    /// An extension member.
    public subscript(member: String) -> JSONValue? { extensions[member] }
}

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

    /// The first text in `errors`, if the message is another one: `email: is invalid`.
    let detail: String?

    private let messageName: String
    private let detailName: String

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
        detail = errors?.message.flatMap { found.message?.contains($0) == true ? nil : $0 }
        (messageName, detailName) = (found.name, errors?.name ?? "errors")
        guard message != nil || code != nil else { return nil }
    }

    /// `: "No such book" (not_found)`, as far as the redaction shows it. Empty where it shows nothing of it.
    func text(by redaction: Redaction) -> String {
        let texts = [(message, messageName), (detail, detailName)].compactMap { text, name in
            text.map { redaction.spoken(Self.text($0, of: name, redaction), under: name) }
        }
        let code = code.flatMap { redaction.showsValues || SpokenValue.isCode($0) ? " (\(redaction.line($0)))" : nil }
        return (texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")) + (code ?? "")
    }

    /// A text without the name of its field if that is not one that a programmer has given.
    private static func text(_ text: String, of name: String, _ redaction: Redaction) -> String {
        guard text.hasPrefix("\(name): "), !redaction.showsValues, redaction.shownName(name) == nil else { return text }
        return String(text.dropFirst(name.count + 2))
    }
}

/// The message and the code at one level of a JSON error: an object, a plain text, or the first element of an array.
struct ErrorBody {
    private(set) var message: String?
    private(set) var code: String?
    /// The name of the member that holds the message.
    private(set) var name = "error"

    private static let messageKeys: WordList = """
        error_description detail message errorMessage error_message msg title description reason
        """
    private static let codeKeys: WordList = "code error_code errorCode"

    /// How many levels of nested errors are searched.
    private static let maximumDepth = 4

    /// - Parameter hasFields: Whether an object may be one of fields with their texts, as below `errors`.
    init(_ value: JSONValue, level: Int = 0, hasFields: Bool = false) {
        guard level < Self.maximumDepth else { return }
        switch value {
        case .string(let text): message = hasFields && !SpokenValue.isRemark(text) ? nil : Self.nonBlank(text)
        case .array(let elements):
            guard let first = elements.first else { return }
            let isObject = if case .object = first { true } else { false }
            self = ErrorBody(first, level: level + 1, hasFields: hasFields && !isObject)
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
        if message == nil { (merged.message, merged.name) = (other.message, other.name) }
        merged.code = code ?? other.code
        return merged
    }

    private mutating func read(_ members: [String: JSONValue], _ level: Int, _ hasFields: Bool) {
        // Below `errors` the others are fields with their texts.
        let texts = hasFields ? members.filter { $0.value.string != nil } : members
        for key in Self.messageKeys.inOrder where message == nil { readMessage(texts[key], key, level) }
        if level > 0, message == nil { readOther(.object(texts), level) }
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
        (message, code, name) = (body.message, code ?? body.code, body.name)
    }

    /// The text of another member under whose name a server speaks, the first in alphabetical order.
    fileprivate mutating func readOther(_ value: JSONValue, _ level: Int = 0) {
        guard case .object(let members) = value else { return }
        for key in members.keys.sorted() where message == nil {
            switch SpokenValue.place(named: key) {
            case .message: readMessage(members[key], key, level)
            case .errors where level == 0 && key != "errors":
                (message, name) = (members[key].flatMap { ErrorBody($0, level: 1, hasFields: true).message }, key)
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

    /// `{"email": ["is invalid"]}`: the first field in alphabetical order, so that the message is always the same.
    private mutating func readFields(_ members: [String: JSONValue], _ level: Int) {
        let remarks = members.sorted { $0.key < $1.key }.compactMap { field, value in
            ErrorBody(value, level: level + 1, hasFields: true).message.map { (field: field, text: $0) }
        }
        guard let remark = remarks.first(where: { $0.text.contains(" ") }) ?? remarks.first else { return }
        (message, name) = ("\(remark.field): \(remark.text)", remark.field)
    }

    private static func nonBlank(_ text: String) -> String? {
        text.contains { !$0.isWhitespace } ? text : nil
    }

    private static func code(_ value: JSONValue) -> String? {
        value.string.flatMap(nonBlank) ?? value.integer.map(String.init)
    }
}
