/// The parts of a request that a matching compares, in canonical form. Two of them are equal exactly if the matching
/// finds no difference, apart from custom rules.
struct CanonicalRequest: Hashable, Sendable {
    var method = ""
    var url = ""
    var query: [NameValuePair] = []
    var headers: [NameValuePair] = []
    var body = CanonicalBody.none
}

extension Matching {
    /// The parts of the request that this matching compares.
    func canonical(_ request: Interaction.Request) -> CanonicalRequest {
        var canonical = CanonicalRequest()
        let url = CanonicalURL(request.url)
        for rule in rules {
            switch rule {
            case .method: canonical.method = request.method
            case .url: canonical.url = masked(ignores(.host) ? url.path : url.text)
            case .query: canonical.query = NameValuePair.sorted(compared(url.query) { .query($0) })
            case .headers(let names): canonical.headers += Self.headers(request, names).map(masked)
            case .body where !ignores(.body): canonical.body = body(request.body)
            case .body, .custom: break
            }
        }
        return canonical
    }

    private static func headers(_ request: Interaction.Request, _ names: [String]) -> [NameValuePair] {
        names.map { $0.lowercased() }.sorted().flatMap { name in
            request.headers.values(of: name).map { NameValuePair(name: name, value: $0) }
        }
    }

    private func ignores(_ part: Matching.IgnoredPart) -> Bool {
        ignored.contains(part)
    }

    /// The items that are not ignored, with volatile values masked.
    func compared(_ items: [NameValuePair], _ part: (String) -> Matching.IgnoredPart) -> [NameValuePair] {
        guard !ignored.isEmpty || !volatileValues.isEmpty else { return items }
        return items.filter { !ignored.contains(part($0.name)) }.map(masked)
    }

    private func masked(_ item: NameValuePair) -> NameValuePair {
        NameValuePair(name: item.name, value: masked(item.value))
    }

    /// The text with volatile values replaced by their names.
    func masked(_ text: String) -> String {
        volatileValues.reduce(text) { $1.masked($0) }
    }
}

/// A URL in canonical form (RFC 3986 §6): without default port, credentials and fragment, and with normalised
/// percent-encoding.
struct CanonicalURL: Hashable {
    let scheme: String
    let host: String
    let port: String
    let path: String
    let query: [NameValuePair]

    init(_ text: String) {
        let reference = URLReference(text)
        let authority = reference.authority?.split(separator: "@").last ?? ""
        let end = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let port = end.map { authority[authority.index(after: $0)...] } ?? ""
        scheme = reference.scheme?.lowercased() ?? ""
        host = authority[..<(end ?? authority.endIndex)].lowercased()
        self.port = port == (["http": "80", "https": "443"][scheme] ?? "") ? "" : String(port)
        path = Self.normalised(reference.path)
        query = reference.query.map(NameValuePair.items) ?? []
    }

    /// The URL without its query.
    var text: String {
        "\(scheme)://\(host)\(port.isEmpty ? "" : ":" + port)\(path)"
    }

    private static func normalised(_ path: Substring) -> String {
        let below = path.utf8.first == .slash ? path.dropFirst() : path
        let segments = PathSegments(below).text.split(separator: "/", omittingEmptySubsequences: false)
        return "/" + segments.map(PercentEncoding.normalised).joined(separator: "/")
    }
}

/// A decoded name and value: an item of a query, a field of a form, or a header field.
struct NameValuePair: Hashable, Sendable {
    let name: String
    let value: String

    /// The items of a query or a form in their order, decoded.
    static func items(_ encoded: Substring) -> [NameValuePair] {
        URLQuery(formEncoded: String(encoded)).pairs.map { NameValuePair(name: $0.name, value: $0.value) }
    }

    /// Sorted by name. Items of one name keep their order, because it may have a meaning.
    static func sorted(_ items: [NameValuePair]) -> [NameValuePair] {
        guard items.count > 1 else { return items }
        return items.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element)
    }
}
