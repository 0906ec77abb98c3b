/// Two recordings side by side: which exchanges belong together, and what changed in each pair.
///
/// Exchanges with equal requests belong together, in their order, whatever their hosts. Of the others, those with the
/// same method and path do: their requests have changed.
package struct CassetteComparison: Hashable, Sendable {
    /// Two exchanges that belong together, by their indices.
    package struct Pair: Hashable, Sendable {
        package let old: Int
        package let new: Int
        package let changes: [Change]
    }

    /// One difference. A side without a value there is nil.
    package struct Change: Hashable, Sendable {
        /// The part of the exchange, in words: `status`, `response body`.
        package let part: String
        /// The place in the part, such as `$.items[0].price` or the name of a header field; it may be empty.
        package let place: String
        package let old: String?
        package let new: String?
    }

    /// The pairs, in the order of the new recording.
    package private(set) var pairs: [Pair] = []

    /// The exchanges of the old recording that belong to none of the new one.
    package private(set) var removed: [Int] = []

    /// The exchanges of the new recording that belong to none of the old one.
    package private(set) var added: [Int] = []

    private static let matching = Matching.standard.ignoring(.host)

    /// Compares two recordings whose secrets were replaced with one table.
    package init(_ old: Cassette, _ new: Cassette) {
        let (old, new) = (old.interactions, new.interactions)
        var (left, right) = (Array(old.indices), Array(new.indices))
        var found = Self.pairs(&left, &right) {
            Self.matching.canonical($0 ? new[$1].request : old[$1].request)
        }
        found += Self.pairs(&left, &right) { isNew, index in
            let request = isNew ? new[index].request : old[index].request
            return [request.method, CanonicalURL(request.url).path]
        }
        pairs = found.sorted { $0.new < $1.new }.map { pair in
            Pair(old: pair.old, new: pair.new, changes: Change.all(old[pair.old], new[pair.new]))
        }
        (removed, added) = (left, right)
    }

    /// Pairs the indices with equal keys, in their order, and leaves the rest in both lists. `key` gets whether the
    /// index is one of the new recording.
    private static func pairs<Key: Hashable>(
        _ left: inout [Int], _ right: inout [Int], _ key: (_ isNew: Bool, Int) -> Key
    ) -> [(old: Int, new: Int)] {
        var waiting = Dictionary(grouping: left.reversed()) { key(false, $0) }
        var found: [(old: Int, new: Int)] = []
        var rest: [Int] = []
        for new in right {
            if let old = waiting[key(true, new)]?.popLast() { found.append((old, new)) } else { rest.append(new) }
        }
        let used = Set(found.map(\.old))
        (left, right) = (left.filter { !used.contains($0) }, rest)
        return found
    }
}

extension CassetteComparison.Change {
    /// How many differences of one exchange are listed.
    private static let limit = 200

    /// The differences between two exchanges, first those of the requests.
    fileprivate static func all(_ old: Interaction, _ new: Interaction) -> [CassetteComparison.Change] {
        let requests = Matching.standard.differences(recorded: old.request, live: new.request)
        let all = requests.map { Self("request", $0) } + outcomes(old, new)
        if all.count <= limit { return all }
        let rest = "and \(all.count - limit) more"
        return all.prefix(limit) + [Self(part: rest, place: "", old: nil, new: nil)]
    }

    private static func outcomes(_ old: Interaction, _ new: Interaction) -> [CassetteComparison.Change] {
        guard let before = old.response, let after = new.response else {
            let (before, after) = (old.outcome.summary, new.outcome.summary)
            return before == after ? [] : [Self(part: "outcome", place: "", old: before, new: after)]
        }
        let status = [Self(part: "status", place: "", old: "\(before.status)", new: "\(after.status)")]
        let headers = Matching.items(.header, before.comparedFields, after.comparedFields)
        let bodies = Matching.bodies(
            Matching.standard.content(before.body, before.contentType),
            Matching.standard.content(after.body, after.contentType))
        return (before.status == after.status ? [] : status) + (headers + bodies).map { Self("response", $0) }
    }

    private init(_ message: String, _ difference: Matching.Difference) {
        self.init(
            part: difference.part == .method || difference.part == .url
                ? difference.part.rawValue : "\(message) \(difference.part.rawValue)",
            place: difference.place, old: difference.recorded.map(Self.short), new: difference.live.map(Self.short))
    }

    private static func short(_ text: String) -> String {
        text.utf8.count > 400 ? "\(text.prefix(300))…" : text
    }
}

extension Interaction.Outcome {
    fileprivate var summary: String {
        switch self {
        case .response(let response): "\(response.status)"
        case .failure(let failure): "\(failure)"
        }
    }
}

extension Interaction.Response {
    /// The header fields in lower case, sorted by name, without those that differ each time.
    fileprivate var comparedFields: [NameValuePair] {
        NameValuePair.sorted(
            headers.filter { !Cassette.HeaderAllowList.incidental.keeps($0.name) }
                .map { NameValuePair(name: $0.name.lowercased(), value: $0.value) })
    }
}
