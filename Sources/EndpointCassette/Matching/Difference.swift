/// One way in which a request is not the recorded one.
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
        /// The kind of the body: JSON, form, text.
        case mediaType = "media type"
        /// A place in the body.
        case body
        /// The place in the order of the recording.
        case order
        /// What a rule of your own found.
        case custom
    }

    /// The part of the requests that differs.
    public let part: Part

    /// The place within the part: a name, or a path such as `$.items[0].qty`. Empty for the part as a whole.
    public let place: String

    /// What was recorded, in words; nil where the recording has nothing there.
    public let recorded: String?

    /// What was asked, in words; nil where the request has nothing there.
    public let live: String?

    /// A difference.
    public init(_ part: Part, at place: String = "", recorded: String?, live: String?) {
        self.part = part
        self.place = place
        self.recorded = recorded
        self.live = live
    }
}

extension Difference: CustomStringConvertible {
    /// `body $.qty 1 → 2`, `query + dryRun=true`. What looks like a secret is redacted.
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

    /// The same without what looks like a secret.
    var disclosed: Difference {
        func safe(_ value: String?) -> String? { value.map { RedactedDescription.shown($0, at: place, in: part) } }
        return Difference(part, at: place, recorded: safe(recorded), live: safe(live))
    }

    private func shown(_ value: String) -> String {
        let safe = RedactedDescription.shown(value, at: place, in: part)
        return safe.count > 120 ? "\(safe.prefix(119))…" : safe
    }
}
