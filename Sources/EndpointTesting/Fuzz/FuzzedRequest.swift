/// The request of an endpoint in parts, as it would be sent below a base URL.
struct FuzzedRequest: Hashable {
    let method: String
    let origin: String
    let segments: [String]
    let query: [String]
    let fragment: String?
    let headers: HeaderFields
    let body: Data?
    let url: String

    init(_ endpoint: some Endpoint) throws {
        let request = try endpoint.makeAPIRequest()
        let snapshot = request.snapshot
        method = snapshot.method
        url = snapshot.url
        headers = HeaderFields(request.urlRequest)
        body = snapshot.body?.data
        let reference = URLReference(url)
        fragment = reference.fragment.map(String.init)
        query = reference.query?.split(separator: "&").map(String.init) ?? []
        origin = [reference.scheme.map { "\($0):" }, reference.authority.map { "//\($0)" }]
            .compactMap(\.self).joined().lowercased()
        let path = URLReference.removingDotSegments(reference.path)
        segments = (path.first == "/" ? path.dropFirst() : path)
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
}

extension FuzzedRequest {
    /// The problems of this request, and its differences from the request that the same endpoint makes next.
    func problems(comparedTo next: FuzzedRequest) -> [String] {
        var problems: [String] = []
        if next != self { problems.append("makes another \(difference(from: next)) the second time") }
        if ["GET", "HEAD"].contains(method), body != nil { problems.append("is sent as a \(method) with a body") }
        for field in headers {
            let hasControl = (field.name + field.value).unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\t"
            }
            if hasControl { problems.append("breaks out of the header \(field.name.debugDescription)") }
        }
        return problems
    }

    /// What differs, with the usual reason for a JSON body.
    private func difference(from next: FuzzedRequest) -> String {
        guard next.body != body else { return "request" }
        let isJSON = headers["Content-Type"]?.contains("json") == true
        return isJSON ? "body (a JSONEncoder without .sortedKeys orders keys randomly)" : "body"
    }
}

/// The request of a harmless value, to which the requests of all other values are compared.
struct FuzzBaseline {
    /// Harmless values that are not part of any real path.
    static let value = "Fuzz7value"
    static let otherValue = "Fuzz8other"

    let request: FuzzedRequest

    init(_ request: FuzzedRequest) {
        self.request = request
    }

    /// `books/{}`
    var path: String {
        request.segments.joined(separator: "/").replacingOccurrences(of: Self.value, with: "{}")
    }

    /// The forbidden differences of a value's request from this one.
    func problems(of other: FuzzedRequest, _ value: String) -> [String] {
        var problems: [String] = []
        if other.method != request.method { problems.append("changes the method to \(other.method)") }
        if other.origin != request.origin { problems.append("leads to another server: \(excerpt(other.url))") }
        if let problem = pathProblem(of: other, value) { problems.append("\(problem): \(excerpt(other.url))") }
        if !isSubset(names(other.query), names(request.query)) {
            problems.append("adds to the query: \(excerpt(other.url))")
        }
        if other.fragment != nil, request.fragment == nil { problems.append("adds a fragment: \(excerpt(other.url))") }
        return problems + headerProblems(of: other, value)
    }

    /// A lost header is a problem because Foundation on Linux drops a header with a control character in its value,
    /// without an error.
    private func headerProblems(of other: FuzzedRequest, _ value: String) -> [String] {
        let added = other.headers.filter { !request.headers.contains($0.name) }
        let lost = value.isEmpty ? [:] : request.headers.filter { !other.headers.contains($0.name) }
        return added.map { "adds the header \($0.name.debugDescription)" }
            + lost.map { "loses the header \($0.name.debugDescription)" }
    }

    /// Segments are decoded by Foundation because it rejects a `%` without two hexadecimal digits, which
    /// `PercentEncoding` accepts.
    private func pathProblem(of other: FuzzedRequest, _ value: String) -> String? {
        guard other.segments.count == request.segments.count else {
            return "changes the number of path segments from \(request.segments.count) to \(other.segments.count)"
        }
        for (expected, found) in zip(request.segments, other.segments) {
            let wanted = expected.removingPercentEncoding?.replacingOccurrences(of: Self.value, with: value)
            guard let wanted, let arrived = found.removingPercentEncoding, Array(arrived.utf8) == Array(wanted.utf8)
            else {
                return "does not arrive unchanged"
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
