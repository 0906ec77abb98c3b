/// The part of the paths that belongs to the base URL.
enum BasePath {
    /// How many segments at the start all paths share that only say which API it is: `api`, `v1`, `rest/api/3`. None of
    /// them is the last segment of a path.
    static func length(of paths: [PathTemplate]) -> Int {
        guard let first = paths.first else { return 0 }
        let limit = paths.map { max(0, $0.parts.count - 1) }.min() ?? 0
        var length = 0
        for index in 0..<limit {
            guard case .literal(let name) = first.parts[index], isPrefix(name, index),
                paths.allSatisfy({ $0.parts[index] == first.parts[index] })
            else { break }
            length = index + 1
        }
        return length
    }

    private static func isPrefix(_ name: String, _ index: Int) -> Bool {
        let lower = name.lowercased()
        let isNumber = !lower.isEmpty && lower.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
        return ["api", "apis", "rest", "services", "data", "public", "web", "wp-json", "wp", "gateway"].contains(lower)
            || PathWords.isVersion(lower) || isNumber
    }
}

extension PathTemplate {
    /// The template without segments at its start.
    func dropping(_ count: Int) -> PathTemplate {
        PathTemplate(parts: Array(parts.dropFirst(count)))
    }
}
