/// The links of a `Link` header (RFC 8288 §3), in order.
///
/// ```swift
/// let next = LinkHeader(#"<https://api.example.com/books?page=2>; rel="next""#)["next"]?.target
/// ```
public struct LinkHeader: Hashable, Sendable {
    /// The valid links.
    public let links: [WebLink]

    /// Parses a header value. The values of several headers are joined with commas. Invalid links are skipped.
    public init(_ text: String) {
        var parser = HeaderFieldParser(text)
        var links: [WebLink] = []
        while !parser.isAtEnd {
            guard let link = Self.link(&parser) else { continue }
            links.append(link)
        }
        self.links = links
    }

    /// The links of a response; empty without the header.
    public init(_ response: URLResponse?) {
        self.init((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Link") ?? "")
    }

    /// The first link with a relation type. Case does not matter.
    public subscript(relation: String) -> WebLink? {
        let relation = relation.lowercased()
        return links.first { $0.relations.contains(relation) }
    }

    /// Parses one link, including the comma after it.
    private static func link(_ parser: inout HeaderFieldParser) -> WebLink? {
        defer { _ = parser.take(.comma) }
        parser.skipBlanks()
        guard parser.take(UInt8(ascii: "<")) else {
            _ = parser.parameters()
            return nil
        }
        let target = parser.read(while: { $0 != UInt8(ascii: ">") })
        guard parser.take(UInt8(ascii: ">")) else { return nil }
        return WebLink(target: target.trimmingCharacters(in: .whitespaces), parameters: parser.parameters())
    }
}

/// One link of a `Link` header (RFC 8288 §3): a target and its relation to the requested resource.
public struct WebLink: Hashable, Sendable {
    /// The target as the header has it: a URL, often relative to the URL of the response.
    public let target: String

    /// The target as an absolute URL, resolved against the URL of the response (RFC 3986 §5); nil for an invalid URL.
    public func url(from response: URLResponse?) -> URL? {
        URL(string: target, relativeTo: response?.url)?.absoluteURL
    }

    /// The relation types in lower case: `next`, `last`. Only the first `rel` of a link counts (RFC 8288 §3.3).
    public let relations: [String]

    /// All parameters, including `rel`, by name in lower case. Extended values (`title*`) are not decoded.
    public let parameters: [String: String]

    /// A link from its parts.
    public init(target: String, parameters: [String: String]) {
        self.target = target
        self.parameters = parameters
        relations = (parameters["rel"] ?? "").lowercased().split(separator: " ").map(String.init)
    }
}
