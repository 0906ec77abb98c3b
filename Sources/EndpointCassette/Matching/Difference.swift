extension Matching {
    /// One difference between a recorded request and a live one.
    public struct Difference: Hashable, Sendable {
        /// The part of the requests that differs.
        public enum Part: String, Hashable, Sendable {
            /// The method.
            case method
            /// Scheme, host, port and path.
            case url
            /// One name of the query.
            case query
            /// One header field.
            case header
            /// The kind of the body, such as JSON, form or text.
            case mediaType = "media type"
            /// A location in the body.
            case body
            /// The position in the order of the recording.
            case order
            /// The finding of a custom rule.
            case custom
        }

        /// The part of the requests that differs.
        public let part: Part

        /// The location within the part: a name, or a path such as `$.items[0].qty`. Empty for the part as a whole.
        public let place: String

        /// The recorded value, in words; nil if there is none.
        public let recorded: String?

        /// The value of the live request, in words; nil if there is none.
        public let live: String?

        /// A difference.
        public init(_ part: Part, at place: String = "", recorded: String?, live: String?) {
            self.part = part
            self.place = place
            self.recorded = recorded
            self.live = live
        }
    }
}

extension Matching.Difference: CustomStringConvertible {
    /// `body $.qty 1 → 2`, `query + dryRun=true`. Secrets are redacted.
    public var description: String { "\(part.rawValue) \(change)" }

    /// The description without the part.
    var change: String {
        let mark = part == .query || part == .header ? "=" : " "
        switch (recorded, live) {
        case (let recorded?, let live?): return "\(place.isEmpty ? "" : place + " ")\(shown(recorded)) → \(shown(live))"
        case (let recorded?, nil): return "- \(named(shown(recorded), mark))"
        case (nil, let live?): return "+ \(named(shown(live), mark))"
        case (nil, nil): return place
        }
    }

    private func named(_ value: String, _ mark: String) -> String {
        place.isEmpty ? value : "\(place)\(mark)\(value)"
    }

    /// The same with what may be shown of its values.
    func redacted(by redaction: Redaction) -> Matching.Difference {
        let description = RedactedDescription(redaction: redaction)
        let recorded = recorded.map { description.text($0, at: place, in: part) }
        let live = live.map { description.text($0, at: place, in: part) }
        return Matching.Difference(
            part, at: place, recorded: recorded, live: live == recorded ? live.map { "another \($0)" } : live)
    }

    private func shown(_ value: String) -> String {
        let safe = RedactedDescription(redaction: .showingValues).text(value, at: place, in: part)
        return safe.count > 120 ? "\(safe.prefix(119))…" : safe
    }
}

extension Matching {
    /// The differences, in the order of the parts of a request.
    func differences(_ recorded: CanonicalRequest, _ live: CanonicalRequest) -> [Matching.Difference] {
        Self.whole(.method, recorded.method, live.method)
            + Self.whole(.url, recorded.url, live.url)
            + Self.items(.query, recorded.query, live.query)
            + Self.items(.header, recorded.headers, live.headers)
            + Self.bodies(recorded.body, live.body)
    }

    private static func whole(_ part: Matching.Difference.Part, _ recorded: String, _ live: String) -> [Matching
        .Difference]
    {
        recorded == live ? [] : [Matching.Difference(part, recorded: recorded, live: live)]
    }

    /// Items are compared by name, and items of one name by position.
    static func items(
        _ part: Matching.Difference.Part, _ recorded: [NameValuePair], _ live: [NameValuePair]
    ) -> [Matching.Difference] {
        guard recorded != live else { return [] }
        let old = Dictionary(grouping: recorded, by: \.name), new = Dictionary(grouping: live, by: \.name)
        return Set(old.keys).union(new.keys).sorted().flatMap { name -> [Matching.Difference] in
            let (old, new) = (old[name] ?? [], new[name] ?? [])
            return (0..<max(old.count, new.count)).compactMap { index in
                let before = index < old.count ? old[index].value : nil
                let after = index < new.count ? new[index].value : nil
                return before == after ? nil : Matching.Difference(part, at: name, recorded: before, live: after)
            }
        }
    }

    static func bodies(_ recorded: CanonicalBody, _ live: CanonicalBody, at place: String = "") -> [Matching.Difference]
    {
        switch (recorded, live) {
        case _ where recorded == live: []
        case (.json(let old), .json(let new)):
            JSONDifference.all(old, new).map {
                Matching.Difference(
                    .body, at: place + $0.path, recorded: $0.old.map(readable), live: $0.new.map(readable))
            }
        case (.form(let old), .form(let new)): items(.body, old, new)
        case (.multipart(let old), .multipart(let new)): parts(old, new)
        case (.text(let old), .text(let new)): [texts(old, new, place)]
        case (.bytes(let old), .bytes(let new)):
            [
                Matching.Difference(
                    .body, at: place, recorded: old.count.counted("byte"), live: new.count.counted("other byte"))
            ]
        default: [Matching.Difference(.mediaType, at: place, recorded: recorded.kind, live: live.kind)]
        }
    }

    private static func parts(_ old: [CanonicalBody.Part], _ new: [CanonicalBody.Part]) -> [Matching.Difference] {
        (0..<max(old.count, new.count)).flatMap { index -> [Matching.Difference] in
            guard index < old.count else {
                return [Matching.Difference(.body, recorded: nil, live: "part \(new[index].name)")]
            }
            guard index < new.count else {
                return [Matching.Difference(.body, recorded: "part \(old[index].name)", live: nil)]
            }
            let (old, new) = (old[index], new[index])
            if (old.name, old.fileName) != (new.name, new.fileName) {
                return [
                    Matching.Difference(
                        .body, recorded: "part \(old.name) \(old.fileName)", live: "part \(new.name) \(new.fileName)")
                ]
            }
            return bodies(old.body, new.body, at: "part \(old.name) ")
        }
    }

    /// The first line that differs, because whole texts would be too long to read.
    private static func texts(_ old: String, _ new: String, _ place: String) -> Matching.Difference {
        let before = old.split(separator: "\n", omittingEmptySubsequences: false)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(before, after).prefix { $0 == $1 }.count
        return Matching.Difference(
            .body, at: "\(place)line \(line + 1)", recorded: line < before.count ? String(before[line]) : nil,
            live: line < after.count ? String(after[line]) : nil)
    }

    private static func readable(_ node: JSONNode) -> String {
        JSONPrinter.compact(node.readable)
    }
}

/// Values of requests for error messages, as far as a redaction shows them.
struct RedactedDescription {
    let redaction: Redaction

    /// The value, its type, or a placeholder. A name in the place can make it a secret, as in `$.user.password`.
    func text(_ value: String, at place: String, in part: Matching.Difference.Part) -> String {
        if SecretPlaceholder(value) != nil || SecretNumber(value) != nil { return value }
        let name = place.split { ".[]'".contains($0) }.last { Int($0) == nil }.map(String.init) ?? ""
        switch part {
        case .query:
            return isSecret(name.isEmpty ? "q" : PercentEncoding.form(name), PercentEncoding.form(value))
                ? Self.hidden : value
        case .header: return redaction.shownHeader(place, value)
        case .url: return redaction.urlText(value)
        case .body where !redaction.showsValues: return structure(of: value)
        case .body where !name.isEmpty && name != "$": return field(name, value)
        default: return redaction.line(value)
        }
    }

    private static let hidden = "{{secret}}"

    /// Whether the value is a secret in a query item of that name.
    private func isSecret(_ name: String, _ value: String) -> Bool {
        let text = "\(name)=\(value)"
        let type = "application/x-www-form-urlencoded"
        return redaction.body(Data(text.utf8), contentType: type) != Data(text.utf8)
    }

    /// `number`, `{"id": number}`, and for a text that is not JSON its length.
    private func structure(of value: String) -> String {
        switch JSONParser.node(Data(value.utf8)) {
        case .number?: "number"
        case .bool?: "boolean"
        case .null?: "null"
        case .array?, .object?: redaction.excerpt(of: Data(value.utf8), contentType: "application/json", limit: 120)
        case .string?, nil: "text of \(value.count.counted("character"))"
        }
    }

    private func field(_ name: String, _ value: String) -> String {
        let text = JSONPrinter.compact([name: .string(value)])
        let redacted = redaction.body(Data(text.utf8), contentType: "application/json")
        return redacted == Data(text.utf8) ? value : Self.hidden
    }
}
