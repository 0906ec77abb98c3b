/// The sentence and the code that the JSON body of a failure holds, whichever of the usual shapes it has.
///
/// Problem details, `{"message", "code"}`, OAuth's `{"error", "error_description"}`, `{"error": {"message", "type"}}`,
/// `{"errors": […]}` and their likes. The texts are the server's own: redact them before anyone sees them.
public struct ErrorSummary: Hashable, Sendable {
    /// What a person is told.
    public let message: String?

    /// What a program is told.
    public let code: String?

    /// The largest body that is read, in bytes.
    static let largestBody = 1 << 20

    /// Reads a body; nil when its media type is not JSON, or when it has none of the shapes, or more than 1 MiB.
    /// A body without a media type is tried.
    public init?(_ body: Data, contentType: String?) {
        guard body.count <= Self.largestBody, contentType.map({ MediaType($0)?.isJSON == true }) ?? true,
            let root = JSONValue(json: body)
        else { return nil }
        let found = [root["error"], root["errors"]].compactMap(\.self).reduce(ErrorBody(root)) { shape, error in
            shape.merging(ErrorBody(error, level: 1))
        }
        message = found.message
        code = found.code ?? ErrorBody.code(root["error"], beside: found.message)
        guard message != nil || code != nil else { return nil }
    }
}

/// What one level of an error's JSON says: an object with a message, a plain text, or the first of several of them.
struct ErrorBody {
    private(set) var message: String?
    private(set) var code: String?

    private static let messageKeys: WordList = """
        error_description detail message errorMessage error_message msg title description reason
        """
    private static let codeKeys: WordList = "code error_code errorCode key"

    /// The deepest level of errors within errors that is looked at.
    private static let deepest = 4

    init(_ value: JSONValue, level: Int = 0) {
        guard level < Self.deepest else { return }
        switch value {
        case .string(let text): message = Self.filled(text)
        case .array(let elements): self = elements.first.map { ErrorBody($0, level: level + 1) } ?? self
        case .object(let members): read(members, level)
        default: break
        }
    }

    /// The word under `error` where the message stands elsewhere, as OAuth has it (RFC 6749 §5.2).
    static func code(_ error: JSONValue?, beside message: String?) -> String? {
        error?.string.flatMap(filled).flatMap { $0 == message || $0.contains(" ") ? nil : $0 }
    }

    /// This shape with its gaps filled from another.
    func merging(_ other: ErrorBody) -> ErrorBody {
        var merged = self
        merged.message = message ?? other.message
        merged.code = code ?? other.code
        return merged
    }

    private mutating func read(_ members: [String: JSONValue], _ level: Int) {
        message = Self.messageKeys.inOrder.lazy.compactMap { members[$0]?.string.flatMap(Self.filled) }.first
        code = Self.codeKeys.inOrder.lazy.compactMap { members[$0].flatMap(Self.code) }.first
        code = code ?? Self.word(members, beside: message)
        if level > 0, message == nil, code == nil { readFields(members, level) }
    }

    /// The type of an error as its code, unless it is the URI of problem details; and GraphQL's place for it.
    private static func word(_ members: [String: JSONValue], beside message: String?) -> String? {
        let type = message == nil ? nil : members["type"]?.string.flatMap(filled)
        return type.flatMap { $0.contains(":") || $0.contains("/") ? nil : $0 }
            ?? members["extensions"]?["code"]?.string
    }

    /// `{"email": ["is invalid"]}`: the first field by its name, so that the sentence is always the same.
    private mutating func readFields(_ members: [String: JSONValue], _ level: Int) {
        guard let (field, value) = members.min(by: { $0.key < $1.key }) else { return }
        message = ErrorBody(value, level: level + 1).message.map { "\(field): \($0)" }
    }

    private static func filled(_ text: String) -> String? {
        text.contains { !$0.isWhitespace } ? text : nil
    }

    private static func code(_ value: JSONValue) -> String? {
        value.string.flatMap(filled) ?? value.integer.map(String.init)
    }
}
