/// What stops retries when an origin is down: a purse that only successes fill.
///
/// It is gRPC's throttle (proposal A6). Budgets that fill with time do nothing for a client that asks once in twenty
/// seconds: it has earned its next retry before it needs one. One value per origin, in an ``OriginTable``.
public struct RetryBudget: Hashable, Sendable {
    /// What a full purse holds, in tokens.
    public var capacity: Double { Double(full) / Self.unit }

    /// What is in it, in tokens from 0 to ``capacity``.
    public var tokens: Double { Double(held) / Self.unit }

    /// Whether a retry may be sent now: while more than half of the capacity is there.
    public var allowsRetry: Bool { held > full / 2 }

    /// 10 tokens, 0.1 earned by a success, 1 lost by a failed attempt.
    public static let standard = RetryBudget(full: 10_000, gain: 100)

    /// Thousandths of a token: sums of them are exact.
    private static let unit = 1000.0
    private let full: Int
    private let gain: Int
    private var held: Int

    private init(full: Int, gain: Int) {
        (self.full, self.gain, held) = (full, gain, full)
    }

    /// A full budget of one's own, in tokens with three decimals.
    ///
    /// - Throws: ``PolicyError`` unless the capacity is from 1 to 1,000 and a success earns from 0.001 to 1.
    public init(capacity: Double, earnedBySuccess gain: Double) throws(PolicyError) {
        try PolicyError.check("capacity", capacity, in: 1...1000)
        try PolicyError.check("earnedBySuccess", gain, in: 0.001...1)
        self.init(full: Int((capacity * Self.unit).rounded()), gain: Int((gain * Self.unit).rounded()))
    }

    /// Takes note of an attempt. Every failed one costs a token, whether it was a retry or not.
    package mutating func record(_ outcome: AttemptOutcome) {
        switch outcome {
        case .success: held = min(full, held + gain)
        case .failure: held = max(0, held - Int(Self.unit))
        case .neutral: break
        }
    }
}
