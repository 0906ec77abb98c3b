/// Recorded exchanges in the order in which they were started, and what there is to know about the recording.
///
/// As a file it is HAR 1.2, which browsers and proxies read and write: see ``reading(har:only:sibling:)`` and ``har(_:redaction:)``.
public struct Cassette: Hashable, Sendable {
    /// The exchanges, in the order in which they were started.
    public var interactions: [Interaction]

    /// When the recording was made, if it says so.
    public var recordedAt: Date?

    /// By which rule requests find their answers, in words, if it says so.
    public var rule: String?

    /// The placeholders that stand for secrets, sorted: texts, and then numbers.
    public var redactions: [String]

    /// A cassette.
    public init(
        _ interactions: [Interaction] = [], recordedAt: Date? = nil, rule: String? = nil, redactions: [String] = []
    ) {
        self.interactions = interactions
        self.recordedAt = recordedAt
        self.rule = rule
        self.redactions = redactions
    }
}

extension Cassette {
    /// This cassette with one more exchange at its end.
    public func appending(_ interaction: Interaction) -> Cassette {
        var longer = self
        longer.interactions.append(interaction)
        return longer
    }

    /// The exchanges sorted by their start, those of one moment in their present order. A recorder appends them as they end.
    public func inStartOrder() -> Cassette {
        var sorted = self
        sorted.interactions = interactions.enumerated()
            .sorted { ($0.element.startedDateTime, $0.offset) < ($1.element.startedDateTime, $1.offset) }
            .map(\.element)
        return sorted
    }

    /// Whether the recording is older than that. One without a date never is.
    public func isExpired(after age: Duration, now: Date) -> Bool {
        guard let recordedAt else { return false }
        return now.timeIntervalSince(recordedAt) * 1000 > Double(age.milliseconds)
    }
}
