/// When a call that has no response yet is sent a second time, so that the first good answer is used.
///
/// The second request, a hedge, shortens the calls that are slow by chance: one of several servers is busy, a packet
/// was lost. It must not add load when a whole server is slow. So the hedges of an origin are limited to 5 % of its
/// calls, and to 1 % while more than a tenth of the recent calls take longer than the delay.
///
/// Hedges follow the rules of gRPC (proposal A6): they share the budget of the retries, and a hedged call is not
/// retried.
public struct HedgePolicy: Hashable, Sendable {
    /// How long a call waits for its response before the hedge is sent, from 1 ms to a day. A value outside this range
    /// counts as the nearest one in it.
    public var delay: Duration

    /// Whether the delay follows the answers of the origin: it is the 95th percentile of those of the last 15
    /// minutes, at least 50 ms, once there are 20 of them. Before that it is ``delay``.
    public var followsAnswers: Bool

    /// The tokens that a call earns, of which a hedge costs one.
    var earned = 0.05
    /// The tokens that a call earns while the origin is slow.
    var earnedWhileSlow = 0.01

    /// A hedge after a second.
    public static let standard = HedgePolicy()

    /// A hedge after the 95th percentile of the recent answers; after a second as long as there are fewer than 20.
    public static let p95 = HedgePolicy(followsAnswers: true)

    /// A custom policy.
    public init(delay: Duration = .seconds(1), followsAnswers: Bool = false) {
        (self.delay, self.followsAnswers) = (delay, followsAnswers)
    }

    /// The policy with its delay in its range.
    var clamped: HedgePolicy {
        var policy = self
        policy.delay = delay.clamped(to: .milliseconds(1) ... .longest)
        return policy
    }

    /// Whether a request may be sent a second time while the first is under way: its method is safe (RFC 9110 §9.2.1),
    /// and its body isn't a stream, which might be readable only once.
    func mayHedge(_ request: APIRequest) -> Bool {
        guard HTTPMethod(rawValue: request.urlRequest.httpMethod ?? "GET").isSafe else { return false }
        if case .stream = request.body { return false }
        return request.urlRequest.httpBodyStream == nil
    }
}

/// The state of one origin under a ``HedgePolicy``: the recent calls, and the tokens that pay for hedges.
///
/// A pure value of constant size. For each call ``begin(at:)`` comes first, ``hedge(at:hasBudget:)`` when the delay has
/// passed, and ``end(after:isGood:isLate:at:)`` at the end of a call that was not cancelled.
struct HedgeState: Sendable {
    /// Tokens are counted in ten-thousandths, so that their sums are exact.
    private static let unit = 10_000.0
    private static let most = 2 * Int(unit)

    private let policy: HedgePolicy
    private let earned: Int
    private let earnedWhileSlow: Int
    private var held = 0
    private var recent = RecentCalls()
    private var answers = AnswerTimes()
    /// Until when the server has asked for fewer requests.
    private var pause: Duration?

    /// The state of an origin without any call. It has no tokens, so that a program that makes a few calls and ends
    /// does not exceed the limit either.
    init(_ policy: HedgePolicy) {
        self.policy = policy.clamped
        earned = Int((policy.earned.clamped(to: 0...2) * Self.unit).rounded())
        earnedWhileSlow = Int((policy.earnedWhileSlow.clamped(to: 0...2) * Self.unit).rounded())
    }

    /// The tokens that are left, at most 2.
    var tokens: Double { Double(held) / Self.unit }

    /// A call begins, and earns a part of a token. Returns how long to wait for its response.
    mutating func begin(at now: Duration) -> Duration {
        held = min(Self.most, held + (recent.areSlow ? earnedWhileSlow : earned))
        return delay(at: now)
    }

    /// How long a call that begins now waits for its response.
    func delay(at now: Duration) -> Duration {
        guard policy.followsAnswers, let percentile = answers.percentile95(at: now) else { return policy.delay }
        return percentile
    }

    /// The delay of a call has passed. Returns whether a hedge may be sent, and takes a token for it. `hasBudget` is
    /// whether the retry budget of the origin allows another request.
    mutating func hedge(at now: Duration, hasBudget: Bool) -> Bool {
        recent.add(isSlow: true)
        guard hasBudget, held >= Int(Self.unit), !isPaused(at: now) else { return false }
        held -= Int(Self.unit)
        return true
    }

    /// A call has ended. `isGood` is whether its response came from a server that works, and `isLate` whether its delay
    /// had passed, so that it is counted already.
    mutating func end(after duration: Duration, isGood: Bool, isLate: Bool, at now: Duration) {
        if !isLate { recent.add(isSlow: false) }
        if isGood, policy.followsAnswers { answers.add(duration, at: now) }
    }

    /// The server has asked for fewer requests: no hedge is sent for this long, or for a second if it has not said how
    /// long, and at most five minutes.
    mutating func pushBack(for wait: Duration?, at now: Duration) {
        let end = now + (wait ?? .zero).clamped(to: .seconds(1) ... .seconds(300))
        pause = max(pause ?? end, end)
    }

    /// If the clock was set back, a pause of more than five minutes is over.
    private func isPaused(at now: Duration) -> Bool {
        pause.map { now < $0 && $0 - now <= .seconds(300) } ?? false
    }
}

/// Whether each of the last 64 calls took longer than its delay, in a bit each.
struct RecentCalls: Hashable, Sendable {
    private var slow: UInt64 = 0
    private var count = 0

    /// Adds a call, which replaces the oldest one.
    mutating func add(isSlow: Bool) {
        slow = slow << 1 | (isSlow ? 1 : 0)
        count = min(count + 1, UInt64.bitWidth)
    }

    /// Whether more than a tenth of the calls were slow.
    var areSlow: Bool { slow.nonzeroBitCount * 10 > count }
}
