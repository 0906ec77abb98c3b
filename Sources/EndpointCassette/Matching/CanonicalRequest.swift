/// What counts of a request, in the one form that all ways to write it share. Equal ones have no difference, and the other way round.
struct CanonicalRequest: Hashable, Sendable {
    var method = ""
    var url = ""
    var query: [FormItem] = []
    var headers: [FormItem] = []
    var body = CanonicalBody.none
}

extension Matching {
    /// What counts of the request.
    func canonical(_ request: Interaction.Request) -> CanonicalRequest {
        var canonical = CanonicalRequest()
        let url = CanonicalURL(request.url)
        for rule in rules {
            switch rule {
            case .method: canonical.method = request.method
            case .url: canonical.url = masked(ignores(.host) ? url.path : url.text)
            case .query: canonical.query = FormItem.sorted(counted(url.query) { .query($0) })
            case .headers(let names): canonical.headers += Self.headers(request, names).map(masked)
            case .body where !ignores(.body): canonical.body = body(request.body)
            case .body, .custom: break
            }
        }
        return canonical
    }

    private static func headers(_ request: Interaction.Request, _ names: [String]) -> [FormItem] {
        names.map { $0.lowercased() }.sorted().flatMap { name in
            request.headers.filter { $0.isNamed(name) }.map { FormItem(name: name, value: $0.value) }
        }
    }

    private func ignores(_ part: IgnoredPart) -> Bool {
        ignored.contains(part)
    }

    /// The items that count, with volatile values masked.
    func counted(_ items: [FormItem], _ part: (String) -> IgnoredPart) -> [FormItem] {
        guard !ignored.isEmpty || !shapes.isEmpty else { return items }
        return items.filter { !ignored.contains(part($0.name)) }.map(masked)
    }

    private func masked(_ item: FormItem) -> FormItem {
        FormItem(name: item.name, value: masked(item.value))
    }

    func masked(_ text: String) -> String {
        shapes.reduce(text) { $1.masked($0) }
    }
}

/// A URL in the one form that all ways to write it share (RFC 3986 §6): default ports folded, escapes normalised, no
/// credentials, no fragment.
struct CanonicalURL: Hashable {
    let scheme: String
    let host: String
    let port: String
    let path: String
    let query: [FormItem]

    init(_ text: String) {
        let reference = URLReference(text)
        let place = reference.authority?.split(separator: "@").last ?? ""
        let end = place.hasSuffix("]") ? nil : place.lastIndex(of: ":")
        let port = end.map { place[place.index(after: $0)...] } ?? ""
        scheme = reference.scheme?.lowercased() ?? ""
        host = place[..<(end ?? place.endIndex)].lowercased()
        self.port = port == (["http": "80", "https": "443"][scheme] ?? "") ? "" : String(port)
        path = Self.normalised(reference.path)
        query = reference.query.map(FormItem.items) ?? []
    }

    /// The URL without its query, for a person.
    var text: String {
        "\(scheme)://\(host)\(port.isEmpty ? "" : ":" + port)\(path)"
    }

    private static func normalised(_ path: Substring) -> String {
        let below = path.utf8.first == .slash ? path.dropFirst() : path
        let segments = PathSegments(below).text.split(separator: "/", omittingEmptySubsequences: false)
        return "/" + segments.map(PercentEncoding.normalised).joined(separator: "/")
    }
}

/// A name and a value of a query or a form, decoded.
struct FormItem: Hashable, Sendable {
    let name: String
    let value: String

    /// The items in their order.
    static func items(_ encoded: Substring) -> [FormItem] {
        Query(formEncoded: String(encoded)).pairs.map { FormItem(name: $0.name, value: $0.value) }
    }

    /// Sorted by name. Among items of one name the order is kept, because it may mean something.
    static func sorted(_ items: [FormItem]) -> [FormItem] {
        guard items.count > 1 else { return items }
        return items.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element)
    }
}
