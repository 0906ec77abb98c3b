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

/// The request of a harmless value, to which those of all others are compared.
struct FuzzTemplate {
    /// Harmless values that occur in no path by chance.
    static let value = "Lint7value"
    static let otherValue = "Lint8other"

    let sample: FuzzInput

    init(_ sample: FuzzInput) {
        self.sample = sample
    }

    /// `books/{}`
    var path: String {
        sample.segments.joined(separator: "/").replacingOccurrences(of: Self.value, with: "{}")
    }

    /// What the request of a value changes that it must not change.
    func problems(of other: FuzzInput, _ value: String) -> [String] {
        var problems: [String] = []
        if other.method != sample.method { problems.append("changes the method to \(other.method)") }
        if other.origin != sample.origin { problems.append("leads to another server: \(excerpt(other.url))") }
        if let problem = pathProblem(of: other, value) { problems.append("\(problem): \(excerpt(other.url))") }
        if !isSubset(names(other.query), names(sample.query)) {
            problems.append("adds to the query: \(excerpt(other.url))")
        }
        if other.fragment != nil, sample.fragment == nil { problems.append("adds a fragment: \(excerpt(other.url))") }
        return problems + headerProblems(of: other, value)
    }

    /// Foundation on Linux drops a header whose value has a control character, and says nothing.
    private func headerProblems(of other: FuzzInput, _ value: String) -> [String] {
        let added = Set(other.headers.keys).subtracting(sample.headers.keys).sorted()
        let lost = value.isEmpty ? [] : Set(sample.headers.keys).subtracting(other.headers.keys).sorted()
        return added.map { "adds the header \($0.debugDescription)" }
            + lost.map { "loses the header \($0.debugDescription)" }
    }

    private func pathProblem(of other: FuzzInput, _ value: String) -> String? {
        guard other.segments.count == sample.segments.count else {
            return "changes the number of path segments from \(sample.segments.count) to \(other.segments.count)"
        }
        for (expected, found) in zip(sample.segments, other.segments) {
            let wanted = expected.removingPercentEncoding?.replacingOccurrences(of: Self.value, with: value)
            guard let wanted, let arrived = found.removingPercentEncoding, Array(arrived.utf8) == Array(wanted.utf8)
            else {
                return "does not arrive as it is"
            }
            if found.isEmpty, !expected.isEmpty { return "leaves an empty path segment" }
        }
        return nil
    }

    private func names(_ query: [String]) -> [String] {
        query.map { String($0.prefix { $0 != "=" }).replacingOccurrences(of: Self.value, with: "{}") }
    }

    private func isSubset(_ some: [String], _ all: [String]) -> Bool {
        let counts = Dictionary(grouping: all, by: \.self).mapValues(\.count)
        return Dictionary(grouping: some, by: \.self).allSatisfy { $0.value.count <= counts[$0.key, default: 0] }
    }

    private func excerpt(_ url: String) -> String {
        Redaction.standard.line(url, limit: 100)
    }
}
