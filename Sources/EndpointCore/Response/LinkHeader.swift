/// The links of a `Link` header (RFC 8288 §3), in their order.
///
/// ```swift
/// let next = LinkHeader(#"<https://api.example.com/books?page=2>; rel="next""#)["next"]?.target
/// ```
public struct LinkHeader: Hashable, Sendable {
    /// The links that could be read.
    public let links: [WebLink]

    /// Reads the field value; several field lines are joined with commas. What is not a link is passed over, so that one
    /// broken link does not hide its neighbours.
    public init(_ text: String) {
        var scanner = HeaderFieldParser(text)
        var links: [WebLink] = []
        while !scanner.isAtEnd {
            guard let link = Self.link(&scanner) else { continue }
            links.append(link)
        }
        self.links = links
    }

    /// The links of a response; none where it has no such header.
    public init(_ response: URLResponse?) {
        self.init((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Link") ?? "")
    }

    /// The first link of a relation type, whatever its case.
    public subscript(relation: String) -> WebLink? {
        let relation = relation.lowercased()
        return links.first { $0.relations.contains(relation) }
    }

    /// Reads up to and with the comma that ends the link, or the end of the text.
    private static func link(_ scanner: inout HeaderFieldParser) -> WebLink? {
        defer { _ = scanner.take(.comma) }
        scanner.skipBlanks()
        guard scanner.take(UInt8(ascii: "<")) else {
            _ = scanner.parameters()
            return nil
        }
        let target = scanner.read(while: { $0 != UInt8(ascii: ">") })
        guard scanner.take(UInt8(ascii: ">")) else { return nil }
        return WebLink(target: target.trimmingCharacters(in: .whitespaces), parameters: scanner.parameters())
    }
}

/// One link of a `Link` header (RFC 8288 §3): where it leads and how that relates to what was asked.
public struct WebLink: Hashable, Sendable {
    /// The target as it stands in the header: a URL, often relative to the one that answered.
    public let target: String

    /// The target as seen from the response that named it (RFC 3986 §5); nil if it is no URL.
    public func url(from response: URLResponse?) -> URL? {
        URL(string: target, relativeTo: response?.url)?.absoluteURL
    }

    /// The relation types, in lower case: `next`, `last`. RFC 8288 §3.3 lets only the first `rel` of a link count.
    public let relations: [String]

    /// All parameters by their names in lower case, `rel` among them. Extended values (`title*`) are not decoded.
    public let parameters: [String: String]

    /// A link from its parts.
    public init(target: String, parameters: [String: String]) {
        self.target = target
        self.parameters = parameters
        relations = (parameters["rel"] ?? "").lowercased().split(separator: " ").map(String.init)
    }
}
