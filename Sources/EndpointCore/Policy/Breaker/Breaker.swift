/// Leaves an origin alone that keeps failing, and asks again with one attempt at a time.
///
/// A pure value, one per origin in an ``OriginTable``: ask ``admit(at:)`` before every attempt and report every outcome
/// with the pass that was given. Times are durations since an arbitrary start. A clock that is set back closes nothing
/// and prolongs a pause by no more than its own length.
public struct CircuitBreaker: Hashable, Sendable {
    enum Phase: Hashable {
        case closed(failuresInARow: Int)
        case open(since: Duration, length: Duration)
        case probing(since: Duration?, successes: Int)
    }

    /// The rules.
    public let policy: CircuitBreakerPolicy

    var phase = Phase.closed(failuresInARow: 0)
    var window: OutcomeWindow
    var openings = 0
    var period = 0

    /// A closed breaker.
    public init(_ policy: CircuitBreakerPolicy = .standard) {
        self.policy = policy
        window = OutcomeWindow(policy.window)
    }

    /// Whether an attempt may go out now.
    ///
    /// A probe that does not report within ``CircuitBreakerPolicy/longestOpenTime`` is given up, and the next one may go.
    public mutating func admit(at now: Duration) -> CircuitBreaker.Admission {
        switch phase {
        case .closed: .go(CircuitBreaker.Permit(period: period))
        case .open(let since, let length): wait(for: length, since: since, at: now, successes: 0)
        case .probing(nil, let successes): probe(at: now, successes: successes)
        case .probing(let since?, let successes):
            wait(for: policy.longestOpenTime, since: since, at: now, successes: successes)
        }
    }

    /// Takes note of an attempt that was let out. `random` is an even draw from 0..<1 that spreads the
    /// next pause; it is drawn when there is one.
    public mutating func record(
        _ outcome: AttemptOutcome, with pass: CircuitBreaker.Permit, at now: Duration, random: @autoclosure () -> Double
    ) {
        guard pass.period == period else { return }
        switch phase {
        case .closed(let failures): count(outcome, after: failures, at: now, random: random)
        case .probing(_, let successes): conclude(outcome, after: successes, at: now, random: random)
        case .open: break
        }
    }
}

extension CircuitBreaker {
    /// How long the origin is left alone; zero while probes are sent, nil when all is well.
    package var pause: Duration? {
        switch phase {
        case .closed: nil
        case .open(_, let length): length
        case .probing: .zero
        }
    }
}
