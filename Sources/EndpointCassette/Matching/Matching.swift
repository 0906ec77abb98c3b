/// When a request counts as one that was recorded: a list of rules, and what they leave out of account.
///
/// ```swift
/// let matching = Matching.standard.ignoring(.query("t"), .json("$.createdAt")).headers("Accept-Language")
/// ```
///
/// A rule never says just no: it says what differs, so that one and the same function finds an answer, explains a miss and
/// compares recordings.
public struct Matching: Sendable {
    /// The rules. A request is the recorded one if none of them finds a difference.
    public let rules: [Rule]

    let ignored: [IgnoredPart]
    let shapes: [VolatileShape]

    /// A matching by these rules.
    public init(_ rules: [Rule]) {
        self.init(rules, ignored: [], shapes: [])
    }

    private init(_ rules: [Rule], ignored: [IgnoredPart], shapes: [VolatileShape]) {
        self.rules = rules
        self.ignored = ignored
        self.shapes = shapes
    }

    /// Method, URL, query without regard to order, and the meaning of the body. Headers and fragment do not count.
    public static let standard = Matching([.method, .url, .query, .body])
}

extension Matching {
    /// This matching, which also compares the values of these header fields.
    public func headers(_ names: String...) -> Matching {
        Matching(rules + [.headers(names)], ignored: ignored, shapes: shapes)
    }

    /// This matching, which does not look at these parts.
    public func ignoring(_ parts: IgnoredPart...) -> Matching {
        Matching(rules, ignored: ignored + parts, shapes: shapes)
    }

    /// This matching, to which all values of such a shape are the same.
    public func volatile(_ shapes: VolatileShape...) -> Matching {
        Matching(rules, ignored: ignored, shapes: self.shapes + shapes)
    }

    /// This matching with one more rule, which is given the recorded request and then the one at hand.
    ///
    /// It is asked only about requests that the other rules cannot tell apart. If there are many of those, so are its calls.
    public func custom(
        _ differences: @escaping @Sendable (Interaction.Request, Interaction.Request) -> [Difference]
    ) -> Matching {
        Matching(rules + [.custom(differences)], ignored: ignored, shapes: shapes)
    }

    /// What keeps the second request from being the first, in the order of the rules. Both must have been redacted alike.
    public func differences(recorded: Interaction.Request, live: Interaction.Request) -> [Difference] {
        differences(canonical(recorded), canonical(live)) + customDifferences(recorded, live)
    }

    func customDifferences(_ recorded: Interaction.Request, _ live: Interaction.Request) -> [Difference] {
        rules.flatMap { rule -> [Difference] in
            guard case .custom(let differences) = rule else { return [] }
            return differences(recorded, live)
        }
    }

    var hasCustomRules: Bool {
        rules.contains { if case .custom = $0 { true } else { false } }
    }
}
