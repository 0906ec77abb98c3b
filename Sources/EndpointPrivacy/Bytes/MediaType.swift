/// A media type with its parameters, as `Content-Type` has it (RFC 9110 §8.3.1): `application/json; charset=utf-8`.
public struct MediaType: Hashable, Sendable {
    /// The part before the slash, in lower case: `application`.
    public let type: String

    /// The part after the slash, in lower case, with its structured suffix if it has one: `problem+json`.
    public let subtype: String

    /// The parameters by their names in lower case. Of equal names the first counts.
    public let parameters: [String: String]

    /// Reads a media type. What follows it after a comma is ignored; nil where no `type/subtype` begins the text.
    public init?(_ text: String) {
        var scanner = HeaderFieldParser(text)
        scanner.skipBlanks()
        guard let type = scanner.token(), scanner.take(.slash), let subtype = scanner.token() else { return nil }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        parameters = scanner.parameters()
    }
}

extension MediaType {
    /// `type/subtype`, without the parameters.
    public var essence: String { "\(type)/\(subtype)" }

    /// Whether the content is one JSON text: `application/json`, `text/json`, or any type with the suffix `+json` (RFC
    /// 6839 §3.1).
    public var isJSON: Bool {
        subtype == "json" || subtype.hasSuffix("+json")
    }

    /// Whether the content is characters rather than opaque bytes: `text/*`, JSON, XML, forms, scripts.
    public var isText: Bool {
        type == "text" || isJSON || subtype == "xml" || subtype.hasSuffix("+xml") || Self.textual.contains(subtype)
    }

    /// The charset parameter in lower case.
    public var charset: String? { parameters["charset"]?.lowercased() }

    private static let textual: WordList = """
        x-www-form-urlencoded javascript ecmascript graphql yaml x-yaml toml sql json-seq jsonl ndjson x-ndjson
        x-json-stream jwt x-pem-file
        """
}

extension MediaType: CustomStringConvertible {
    /// The media type as a header has it, with the parameters in the order of their names.
    public var description: String {
        var text = essence
        for name in parameters.keys.sorted() { text += "; " + name + "=" + Self.quoted(parameters[name] ?? "") }
        return text
    }

    private static func quoted(_ value: String) -> String {
        if !value.isEmpty, value.utf8.allSatisfy(\.isToken) { return value }
        var escaped = ""
        for character in value { escaped += (character == "\"" || character == "\\" ? "\\" : "") + String(character) }
        return "\"" + escaped + "\""
    }
}
