import EndpointCassette

/// One call as a reader has found it: the request, and the response if it is known.
struct Call: Hashable, Sendable {
    var method: String
    var url: CallURL
    var headers: HeaderFields = [:]
    var body: Interaction.Body?
    var response: Interaction.Response?

    /// The parts of a form of several parts; a file is only named.
    var parts: [FormPart] = []

    /// The file that is sent as the body, if it is one.
    var file: String?

    /// The recorded exchange, for a cassette.
    var interaction: Interaction?
}

/// A URL in parts. The path is kept as it was written, and the query is decoded.
struct CallURL: Hashable, Sendable {
    /// `https://api.example.com`, in lower case.
    let origin: String

    /// The segments of the path, still percent-encoded: `["v1", "books", "1"]`; with a last empty one for a slash at
    /// the end.
    let segments: [String]

    /// The items of the query, in order.
    let query: [Item]

    struct Item: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Nil for a text that is no absolute URL of http or https.
    init?(_ text: String) {
        guard let mark = text.range(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[mark.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { !"/?".contains($0) }
        let host = authority.split(separator: "@").last ?? ""
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "\"<>\\^`{|}".contains($0) }) else {
            return nil
        }
        origin = "\(scheme)://\(host.lowercased())"
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
        segments = path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let query = rest.dropFirst(authority.count + path.count + 1)
        self.query = URLQuery(formEncoded: String(query)).pairs.filter { !$0.name.isEmpty }
            .map { Item(name: $0.name, value: $0.value) }
    }
}

extension HeaderFields {
    /// The media type of the body in lower case, without its parameters; empty if there is none.
    var mediaType: String { Self.essence(self["Content-Type"] ?? "") }

    /// A media type in lower case, without its parameters.
    static func essence(_ type: String) -> String {
        type.prefix { $0 != ";" && $0 != "," }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}
