/// What changed between two recordings of an API, by the shape of its answers: which fields there are and of which type, not
/// what they hold.
///
/// ```
/// GET https://api.example.com/v1/me
///   - $.email  string
///   ~ $.id  number → string
///   ? $.name  may be null now
///   + $.avatar  object
/// ```
public struct Drift: Hashable, Sendable {
    /// How much a change matters to a program that reads the answers.
    public enum Tier: Int, Hashable, Sendable, Comparable {
        /// Something is new: nobody can depend on it yet.
        case added
        /// Something is missing or null in some of the answers now, or no longer.
        case optionality
        /// Something is gone, or of another type.
        case breaking

        public static func < (first: Tier, second: Tier) -> Bool { first.rawValue < second.rawValue }
    }

    /// One change.
    public struct Change: Hashable, Sendable {
        /// How much it matters.
        public let tier: Tier

        /// The request whose answer changed: `GET https://api.example.com/v1/me`.
        public let request: String

        /// The place in the answer: `$.items[*].id`. Empty for the answer as a whole.
        public let path: String

        /// What is there no longer, in words; nil if nothing was.
        public let old: String?

        /// What is there now, in words; nil if nothing is.
        public let new: String?
    }

    /// The changes, request by request in the order of the old recording.
    public let changes: [Change]

    /// Whether nothing changed.
    public var isEmpty: Bool { changes.isEmpty }

    /// The tier of the change that matters most.
    public var severity: Tier? { changes.map(\.tier).max() }
}

extension Drift.Change: CustomStringConvertible {
    /// `~ $.id  number → string`
    public var description: String {
        let place = path.isEmpty ? "answer" : path
        switch (tier, old, new) {
        case (.optionality, _, let new?): return "? \(place)  \(new)"
        case (_, let old?, let new?): return "~ \(place)  \(old) → \(new)"
        case (_, let old?, nil): return "- \(place)  \(old)"
        case (_, nil, let new): return "+ \(place)  \(new ?? "")"
        }
    }
}

extension Drift: CustomStringConvertible {
    /// The changes under their requests, a line each.
    public var description: String {
        guard !changes.isEmpty else { return "No drift." }
        var request: String?
        return changes.map { change in
            defer { request = change.request }
            return change.request == request ? "  \(change)" : "\(change.request)\n  \(change)"
        }.joined(separator: "\n")
    }
}
