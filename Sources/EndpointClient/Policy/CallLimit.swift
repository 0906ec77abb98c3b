/// How many calls are sent to an origin: at the same time, or in a second.
///
/// A value outside its range counts as the nearest one in it; NaN counts as the lowest.
public struct CallLimit: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
        case concurrent(Int)
        case rate(perSecond: Double, burst: Int)
        case adaptive(start: Int, most: Int)
    }

    let rule: Rule

    /// A fixed number of calls at the same time, from 1 to a million.
    public static func concurrent(_ calls: Int = 6) -> CallLimit {
        CallLimit(rule: .concurrent(calls.clamped(to: 1...1_000_000)))
    }

    /// A number of calls in each second, from 0.001 to a million, as a token bucket: after a pause, up to `burst` calls
    /// are sent at once, from 1 to a million.
    public static func rate(_ callsPerSecond: Double, burst: Int = 1) -> CallLimit {
        CallLimit(
            rule: .rate(
                perSecond: callsPerSecond.clamped(to: 0.001...1_000_000), burst: burst.clamped(to: 1...1_000_000)))
    }

    /// A number of calls at the same time that follows what the server can do: it grows with each answer, and is
    /// reduced by a tenth after a 429, a 503 or a timeout. It is never below 2.
    ///
    /// Of the calls that were sent before such a reduction, further failures don't reduce it again. After two seconds
    /// without a reduction it doubles each second, if there are ten answers a second or more: from 2 to 58 within 7 s.
    ///
    /// - Parameters:
    ///   - start: the number at first, from 2 to `most`.
    ///   - most: the largest number, from 2 to 1,000.
    public static func adaptive(from start: Int = 6, upTo most: Int = 64) -> CallLimit {
        let most = most.clamped(to: 2...1000)
        return CallLimit(rule: .adaptive(start: start.clamped(to: 2...most), most: most))
    }
}

/// What the end of a call means for a ``CallLimit``.
enum CallOutcome: Hashable, Sendable {
    /// The server answered in time.
    case answered
    /// The server answered with 429 or 503, or too late.
    case overloaded
    /// Anything else, such as a lost connection or a cancellation.
    case neutral

    /// The outcome of a result.
    init(_ result: Result<APIResponse, any Error>) {
        switch result {
        case .success(let response): self.init(.status(response.http.statusCode))
        case .failure(let error) where error.failureOrigin != nil: self = .neutral
        case .failure(let error): self.init(RetryFailure(error))
        }
    }

    private init(_ failure: RetryFailure) {
        switch failure {
        case .status(429), .status(503): self = .overloaded
        case _ where failure.isTimeout: self = .overloaded
        case .status(let status): self = status < 500 ? .answered : .neutral
        default: self = .neutral
        }
    }
}

/// How many calls may be under way now by the rule of a ``CallLimit``: a pure value.
enum CallCapacity: Hashable, Sendable {
    case concurrent(Int)
    case rate(TokenBucket)
    case adaptive(AdaptiveLimit)

    init(_ limit: CallLimit) {
        switch limit.rule {
        case .concurrent(let calls): self = .concurrent(calls)
        case .rate(let perSecond, let burst): self = .rate(TokenBucket(perSecond: perSecond, burst: burst))
        case .adaptive(let start, let most): self = .adaptive(AdaptiveLimit(start: start, most: most))
        }
    }

    /// Whether a call may start next to those that are under way.
    func mayStart(besides underWay: Int, at now: Duration) -> Bool {
        switch self {
        case .concurrent(let calls): underWay < calls
        case .rate(let bucket): bucket.nextStart(at: now) == nil
        case .adaptive(let limit): underWay < limit.calls
        }
    }

    /// When the next call may start; nil if this depends on the end of another call, and if it may start now.
    func nextStart(at now: Duration) -> Duration? {
        if case .rate(let bucket) = self { bucket.nextStart(at: now) } else { nil }
    }

    /// The number of reductions so far.
    var period: Int {
        if case .adaptive(let limit) = self { limit.period } else { 0 }
    }

    mutating func start(at now: Duration) {
        guard case .rate(var bucket) = self else { return }
        bucket.take(at: now)
        self = .rate(bucket)
    }

    mutating func record(_ outcome: CallOutcome, from period: Int, at now: Duration) {
        guard case .adaptive(var limit) = self else { return }
        limit.record(outcome, from: period, at: now)
        self = .adaptive(limit)
    }
}

/// Tokens that are added at a constant rate, up to a number of them, and taken by calls: a pure value.
struct TokenBucket: Hashable, Sendable {
    private let interval: Duration
    private let size: Duration
    /// When the bucket is full again if no call takes a token until then.
    private var fullAt: Duration?

    /// A full bucket.
    init(perSecond: Double, burst: Int) {
        interval = .seconds(1 / perSecond)
        size = interval * burst
    }

    /// When there is a token; nil if there is one now. A clock that is set back delays it by at most the time in which
    /// the bucket fills.
    func nextStart(at now: Duration) -> Duration? {
        guard let fullAt else { return nil }
        let next = min(fullAt, now + size) - size + interval
        return next <= now ? nil : next
    }

    /// Takes a token.
    mutating func take(at now: Duration) {
        fullAt = max(min(fullAt ?? now, now + size), now) + interval
    }
}

/// An adaptive number of calls: additive increase, multiplicative decrease, and a fast recovery. A pure value.
struct AdaptiveLimit: Hashable, Sendable {
    /// The lowest number, so that the limit always gets news of the server while one call hangs.
    private static let least = 2.0
    private static let pause = Duration.seconds(2)
    private static let longestStep = Duration.milliseconds(100)

    private let most: Double
    private var value: Double
    private var lastReduction: Duration?
    private var lastAnswer: Duration?
    /// The number of reductions so far.
    private(set) var period = 0

    init(start: Int, most: Int) {
        self.most = max(Double(most), Self.least)
        value = Double(start).clamped(to: Self.least...self.most)
    }

    /// The number of calls that may be under way.
    var calls: Int { Int(value) }

    /// Records the end of a call that started in a period: only the first failure of each period reduces the limit.
    mutating func record(_ outcome: CallOutcome, from start: Int, at now: Duration) {
        switch outcome {
        case .answered: grow(at: now)
        case .overloaded where start == period:
            value = max(value * 0.9, Self.least)
            lastReduction = now
            period += 1
        case .overloaded, .neutral: break
        }
    }

    /// Grows by one for as many answers as the limit is; faster after a pause without a reduction.
    private mutating func grow(at now: Duration) {
        let step = (now - (lastAnswer ?? now)).clamped(to: .zero...Self.longestStep)
        lastAnswer = now
        var grown = value + 1 / value
        if isQuiet(at: now) { grown = max(grown, value * pow(2, step.inSeconds)) }
        value = min(grown, most)
    }

    /// Whether the last reduction was a while ago. One in the future, because the clock was set back, is now.
    private mutating func isQuiet(at now: Duration) -> Bool {
        guard let last = lastReduction else { return true }
        if last > now { lastReduction = now }
        return now - last >= Self.pause
    }
}
