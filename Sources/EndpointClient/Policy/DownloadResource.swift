/// The resource of a download, in a form that may be stored: without secrets, and the same for each newly signed URL.
struct DownloadResource: Hashable, Sendable {
    /// The URL of the request without its query and without secrets, for people who read what is stored.
    let text: String

    /// The URL with its secrets, without the items of its query that a signature changes.
    private let secretText: String
    private let path: String
    private let redaction: Redaction

    init(_ request: URLRequest, _ redaction: Redaction) {
        // The resource is stored on disk, so its secrets are removed even with `.off`.
        self.redaction = Redaction.standard.union(redaction)
        let url = String(request.url?.absoluteString.prefix { $0 != "#" } ?? "")
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = parts.count > 1 ? Self.unsigned(parts[1]) : []
        secretText = (parts.first.map(String.init) ?? "") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        text = self.redaction.urlText(parts.first.map(String.init) ?? "")
        path = Self.components(of: request.url)?.percentEncodedPath ?? ""
    }

    /// Distinguishes resources, also those that differ only in secrets, such as `?token=1` and `?token=2`, without
    /// storing these: a digest of the URL and of a random text, which is stored beside it.
    func digest(salt: String) -> String {
        SHA256Digest("\(salt) \(secretText)".utf8).hexadecimal
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
    private static func unsigned(_ query: Substring) -> [Substring] {
        let items = query.split(separator: "&").map { (name: name(of: $0), text: $0) }
        let counts = Dictionary(items.map { ($0.name, 1) }, uniquingKeysWith: +)
        let left = URLSignature.all.filter { $0.isComplete(in: counts) }
        return items.enumerated()
            .filter { _, item in !left.contains { $0.names.contains(item.name) } }
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element.text)
    }

    /// The name of an item in lower case.
    private static func name(of item: Substring) -> String {
        let name = String(item.prefix { $0 != "=" })
        return PercentEncoding.lenientlyDecoded(name).lowercased()
    }
}

/// The items of a query by which a URL is signed. They are new in each link to the same resource.
///
/// Only a complete signature is left out of what identifies a resource: `token` or `expires` alone may choose what the
/// server sends.
private struct URLSignature {
    /// Names without which it is not a signature of this kind.
    let required: Set<String>

    /// Further names, of which at least one is needed; empty if none is.
    var choice: Set<String> = []

    /// Further names that may be there.
    var optional: Set<String> = []

    var names: Set<String> { required.union(choice).union(optional) }

    /// Whether each necessary name is there, and none twice.
    func isComplete(in counts: [String: Int]) -> Bool {
        required.allSatisfy { counts[$0] == 1 } && (choice.isEmpty || choice.contains { counts[$0] == 1 })
            && names.allSatisfy { counts[$0, default: 0] <= 1 }
    }

    static let all = [
        version4("x-amz-"), version4("x-goog-"),
        // CloudFront, with a canned or a custom policy.
        URLSignature(
            required: ["signature", "key-pair-id"], choice: ["expires", "policy"], optional: ["hash-algorithm"]),
        // A shared access signature of Azure, with its own or with a stored access policy.
        URLSignature(
            required: ["sig", "sv"], choice: ["se", "si"],
            optional: [
                "st", "sp", "sr", "ss", "srt", "sip", "spr", "sdd", "skoid", "sktid", "skt", "ske", "sks", "skv",
                "saoid", "suoid", "scid",
            ]),
        // The second versions of S3, Google Cloud Storage and Alibaba Cloud.
        version2("awsaccesskeyid"), version2("googleaccessid"), version2("ossaccesskeyid"),
    ]

    private static func version4(_ prefix: String) -> URLSignature {
        let required = ["credential", "date", "signature"].map { prefix + $0 }
        let optional = ["algorithm", "expires", "signedheaders", "security-token", "content-sha256"].map { prefix + $0 }
        return URLSignature(required: Set(required), optional: Set(optional))
    }

    private static func version2(_ key: String) -> URLSignature {
        URLSignature(required: [key, "signature", "expires"])
    }
}
