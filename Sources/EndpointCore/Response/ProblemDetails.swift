/// The description of a failure in the standard format (RFC 9457, `application/problem+json`).
public struct ProblemDetails: Hashable, Sendable {
    /// A URI for the kind of problem. The default, `about:blank`, adds nothing to the status.
    public let type: String

    /// The kind of problem in a few words, the same for every occurrence.
    public let title: String?

    /// The status code that the origin server set. A proxy may have changed the one of the response.
    public let status: Int?

    /// A sentence for a person about this occurrence.
    public let detail: String?

    /// A URI for this occurrence.
    public let instance: String?

    /// All other members.
    public let extensions: [String: JSONValue]

    /// Parses a body. Nil unless its media type is `application/problem+json`, or is JSON and the body has a title, because
    /// many servers send problem details as plain JSON. Also nil for more than 1 MiB. Members of a wrong type are ignored
    /// (RFC 9457 §3.1).
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
/// `{"error": {"message", "type"}}`, `{"errors": […]}` and similar ones. The texts come from the server: redact them before
/// you show or log them.
package struct ErrorSummary: Hashable, Sendable {
    /// The text for a person.
    package let message: String?

    /// The identifier for a program.
    package let code: String?

    /// The size of the largest body that is parsed, in bytes.
    static let maximumBodySize = 1 << 20

    /// Parses a body. Nil when its media type is not JSON, when it has none of the formats, or when it has more than 1 MiB.
    /// A body without a media type is parsed as JSON.
    package init?(_ body: Data, contentType: String?) {
        guard body.count <= Self.maximumBodySize, contentType.map({ MediaType($0)?.isJSON == true }) ?? true,
            let root = JSONValue(json: body)
        else { return nil }
        let found = [root["error"], root["errors"]].compactMap(\.self).reduce(ErrorBody(root)) { body, error in
            body.merging(ErrorBody(error, level: 1))
        }
        message = found.message
        code = found.code ?? ErrorBody.code(root["error"], beside: found.message)
        guard message != nil || code != nil else { return nil }
    }
}

/// The message and the code at one level of a JSON error: an object, a plain text, or the first element of an array.
struct ErrorBody {
    private(set) var message: String?
    private(set) var code: String?

    private static let messageKeys: WordList = """
        error_description detail message errorMessage error_message msg title description reason
        """
    private static let codeKeys: WordList = "code error_code errorCode key"

    /// How many levels of nested errors are searched.
    private static let maximumDepth = 4

    init(_ value: JSONValue, level: Int = 0) {
        guard level < Self.maximumDepth else { return }
        switch value {
        case .string(let text): message = Self.nonBlank(text)
        case .array(let elements): self = elements.first.map { ErrorBody($0, level: level + 1) } ?? self
        case .object(let members): read(members, level)
        default: break
        }
    }

    /// The code in the member `error` beside a message in another member, as in OAuth (RFC 6749 §5.2).
    static func code(_ error: JSONValue?, beside message: String?) -> String? {
        error?.string.flatMap(nonBlank).flatMap { $0 == message || $0.contains(" ") ? nil : $0 }
    }

    /// This message and code; where one is missing, that of the other body.
    func merging(_ other: ErrorBody) -> ErrorBody {
        var merged = self
        merged.message = message ?? other.message
        merged.code = code ?? other.code
        return merged
    }

    private mutating func read(_ members: [String: JSONValue], _ level: Int) {
        message = Self.messageKeys.inOrder.lazy.compactMap { members[$0]?.string.flatMap(Self.nonBlank) }.first
        code = Self.codeKeys.inOrder.lazy.compactMap { members[$0].flatMap(Self.code) }.first
        code = code ?? Self.typeCode(members, beside: message)
        if level > 0, message == nil, code == nil { readFields(members, level) }
    }

    /// The member `type`, unless it is the URI of problem details, or GraphQL's `extensions.code`.
    private static func typeCode(_ members: [String: JSONValue], beside message: String?) -> String? {
        let type = message == nil ? nil : members["type"]?.string.flatMap(nonBlank)
        return type.flatMap { $0.contains(":") || $0.contains("/") ? nil : $0 }
            ?? members["extensions"]?["code"]?.string
    }

    /// `{"email": ["is invalid"]}`: the first field in alphabetical order, so that the message is always the same.
    private mutating func readFields(_ members: [String: JSONValue], _ level: Int) {
        guard let (field, value) = members.min(by: { $0.key < $1.key }) else { return }
        message = ErrorBody(value, level: level + 1).message.map { "\(field): \($0)" }
    }

    private static func nonBlank(_ text: String) -> String? {
        text.contains { !$0.isWhitespace } ? text : nil
    }

    private static func code(_ value: JSONValue) -> String? {
        value.string.flatMap(nonBlank) ?? value.integer.map(String.init)
    }
}
