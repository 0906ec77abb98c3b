/// One request as it would be sent below a base URL, in parts.
struct FuzzInput: Hashable {
    let method: String
    let origin: String
    let segments: [String]
    let query: [String]
    let fragment: String?
    let headers: [String: String]
    let body: Data?
    let url: String

    init(_ endpoint: some Endpoint) throws {
        let request = try endpoint.makeAPIRequest()
        let snapshot = request.snapshot
        method = snapshot.method
        url = snapshot.url
        headers = request.urlRequest.allHTTPHeaderFields ?? [:]
        body = snapshot.body?.data
        let (head, fragment) = Self.split(url[...], at: "#")
        let (place, query) = Self.split(head, at: "?")
        self.fragment = fragment.map(String.init)
        self.query = query?.split(separator: "&").map(String.init) ?? []
        let start = Self.pathStart(of: place)
        origin = place[..<start].lowercased()
        segments = Self.resolved(place[start...])
    }

    /// Behind scheme and authority, if there are any.
    private static func pathStart(of place: Substring) -> Substring.Index {
        guard let mark = place.range(of: "//"), place[..<mark.lowerBound].allSatisfy({ $0 != "/" }) else {
            return place.startIndex
        }
        return place[mark.upperBound...].firstIndex(of: "/") ?? place.endIndex
    }

    /// The segments as a server sees them that takes dot segments away (RFC 3986 §5.2.4).
    private static func resolved(_ path: Substring) -> [String] {
        let trimmed = path.first == "/" ? path.dropFirst() : path
        return trimmed.split(separator: "/", omittingEmptySubsequences: false).reduce(into: []) { kept, segment in
            switch segment {
            case ".": break
            case "..": _ = kept.popLast()
            default: kept.append(String(segment))
            }
        }
    }

    private static func split(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
        guard let place = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<place], text[text.index(after: place)...])
    }
}

extension FuzzInput {
    /// What is wrong with the request by itself, and beside the one that the same endpoint makes next.
    func problems(_ again: FuzzInput) -> [String] {
        var problems: [String] = []
        if again != self { problems.append("gives another request the second time") }
        if ["GET", "HEAD"].contains(method), body != nil { problems.append("is sent with a body by \(method)") }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            let hasControl = (name + value).unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\t"
            }
            if hasControl { problems.append("breaks out of the header \(name.debugDescription)") }
        }
        return problems
    }
}
