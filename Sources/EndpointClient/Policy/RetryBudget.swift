/// Limits retries while an origin is failing: every failed attempt costs tokens, and only successes earn tokens.
///
/// This is gRPC's retry throttling (proposal A6) with four more rules:
///
/// - A timeout costs more than another failure: a server that is too slow still works on the abandoned request, so that
///   each retry makes it slower. A failure with a `Retry-After` costs three tokens, because the server has asked for
///   less.
/// - A retry that succeeds gives back what the failure before it cost, so that a single bad machine behind a load
///   balancer doesn't use up the budget.
/// - If the last success is more than three minutes old, nothing is retried after a timeout: a client that calls rarely
///   can't see from its tokens that the whole server hangs. An origin that has never succeeded is new, and is exempt.
/// - With at least 20 attempts within 30 s, of which fewer than half failed, a retry needs no tokens, except after a
///   timeout: a busy client has more retries under way at a time than it has tokens.
///
/// A budget that refills over time would not limit a client that sends one request every twenty seconds: it would earn
/// each retry before it needs it. There is one budget for each origin.
public struct RetryBudget: Hashable, Sendable {
    /// The maximum number of tokens.
    public var capacity: Double { Double(limit) / Self.unit }

    /// The current number of tokens, from 0 to ``capacity``.
    public var tokens: Double { Double(held) / Self.unit }

    /// Whether the tokens allow a retry: true while more than half of the capacity is left.
    public var allowsRetry: Bool { held > limit / 2 }

    /// 10 tokens; a success earns 0.25, a failed attempt costs 1, one that timed out 2.5, and one with a `Retry-After`
    /// 3.
    public static let standard = RetryBudget(capacity: 10, earnedBySuccess: 0.25)

    /// Tokens are counted in thousandths, so that their sums are exact.
    private static let unit = 1000.0
    private static let window = Duration.seconds(30)
    private static let minimumThroughput = 20
    private static let longestSilence = Duration.seconds(180)
    private let limit: Int
    private let gain: Int
    private let timeoutCost: Int
    private var held: Int
    private var recent = OutcomeWindow(window)
    private var lastSuccess: Duration?

    /// A full budget, in tokens with three decimals: a capacity from 1 to 1,000, of which a success earns 0.001 to 1,
    /// and a timeout costs 1 to 1,000. A value outside its range counts as the nearest one in it, and NaN as the
    /// lowest.
    public init(capacity: Double, earnedBySuccess gain: Double, costOfTimeout: Double = 2.5) {
        limit = Self.units(capacity.clamped(to: 1...1000))
        self.gain = Self.units(gain.clamped(to: 0.001...1))
        timeoutCost = Self.units(costOfTimeout.clamped(to: 1...1000))
        held = limit
    }

    private static func units(_ tokens: Double) -> Int { Int((tokens * unit).rounded()) }

    /// What determines the cost of a failed attempt.
    package enum Failure: Hashable, Sendable {
        /// The client gave up waiting.
        case timeout
        /// The server asked for a wait.
        case announced
        /// Any other failure.
        case other
    }

    /// What a failed attempt has cost, to be given back if its retry succeeds.
    package struct Charge: Hashable, Sendable {
        /// Nothing, as before the first attempt of a call.
        package static let none = Charge(units: 0)

        fileprivate let units: Int
    }

    /// Records the outcome of an attempt, and returns what it has cost. Every failed attempt costs tokens, whether it
    /// was a retry or not.
    ///
    /// `charge` is what the attempt before it in the same call has cost. Times are durations since an arbitrary start.
    @discardableResult
    package mutating func record(
        _ outcome: AttemptOutcome, _ failure: Failure = .other, retrying charge: Charge = .none, at now: Duration
    ) -> Charge {
        guard outcome != .neutral else { return .none }
        recent.add(failed: outcome == .failure, at: now)
        guard outcome == .failure else {
            held = min(limit, held + gain + charge.units)
            lastSuccess = now
            return .none
        }
        let cost = min(held, cost(of: failure))
        held -= cost
        return Charge(units: cost)
    }

    private func cost(of failure: Failure) -> Int {
        switch failure {
        case .timeout: timeoutCost
        case .announced: Self.units(3)
        case .other: Self.units(1)
        }
    }

    /// Whether a retry may be sent after this failure, which has been recorded.
    package func allowsRetry(after failure: Failure, at now: Duration) -> Bool {
        guard failure == .timeout else { return allowsRetry || isMostlySucceeding(at: now) }
        return allowsRetry && lastSuccess.map { now - $0 <= Self.longestSilence } ?? true
    }

    private func isMostlySucceeding(at now: Duration) -> Bool {
        let counts = recent.counts(at: now)
        return counts.attempts >= Self.minimumThroughput && counts.failures * 2 < counts.attempts
    }
}
