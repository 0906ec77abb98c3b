extension Cassette {
    /// What changed between two recordings of an API: which fields its responses have and of which types. The values
    /// are not compared.
    ///
    /// ```
    /// GET https://api.example.com/v1/me
    ///   - $.email  string
    ///   ~ $.id  number → string
    ///   ? $.name  can now be null
    ///   + $.avatar  object
    /// ```
    public struct Drift: Hashable, Sendable {
        /// How much a change matters to a program that reads the responses.
        public enum Tier: Int, Hashable, Sendable, Comparable {
            /// An addition, which no program can depend on yet.
            case added
            /// A field became optional or nullable, or stopped being so; or a number is no longer always an integer.
            case optionality
            /// Something was removed or has another type.
            case breaking

            public static func < (first: Tier, second: Tier) -> Bool { first.rawValue < second.rawValue }
        }

        /// One change.
        public struct Change: Hashable, Sendable {
            /// How much it matters.
            public let tier: Tier

            /// The request whose response changed: `GET https://api.example.com/v1/me`.
            public let request: String

            /// The location in the response: `$.items[*].id`. Empty for the response as a whole.
            public let path: String

            /// The old recording's description of it, in words; nil if it did not exist.
            public let old: String?

            /// The new recording's description of it, in words; nil if it does not exist.
            public let new: String?
        }

        /// The changes, request by request: first those of requests in both recordings, then those of requests in the
        /// old one only, then those of requests in the new one only.
        public let changes: [Change]

        /// Whether nothing changed.
        public var isEmpty: Bool { changes.isEmpty }

        /// The tier of the change that matters most.
        public var severity: Tier? { changes.map(\.tier).max() }
    }
}

extension Cassette.Drift.Change: CustomStringConvertible {
    /// `~ $.id  number → string`
    public var description: String {
        let place = path.isEmpty ? "response" : path
        switch (tier, old, new) {
        case (.optionality, _, let new?): return "? \(place)  \(new)"
        case (_, let old?, let new?): return "~ \(place)  \(old) → \(new)"
        case (_, let old?, nil): return "- \(place)  \(old)"
        case (_, nil, let new): return "+ \(place)  \(new ?? "")"
        }
    }
}

extension Cassette.Drift: CustomStringConvertible {
    /// The changes under their requests, one line each.
    public var description: String {
        guard !changes.isEmpty else { return "No drift." }
        var request: String?
        return changes.map { change in
            defer { request = change.request }
            return change.request == request ? "  \(change)" : "\(change.request)\n  \(change)"
        }.joined(separator: "\n")
    }
}

extension Cassette.Drift {
    /// What changed from the old recording to the new one.
    ///
    /// Requests that are equal by the matching form a group; the shapes of all responses of a group are merged and then
    /// compared. A request in only one recording is compared with those of the other that differ from it only in
    /// identifiers in the path, values in the query and the body, and that have the same status: `GET /books/1` with
    /// `GET /books/7`.
    public static func compare(_ old: Cassette, _ new: Cassette, by matching: Matching = .standard) -> Cassette.Drift {
        func exact(_ interaction: Interaction) -> CanonicalRequest { matching.canonical(interaction.request) }
        func kind(_ interaction: Interaction) -> RequestKind { RequestKind(interaction, matching) }
        let before = ResponseGroups(old.interactions, by: exact)
        let after = ResponseGroups(new.interactions, by: exact)
        let gone = ResponseGroups(before.interactions(without: after), by: kind)
        let added = ResponseGroups(after.interactions(without: before), by: kind)
        return Cassette.Drift(
            changes: before.changes(to: after)
                + gone.similarChanges(to: ResponseGroups(new.interactions, by: kind))
                + added.additions(to: ResponseGroups(old.interactions, by: kind)))
    }
}

extension Cassette {
    /// This cassette with only those requests that the other one also has.
    package func restricted(to other: Cassette, by matching: Matching) -> Cassette {
        let known = Set(other.interactions.map { matching.canonical($0.request) })
        var restricted = self
        restricted.interactions.removeAll { !known.contains(matching.canonical($0.request)) }
        return restricted
    }
}

/// The responses of one recording in groups, in the order of their first requests.
private struct ResponseGroups<Key: Hashable> {
    private(set) var keys: [Key] = []
    private var groups: [Key: ResponseGroup] = [:]

    init(_ interactions: [Interaction], by key: (Interaction) -> Key) {
        for interaction in interactions {
            let key = key(interaction)
            if groups[key] == nil { keys.append(key) }
            groups[key, default: ResponseGroup()].add(interaction)
        }
    }

    subscript(key: Key) -> ResponseGroup? { groups[key] }

    /// The interactions of the groups that the other recording does not have.
    func interactions(without other: ResponseGroups) -> [Interaction] {
        keys.filter { other[$0] == nil }.flatMap { groups[$0]?.interactions ?? [] }
    }

    /// The changes of the groups that both recordings have.
    func changes(to other: ResponseGroups) -> [Cassette.Drift.Change] {
        keys.flatMap { key -> [Cassette.Drift.Change] in
            guard let old = groups[key], let new = other[key] else { return [] }
            return old.changes(to: new)
        }
    }

    /// The changes for groups of similar requests. A group that the other recording does not have counts as removed.
    func similarChanges(to other: ResponseGroups) -> [Cassette.Drift.Change] where Key == RequestKind {
        keys.flatMap { key -> [Cassette.Drift.Change] in
            guard let old = groups[key] else { return [] }
            return other[key].map { old.changes(to: $0, of: key.description) }
                ?? old.changes(.breaking, "recorded", nil)
        }
    }

    /// The groups that the other recording does not have.
    func additions(to other: ResponseGroups) -> [Cassette.Drift.Change] {
        keys.filter { other[$0] == nil }.flatMap { groups[$0]?.changes(.added, nil, "recorded") ?? [] }
    }
}

/// The responses of one recording to equal requests.
private struct ResponseGroup {
    private(set) var interactions: [Interaction] = []
    private var statuses: [String] = []
    private var types: Set<String> = []
    private var shape = JSONShape()

    /// The different requests, in words.
    var requests: [String] {
        var seen: Set<String> = []
        return interactions.map { "\($0.request)" }.filter { seen.insert($0).inserted }
    }

    /// A change of the response as a whole, for each different request.
    func changes(_ tier: Cassette.Drift.Tier, _ old: String?, _ new: String?) -> [Cassette.Drift.Change] {
        requests.map { Cassette.Drift.Change(tier: tier, request: $0, path: "", old: old, new: new) }
    }

    mutating func add(_ interaction: Interaction) {
        interactions.append(interaction)
        switch interaction.outcome {
        case .response(let response):
            statuses.append(String(response.status))
            types.insert(response.contentType.prefix { $0 != ";" }.lowercased())
            if let node = JSONParser.node(response.body) { shape.add(node) }
        case .failure(let failure): statuses.append("URLError \(failure.code.rawValue)")
        }
    }

    /// The changes from this group to a newer one. Their request is the first one of the group, unless it is named.
    func changes(to new: ResponseGroup, of request: String? = nil) -> [Cassette.Drift.Change] {
        let request = request ?? requests.first ?? ""
        let answers = [("status", statuses, new.statuses), ("type", Array(types), Array(new.types))]
            .filter { !$1.isEmpty && !$2.isEmpty && Set($1) != Set($2) }
            .map { name, old, new in
                Cassette.Drift.Change(
                    tier: .breaking, request: request, path: "", old: Self.listed(name, old),
                    new: Self.listed(name, new))
            }
        guard shape.count > 0, new.shape.count > 0 else { return answers }
        return answers + ShapeComparison(request: request).changes(shape, new.shape, "$")
    }

    private static func listed(_ name: String, _ values: [String]) -> String {
        "\(name) \(Set(values).sorted().joined(separator: ", "))"
    }
}

/// Compares the values at each location of JSON documents.
private struct ShapeComparison {
    let request: String

    func changes(_ old: JSONShape, _ new: JSONShape, _ path: String) -> [Cassette.Drift.Change] {
        var changes: [Cassette.Drift.Change] = []
        if old.type != new.type, old.type != "null", new.type != "null" {
            changes.append(change(.breaking, path, old.type, new.type))
        }
        if old.isNullable != new.isNullable {
            changes.append(change(.optionality, path, nil, new.isNullable ? "can now be null" : "is no longer null"))
        }
        if old.kinds.contains("number"), !old.hasFraction, new.hasFraction {
            changes.append(change(.optionality, path, nil, "can now have a fraction"))
        }
        if let old = old.elements, let new = new.elements, old.count > 0, new.count > 0 {
            changes += self.changes(old, new, "\(path)[*]")
        }
        return old.objects > 0 && new.objects > 0 ? changes + members(old, new, path) : changes
    }

    private func members(_ old: JSONShape, _ new: JSONShape, _ path: String) -> [Cassette.Drift.Change] {
        Set(old.members.keys).union(new.members.keys).sorted().flatMap { key -> [Cassette.Drift.Change] in
            let place = JSONDifference.path(path, key)
            guard let before = old.members[key] else { return [change(.added, place, nil, new.members[key]?.type)] }
            guard let after = new.members[key] else { return [change(.breaking, place, before.type, nil)] }
            let wasOptional = before.count < old.objects, isOptional = after.count < new.objects
            let presence = change(.optionality, place, nil, isOptional ? "can now be missing" : "is now always present")
            return (wasOptional == isOptional ? [] : [presence]) + changes(before, after, place)
        }
    }

    private func change(_ tier: Cassette.Drift.Tier, _ path: String, _ old: String?, _ new: String?)
        -> Cassette.Drift.Change
    {
        Cassette.Drift.Change(tier: tier, request: request, path: path, old: old, new: new)
    }
}
