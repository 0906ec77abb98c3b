/// Decides what goes wrong with which call: a pure function of a seed, the request and how often it has been made.
///
/// Because each request has a sequence of its own, calls that run side by side do not disturb each other's.
public struct ChaosPolicy: Hashable, Sendable {
    /// What happens to one call.
    public struct Decision: Hashable, Sendable {
        /// What comes of it.
        public enum Outcome: Hashable, Sendable {
            /// It is sent, and its answer is returned.
            case pass
            /// It is not sent: the connection breaks.
            case drop
            /// It is not sent: a server in front answers.
            case status(Int, retryAfter: Int?)
            /// It is sent, and that much of its body is returned, from 0 to less than 1.
            case truncate(keeping: Double)
        }

        /// How long to wait before.
        public var latency: Duration = .zero

        /// What comes of it.
        public var outcome = Outcome.pass
    }

    /// What makes two runs the same.
    public let seed: UInt64

    /// What can go wrong. Of those that end a call, the first counts that happens.
    public let faults: [ChaosFault]

    /// A policy. By default a bad mobile network.
    public init(seed: UInt64, faults: [ChaosFault] = mobile) {
        self.seed = seed
        self.faults = faults
    }

    /// Latency, lost connections, a busy server, bodies that end too early.
    public static let mobile: [ChaosFault] = [
        .latency(upTo: .milliseconds(500)), .drop(), .status(503, retryAfter: 1), .truncate(chance: 0.05),
    ]

    /// What happens to a call.
    ///
    /// - Parameters:
    ///   - request: What tells requests apart, such as method and URL.
    ///   - call: How often that request has been made before.
    public func decision(for request: String, call: Int) -> Decision {
        var checksum = FNV1a()
        checksum.add(Array("\(seed) \(call) \(request)".utf8))
        var numbers = SplitMix64(seed: checksum.value)
        return faults.reduce(into: Decision()) { decision, fault in
            let (dice, amount) = (numbers.fraction(), numbers.fraction())
            if dice < fault.chance { Self.apply(fault.kind, amount, call, to: &decision) }
        }
    }

    private static func apply(_ kind: ChaosFault.Kind, _ amount: Double, _ call: Int, to decision: inout Decision) {
        if case .latency(let longest) = kind { decision.latency += longest * amount }
        guard decision.outcome == .pass else { return }
        switch kind {
        case .latency: break
        case .drop: decision.outcome = .drop
        case .status(let status, let seconds): decision.outcome = .status(status, retryAfter: seconds)
        case .truncate: decision.outcome = .truncate(keeping: amount)
        case .once(let status): if call == 0 { decision.outcome = .status(status, retryAfter: nil) }
        }
    }
}

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
