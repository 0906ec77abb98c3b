/// The resource of a download, in a form that may be stored: without secrets, and the same for each newly signed URL.
struct DownloadResource: Hashable, Sendable {
    /// The URL of the request without the items of its query that a signature changes, and without secrets.
    let text: String

    private let path: String
    private let redaction: Redaction

    init(_ request: URLRequest, _ redaction: Redaction) {
        // The resource is stored on disk, so its secrets are removed even with `.off`.
        let redaction = Redaction.standard.union(redaction)
        let url = request.url?.absoluteString.prefix { $0 != "#" } ?? ""
        let parts = redaction.urlText(String(url)).split(separator: "?", maxSplits: 1).map(String.init)
        let items = parts.count > 1 ? Self.unsigned(parts[1]) : []
        text = (parts.first ?? "") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        path = Self.components(of: request.url)?.percentEncodedPath ?? ""
        self.redaction = redaction
    }

    /// The base URL of a response to the request. After a redirect to another path, it is the origin of the last URL.
    func origin(of response: HTTPURLResponse) -> String? {
        guard var components = Self.components(of: response.url), components.host != nil else { return nil }
        let found = components.percentEncodedPath
        components.percentEncodedPath = found.hasSuffix(path) ? String(found.dropLast(path.count)) : ""
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.string.map(redaction.urlText)
    }

    private static func components(of url: URL?) -> URLComponents? {
        url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
    }

    /// The items of a query that belong to the resource, sorted by name.
    private static func unsigned(_ query: String) -> [Substring] {
        let items = query.split(separator: "&").map { (name: name(of: $0), text: $0) }
        let names = Set(items.map(\.name))
        let left = names.isSuperset(of: ["sig", "se"]) ? signatures.union(sharedAccess) : signatures
        return items.enumerated()
            .filter { _, item in
                !left.contains(item.name) && !prefixes.contains { item.name.hasPrefix($0) }
            }
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element.text)
    }

    /// The name of an item in lower case, without separators between its words.
    private static func name(of item: Substring) -> String {
        let name = String(item.prefix { $0 != "=" })
        return (name.removingPercentEncoding ?? name).lowercased().filter { $0 != "-" && $0 != "_" }
    }

    /// The query items of a signed URL that do not identify its resource: CloudFront, S3 (version 2), Google Cloud
    /// Storage and others.
    private static let signatures: Set = [
        "signature", "sig", "token", "accesstoken", "hmac", "expires", "expiry", "exp", "policy", "keypairid",
        "keyname",
        "awsaccesskeyid", "googleaccessid", "ossaccesskeyid",
    ]

    /// S3 (version 4), Google Cloud Storage (version 4), OAuth 1.0 (RFC 5849).
    private static let prefixes = ["xamz", "xgoog", "oauth"]

    /// The names in a shared access signature of Azure, which mean other things without `sig` and `se`.
    private static let sharedAccess: Set = [
        "se", "st", "sp", "sv", "sr", "si", "sip", "spr", "skoid", "sktid", "skt", "ske", "sks", "skv",
    ]
}
