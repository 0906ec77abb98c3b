/// A media type with its parameters, as `Content-Type` has it (RFC 9110 §8.3.1): `application/json; charset=utf-8`.
package struct MediaType: Hashable, Sendable {
    /// The part before the slash, in lower case: `application`.
    package let type: String

    /// The part after the slash, in lower case, with its structured suffix if it has one: `problem+json`.
    package let subtype: String

    /// The parameters by their names in lower case. Of equal names the first counts.
    package let parameters: [String: String]

    /// Reads a media type. Anything after a comma is ignored; nil if the text does not start with `type/subtype`.
    package init?(_ text: String) {
        var scanner = HeaderFieldParser(text)
        scanner.skipBlanks()
        guard let type = scanner.token(), scanner.take(.slash), let subtype = scanner.token() else { return nil }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        parameters = scanner.parameters()
    }
}

extension MediaType {
    static let plainText = MediaType("text/plain; charset=utf-8")

    /// `type/subtype`, without the parameters.
    package var essence: String { "\(type)/\(subtype)" }

    /// Whether the content is one JSON text: `application/json`, `text/json`, or any type with the suffix `+json` (RFC
    /// 6839 §3.1).
    package var isJSON: Bool {
        subtype == "json" || subtype.hasSuffix("+json")
    }

    /// Whether the content is a sequence of elements, each of which may be a JSON text: events, or lines.
    var isStream: Bool { Self.streams.contains(subtype) }

    /// Whether the content is characters rather than opaque bytes: `text/*`, JSON, XML, forms, scripts.
    package var isText: Bool {
        type == "text" || isJSON || subtype == "xml" || subtype.hasSuffix("+xml") || Self.textual.contains(subtype)
    }

    /// The charset parameter in lower case.
    var charset: String? { parameters["charset"]?.lowercased() }

    private static let streams: WordList = "event-stream jsonl ndjson x-ndjson x-json-stream"

    private static let textual: WordList = """
        x-www-form-urlencoded javascript ecmascript graphql yaml x-yaml toml sql json-seq jsonl ndjson x-ndjson
        x-json-stream jwt x-pem-file
        """
}
