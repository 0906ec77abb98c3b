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
