/// A URL in the one form that all ways to write it share (RFC 3986 §6): default ports folded, escapes normalised, no
/// credentials, no fragment.
struct CanonicalURL: Hashable {
    let scheme: String
    let host: String
    let port: String
    let path: String
    let query: [FormItem]

    init(_ text: String) {
        let whole = text.prefix { $0 != "#" }
        let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let (scheme, authority, path) = Self.split(parts.first ?? "")
        let place = authority.split(separator: "@").last ?? ""
        let end = place.hasSuffix("]") ? nil : place.lastIndex(of: ":").flatMap { place[$0...].contains("]") ? nil : $0 }
        let port = end.map { String(place[place.index(after: $0)...]) } ?? ""
        self.scheme = scheme
        self.host = place[..<(end ?? place.endIndex)].lowercased()
        self.port = port == (["http": "80", "https": "443"][scheme] ?? "") ? "" : port
        self.path = Self.normalised(path: path)
        query = parts.count > 1 ? FormItem.items(parts[1]) : []
    }

    /// The URL without its query, for a person.
    var text: String {
        "\(scheme)://\(host)\(port.isEmpty ? "" : ":" + port)\(path)"
    }

    private static func split(_ url: Substring) -> (scheme: String, authority: Substring, path: Substring) {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return ("", "", url) }
        let rest = url[url.index(colon, offsetBy: 3)...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        return (url[..<colon].lowercased(), rest[..<slash], rest[slash...])
    }

    private static func normalised(path: Substring) -> String {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(path.hasPrefix("/") ? 1 : 0)
        let kept = steps.reduce(into: [String]()) { kept, step in
            switch step {
            case ".": break
            case "..": _ = kept.popLast()
            default: kept.append(PercentForm.normalised(step))
            }
        }
        let endsInFolder = steps.last == "." || steps.last == ".."
        return "/" + kept.joined(separator: "/") + (endsInFolder && !kept.isEmpty ? "/" : "")
    }
}
