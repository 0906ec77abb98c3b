import EndpointTesting

/// Values of a path and a query, and how they stand in a request line and in a form, by an oracle that is not ours.
struct TargetCase: Decodable {
    let segments: [String]
    let query: [[String]]
    let target: String
    let form: String

    /// One segment or two, below fixed ones.
    var path: Path {
        segments.count == 1 ? "a/b/c/d/e/f/g/h/\(segments[0])" : "a/b/c/d/e/f/g/h/\(segments[0])/\(segments[1])"
    }

    var items: Query {
        query.reduce(Query()) { $0 + [$1[0]: $1[1]] }
    }
}
