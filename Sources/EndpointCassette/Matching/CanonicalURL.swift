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
        return "/" + segments.map(PercentForm.normalised).joined(separator: "/")
    }
}
