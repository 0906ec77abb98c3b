/// What changed between two recordings of an API: which fields its responses have and of which types. The values are not compared.
///
/// ```
/// GET https://api.example.com/v1/me
///   - $.email  string
///   ~ $.id  number → string
///   ? $.name  may be null now
///   + $.avatar  object
/// ```
public struct Drift: Hashable, Sendable {
    /// How much a change matters to a program that reads the responses.
    public enum Tier: Int, Hashable, Sendable, Comparable {
        /// Something is new, which no program can depend on yet.
        case added
        /// A field became optional or nullable, or is no longer.
        case optionality
        /// Something is gone or has another type.
        case breaking

        public static func < (first: Tier, second: Tier) -> Bool { first.rawValue < second.rawValue }
    }

    /// One change.
    public struct Change: Hashable, Sendable {
        /// How much it matters.
        public let tier: Tier

        /// The request whose response changed: `GET https://api.example.com/v1/me`.
        public let request: String

        /// The place in the response: `$.items[*].id`. Empty for the response as a whole.
        public let path: String

        /// What was there in the old recording, in words; nil if nothing was.
        public let old: String?

        /// What is there in the new recording, in words; nil if nothing is.
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
        let place = path.isEmpty ? "response" : path
        switch (tier, old, new) {
        case (.optionality, _, let new?): return "? \(place)  \(new)"
        case (_, let old?, let new?): return "~ \(place)  \(old) → \(new)"
        case (_, let old?, nil): return "- \(place)  \(old)"
        case (_, nil, let new): return "+ \(place)  \(new ?? "")"
        }
    }
}

extension Drift: CustomStringConvertible {
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

extension Drift {
    /// What changed from the old recording to the new one.
    ///
    /// Requests that are equal by the matching form a group; the shapes of all responses of a group are merged and then compared.
    public static func compare(_ old: Cassette, _ new: Cassette, by matching: Matching = .standard) -> Drift {
        let before = ResponseGroup.grouped(old, matching), after = ResponseGroup.grouped(new, matching)
        let counterparts = Dictionary(after.map { ($0.key, $0.group) }) { first, _ in first }
        let known = Set(before.map(\.key))
        let gone = before.flatMap { key, group in
            counterparts[key].map { group.changes(to: $0) }
                ?? [group.change(.breaking, "", "recorded", nil)]
        }
        let added = after.filter { !known.contains($0.key) }.map { $0.group.change(.added, "", nil, "recorded") }
        return Drift(changes: gone + added)
    }
}

/// The responses of one recording to equal requests.
private struct ResponseGroup {
    let request: String
    private var statuses: [String] = []
    private var types: Set<String> = []
    private var shape = JSONShape()

    /// The groups of a recording, in the order of their first requests.
    static func grouped(_ cassette: Cassette, _ matching: Matching) -> [(key: CanonicalRequest, group: ResponseGroup)] {
        var order: [CanonicalRequest] = []
        var groups: [CanonicalRequest: ResponseGroup] = [:]
        for interaction in cassette.interactions {
            let key = matching.canonical(interaction.request)
            if groups[key] == nil { order.append(key) }
            groups[key, default: ResponseGroup(interaction.request)].add(interaction.outcome)
        }
        return order.compactMap { key in groups[key].map { (key, $0) } }
    }

    private init(_ request: Interaction.Request) {
        self.request = "\(request)"
    }

    private mutating func add(_ outcome: Interaction.Outcome) {
        switch outcome {
        case .response(let response):
            statuses.append(String(response.status))
            types.insert(response.contentType.prefix { $0 != ";" }.lowercased())
            if let node = JSONParser.node(response.body) { shape.add(node) }
        case .failure(let failure): statuses.append("URLError \(failure.code.rawValue)")
        }
    }

    func change(_ tier: Drift.Tier, _ path: String, _ old: String?, _ new: String?) -> Drift.Change {
        Drift.Change(tier: tier, request: request, path: path, old: old, new: new)
    }

    func changes(to new: ResponseGroup) -> [Drift.Change] {
        var changes: [Drift.Change] = []
        if Set(statuses) != Set(new.statuses) {
            changes.append(change(.breaking, "", listed("status", statuses), listed("status", new.statuses)))
        }
        if types != new.types, !types.isEmpty, !new.types.isEmpty {
            changes.append(change(.breaking, "", listed("type", Array(types)), listed("type", Array(new.types))))
        }
        guard shape.count > 0, new.shape.count > 0 else { return changes }
        return changes + compare(shape, new.shape, "$")
    }

    private func listed(_ name: String, _ values: [String]) -> String {
        "\(name) \(Set(values).sorted().joined(separator: ", "))"
    }

    private func compare(_ old: JSONShape, _ new: JSONShape, _ path: String) -> [Drift.Change] {
        var changes: [Drift.Change] = []
        if old.type != new.type, old.type != "null", new.type != "null" {
            changes.append(change(.breaking, path, old.type, new.type))
        }
        if old.isNullable != new.isNullable {
            changes.append(change(.optionality, path, nil, new.isNullable ? "may be null now" : "is never null now"))
        }
        if let old = old.elements, let new = new.elements, old.count > 0, new.count > 0 {
            changes += compare(old, new, "\(path)[*]")
        }
        return old.objects > 0 && new.objects > 0 ? changes + members(old, new, path) : changes
    }

    private func members(_ old: JSONShape, _ new: JSONShape, _ path: String) -> [Drift.Change] {
        Set(old.members.keys).union(new.members.keys).sorted().flatMap { key -> [Drift.Change] in
            let place = JSONDifference.path(path, key)
            guard let before = old.members[key] else { return [change(.added, place, nil, new.members[key]?.type)] }
            guard let after = new.members[key] else { return [change(.breaking, place, before.type, nil)] }
            let wasOptional = before.count < old.objects, isOptional = after.count < new.objects
            let presence = change(.optionality, place, nil, isOptional ? "may be missing now" : "is always there now")
            return (wasOptional == isOptional ? [] : [presence]) + compare(before, after, place)
        }
    }
}
