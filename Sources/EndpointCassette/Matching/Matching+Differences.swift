extension Matching {
    /// The differences of what counts, in the order of the parts of a request.
    func differences(_ recorded: CanonicalRequest, _ live: CanonicalRequest) -> [Difference] {
        Self.whole(.method, recorded.method, live.method)
            + Self.whole(.url, recorded.url, live.url)
            + Self.items(.query, recorded.query, live.query)
            + Self.items(.header, recorded.headers, live.headers)
            + Self.bodies(recorded.body, live.body)
    }

    private static func whole(_ part: Difference.Part, _ recorded: String, _ live: String) -> [Difference] {
        recorded == live ? [] : [Difference(part, recorded: recorded, live: live)]
    }

    /// By name, and within a name by position.
    static func items(
        _ part: Difference.Part, _ recorded: [FormItem], _ live: [FormItem]
    ) -> [Difference] {
        guard recorded != live else { return [] }
        let old = Dictionary(grouping: recorded, by: \.name), new = Dictionary(grouping: live, by: \.name)
        return Set(old.keys).union(new.keys).sorted().flatMap { name -> [Difference] in
            let (old, new) = (old[name] ?? [], new[name] ?? [])
            return (0..<max(old.count, new.count)).compactMap { index in
                let before = index < old.count ? old[index].value : nil
                let after = index < new.count ? new[index].value : nil
                return before == after ? nil : Difference(part, at: name, recorded: before, live: after)
            }
        }
    }

    static func bodies(_ recorded: CanonicalBody, _ live: CanonicalBody, at place: String = "") -> [Difference] {
        switch (recorded, live) {
        case _ where recorded == live: []
        case (.json(let old), .json(let new)):
            JSONDifference.all(old, new).map {
                Difference(.body, at: place + $0.path, recorded: $0.old.map(readable), live: $0.new.map(readable))
            }
        case (.form(let old), .form(let new)): items(.body, old, new)
        case (.multipart(let old), .multipart(let new)): parts(old, new)
        case (.text(let old), .text(let new)): [texts(old, new, place)]
        case (.bytes(let old), .bytes(let new)):
            [Difference(.body, at: place, recorded: "\(old.count) bytes", live: "\(new.count) other bytes")]
        default: [Difference(.mediaType, at: place, recorded: recorded.kind, live: live.kind)]
        }
    }

    private static func parts(_ old: [CanonicalBody.Part], _ new: [CanonicalBody.Part]) -> [Difference] {
        (0..<max(old.count, new.count)).flatMap { index -> [Difference] in
            guard index < old.count else { return [Difference(.body, recorded: nil, live: "part \(new[index].name)")] }
            guard index < new.count else { return [Difference(.body, recorded: "part \(old[index].name)", live: nil)] }
            let (old, new) = (old[index], new[index])
            if (old.name, old.fileName) != (new.name, new.fileName) {
                return [
                    Difference(
                        .body, recorded: "part \(old.name) \(old.fileName)", live: "part \(new.name) \(new.fileName)")
                ]
            }
            return bodies(old.body, new.body, at: "part \(old.name) ")
        }
    }

    /// The first line that differs says more than two whole texts.
    private static func texts(_ old: String, _ new: String, _ place: String) -> Difference {
        let before = old.split(separator: "\n", omittingEmptySubsequences: false)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(before, after).prefix { $0 == $1 }.count
        return Difference(
            .body, at: "\(place)line \(line + 1)", recorded: line < before.count ? String(before[line]) : nil,
            live: line < after.count ? String(after[line]) : nil)
    }

    private static func readable(_ node: JSONNode) -> String {
        if case .number(let canonical) = node { return DecimalNumber.readable(canonical) }
        return JSONPrinter.compact(node)
    }
}
