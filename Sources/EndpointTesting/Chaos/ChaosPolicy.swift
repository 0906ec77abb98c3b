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
