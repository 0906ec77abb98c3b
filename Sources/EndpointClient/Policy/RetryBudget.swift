/// Limits retries while an origin is failing: every failed attempt costs tokens, and only successes earn tokens.
///
/// This is gRPC's retry throttling (proposal A6). A budget that refills over time would not limit a client that sends
/// one request every twenty seconds: it would earn each retry before it needs it. There is one budget for each origin.
///
/// A timeout costs more than another failure: a server that is too slow still works on the abandoned request, so that
/// each retry makes it slower. The standard mode of the AWS SDKs charges timeouts more for the same reason.
public struct RetryBudget: Hashable, Sendable {
    /// The maximum number of tokens.
    public var capacity: Double { Double(limit) / Self.unit }

    /// The current number of tokens, from 0 to ``capacity``.
    public var tokens: Double { Double(held) / Self.unit }

    /// Whether a retry may be sent now: true while more than half of the capacity is left.
    public var allowsRetry: Bool { held > limit / 2 }

    /// 10 tokens; a success earns 0.1, a failed attempt costs 1, and one that timed out costs 3.
    public static let standard = RetryBudget(capacity: 10, earnedBySuccess: 0.1)

    /// Tokens are counted in thousandths, so that their sums are exact.
    private static let unit = 1000.0
    private let limit: Int
    private let gain: Int
    private let timeoutCost: Int
    private var held: Int

    /// A full budget, in tokens with three decimals: a capacity from 1 to 1,000, of which a success earns 0.001 to 1,
    /// and a timeout costs 1 to 1,000. A value outside its range counts as the nearest one in it, and NaN as the
    /// lowest.
    public init(capacity: Double, earnedBySuccess gain: Double, costOfTimeout: Double = 3) {
        limit = Self.units(capacity.clamped(to: 1...1000))
        self.gain = Self.units(gain.clamped(to: 0.001...1))
        timeoutCost = Self.units(costOfTimeout.clamped(to: 1...1000))
        held = limit
    }

    private static func units(_ tokens: Double) -> Int { Int((tokens * unit).rounded()) }

    /// Records the outcome of an attempt. Every failed attempt costs tokens, whether it was a retry or not.
    package mutating func record(_ outcome: AttemptOutcome, isTimeout: Bool = false) {
        switch outcome {
        case .success: held = min(limit, held + gain)
        case .failure: held = max(0, held - (isTimeout ? timeoutCost : Int(Self.unit)))
        case .neutral: break
        }
    }
}
