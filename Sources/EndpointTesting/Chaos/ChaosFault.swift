/// One thing that can go wrong with a call, and how likely it is.
public struct ChaosFault: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case latency(upTo: Duration)
        case drop
        case status(Int, retryAfter: Int?)
        case truncate
        case once(Int)
    }

    let kind: Kind

    /// From 0, never, to 1, always.
    let chance: Double

    /// The call takes longer, evenly distributed up to so long.
    public static func latency(upTo longest: Duration, chance: Double = 1) -> ChaosFault {
        ChaosFault(kind: .latency(upTo: longest), chance: chance)
    }

    /// The connection breaks before the request is sent: `URLError.networkConnectionLost`.
    public static func drop(chance: Double = 0.1) -> ChaosFault {
        ChaosFault(kind: .drop, chance: chance)
    }

    /// A server in front refuses, and may say in how many seconds it wants to be asked again.
    public static func status(_ status: Int, retryAfter seconds: Int? = nil, chance: Double = 0.1) -> ChaosFault {
        ChaosFault(kind: .status(status, retryAfter: seconds), chance: chance)
    }

    /// The body ends before its end.
    public static func truncate(chance: Double = 0.1) -> ChaosFault {
        ChaosFault(kind: .truncate, chance: chance)
    }

    /// The first call of each request gets this status: `.once(401)` asks for a new token.
    public static func once(_ status: Int) -> ChaosFault {
        ChaosFault(kind: .once(status), chance: 1)
    }
}
