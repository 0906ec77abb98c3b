/// How much a server still allows, and until when: one quota, as the headers of a response state it.
public struct RateLimit: Hashable, Sendable {
    /// When a quota is full again.
    public enum Reset: Hashable, Sendable {
        /// So many seconds after the response.
        case after(Double)
        /// At a time, in seconds since 1970.
        case at(Double)
    }

    /// Which quota this is, where a server has several.
    public let policy: String?

    /// How much is allowed in all.
    public let limit: Int?

    /// How much is left.
    public let remaining: Int

    /// For how long the limit counts.
    public let window: Duration?

    /// When the quota is full again; not every server tells.
    public let reset: Reset?

    /// A quota from its parts.
    public init(
        policy: String? = nil, limit: Int? = nil, remaining: Int, window: Duration? = nil, reset: Reset? = nil
    ) {
        self.policy = policy
        self.limit = limit
        self.remaining = remaining
        self.window = window
        self.reset = reset
    }

    /// How long until the quota is full again; zero for a time that has passed, never more than 2³¹ seconds.
    public func delay(from now: Date) -> Duration? {
        let seconds: Double? =
            switch reset {
            case .after(let seconds): seconds
            case .at(let time): time - now.timeIntervalSince1970
            case nil: nil
            }
        // The zero stands first, so that it is what comes of a number that is none.
        return seconds.map { .seconds(min(max(0, $0), 2_147_483_648)) }
    }
}
