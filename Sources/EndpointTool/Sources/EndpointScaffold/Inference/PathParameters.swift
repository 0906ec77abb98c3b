/// The names of the parameters of a path, from the segments before them and from their values.
struct PathParameters {
    /// The name of each parameter: `id`, `userID`, `owner`.
    private(set) var names: [String] = []

    /// What each parameter identifies: `book`.
    private(set) var subjects: [String] = []

    /// The segments below which a name has two parts: `repos/{owner}/{repo}`.
    private static let owned: Set<String> = [
        "repo", "repository", "package", "project", "model", "dataset", "space", "gist", "image",
    ]

    /// Whether the things below a segment have a name of two parts.
    static func hasOwner(_ segment: String) -> Bool { owned.contains(Noun.singular(segment.lowercased())) }

    init(_ path: PathTemplate, values: [[String]]) {
        let count = path.parameterCount
        for index in 0..<count {
            let literal = path.literal(beforeParameter: index) ?? ""
            let subject = SwiftName.lower(Noun.singular(literal.removingPercentEncoding ?? literal))
            subjects.append(literal.isEmpty ? "item" : subject)
        }
        for index in 0..<count {
            let texts = values.map { index < $0.count ? $0[index] : "" }
            let isIdentifier = texts.allSatisfy { SegmentForm($0).isIdentifier }
            let subject = subjects[index]
            if index + 1 < count, Self.isFollowedByParameter(path, index) {
                names.append(Self.owned.contains(subject) ? "owner" : subject + "Group")
            } else if count == 1 || index == count - 1 && path.endsWithParameter && isIdentifier {
                names.append(isIdentifier ? "id" : subject)
            } else {
                names.append(isIdentifier ? subject + "ID" : subject)
            }
        }
    }

    private static func isFollowedByParameter(_ path: PathTemplate, _ index: Int) -> Bool {
        guard let place = path.parts.firstIndex(of: .parameter(index)), place + 1 < path.parts.count else {
            return false
        }
        if case .parameter = path.parts[place + 1] { return true }
        return false
    }
}
