/// Decides which faults happen to a call: a pure function of a seed, the request and how often the request was made
/// before.
///
/// The random numbers depend on the request, so concurrent calls do not change each other's faults.
public struct ChaosPolicy: Hashable, Sendable {
    /// The effects on one call.
    package struct Decision: Hashable, Sendable {
        /// How the call ends.
        package enum Outcome: Hashable, Sendable {
            /// The request is sent, and its response is returned.
            case pass
            /// The request is not sent; the connection breaks.
            case drop
            /// The request is not sent; an intermediary answers with this status.
            case status(Int, retryAfter: Int?)
            /// The request is sent, and this fraction of the body is returned, from 0 to less than 1.
            case truncate(keeping: Double)
        }

        /// The delay before the call.
        package var latency: Duration = .zero

        /// How the call ends.
        package var outcome = Outcome.pass
    }

    /// The seed of the random numbers. The same seed gives the same faults.
    public let seed: UInt64

    /// The possible faults. If several would end a call, the first one does.
    public let faults: [ChaosFault]

    /// A policy. The default faults are those of a bad mobile network.
    public init(seed: UInt64, faults: [ChaosFault] = mobile) {
        self.seed = seed
        self.faults = faults
    }

    /// Latency, lost connections, a busy server, truncated bodies.
    public static let mobile: [ChaosFault] = [
        .latency(upTo: .milliseconds(500)), .drop(), .status(503, retryAfter: 1), .truncate(chance: 0.05),
    ]

    /// What happens to a call.
    ///
    /// - Parameters:
    ///   - request: An identifier of the request, such as method and URL.
    ///   - call: How often this request was made before.
    package func decision(for request: String, call: Int) -> Decision {
        var checksum = FNV1a()
        checksum.add(Array("\(seed) \(call) \(request)".utf8))
        var numbers = SplitMix64(seed: checksum.value)
        return faults.reduce(into: Decision()) { decision, fault in
            let (chance, amount) = (numbers.fraction(), numbers.fraction())
            if chance < fault.chance { Self.apply(fault.kind, amount, call, to: &decision) }
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

/// A fault that can happen to a call, with its probability.
public struct ChaosFault: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case latency(upTo: Duration)
        case drop
        case status(Int, retryAfter: Int?)
        case truncate
        case once(Int)
    }

    let kind: Kind

    /// The probability from 0, never, to 1, always.
    let chance: Double

    /// The call is delayed. Delays are uniformly distributed from zero to the longest.
    public static func latency(upTo longest: Duration, chance: Double = 1) -> ChaosFault {
        ChaosFault(kind: .latency(upTo: longest), chance: chance)
    }

    /// The connection breaks before the request is sent: `URLError.networkConnectionLost`.
    public static func drop(chance: Double = 0.1) -> ChaosFault {
        ChaosFault(kind: .drop, chance: chance)
    }

    /// An intermediary answers with this status before the request reaches the server, with a `Retry-After` if
    /// `seconds` is given.
    public static func status(_ status: Int, retryAfter seconds: Int? = nil, chance: Double = 0.1) -> ChaosFault {
        ChaosFault(kind: .status(status, retryAfter: seconds), chance: chance)
    }

    /// The body is cut at a random length.
    public static func truncate(chance: Double = 0.1) -> ChaosFault {
        ChaosFault(kind: .truncate, chance: chance)
    }

    /// The first call of each request gets this status: `.once(401)` forces a token refresh.
    public static func once(_ status: Int) -> ChaosFault {
        ChaosFault(kind: .once(status), chance: 1)
    }
}
