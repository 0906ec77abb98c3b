/// Leaves an origin alone that keeps failing, and asks again with one attempt at a time.
///
/// A pure value, one per origin in an ``OriginTable``: ask ``admit(at:)`` before every attempt and report every outcome
/// with the pass that was given. Times are durations since an arbitrary start. A clock that is set back closes nothing
/// and prolongs a pause by no more than its own length.
public struct Breaker: Hashable, Sendable {
    enum Phase: Hashable {
        case closed(failuresInARow: Int)
        case open(since: Duration, length: Duration)
        case probing(since: Duration?, successes: Int)
    }

    /// The rules.
    public let policy: BreakerPolicy

    private(set) var phase = Phase.closed(failuresInARow: 0)
    private var window: OutcomeWindow
    private var openings = 0
    private var period = 0

    /// A closed breaker.
    public init(_ policy: BreakerPolicy = .standard) {
        self.policy = policy
        window = OutcomeWindow(policy.window)
    }

    /// Whether an attempt may go out now.
    ///
    /// A probe that does not report within ``BreakerPolicy/longestOpenTime`` is given up, and the next one may go.
    public mutating func admit(at now: Duration) -> BreakerAdmission {
        switch phase {
        case .closed: .go(BreakerPass(period: period))
        case .open(let since, let length): wait(for: length, since: since, at: now, successes: 0)
        case .probing(nil, let successes): probe(at: now, successes: successes)
        case .probing(let since?, let successes):
            wait(for: policy.longestOpenTime, since: since, at: now, successes: successes)
        }
    }

    /// Takes note of an attempt that was let out. `random` is an even draw from 0..<1 that spreads the next pause.
    public mutating func record(_ outcome: AttemptOutcome, with pass: BreakerPass, at now: Duration, random: Double) {
        guard pass.period == period else { return }
        switch phase {
        case .closed(let failures): count(outcome, after: failures, at: now, random: random)
        case .probing(_, let successes): conclude(outcome, after: successes, at: now, random: random)
        case .open: break
        }
    }
}

extension Breaker {
    private mutating func wait(
        for length: Duration, since start: Duration, at now: Duration, successes: Int
    ) -> BreakerAdmission {
        guard now >= start else { return restart(at: now) }
        return now - start < length ? .reject(until: start + length) : probe(at: now, successes: successes)
    }

    private mutating func probe(at now: Duration, successes: Int) -> BreakerAdmission {
        enter(.probing(since: now, successes: successes))
        return .go(BreakerPass(period: period))
    }

    /// The clock was set back to before the pause began: it begins now.
    private mutating func restart(at now: Duration) -> BreakerAdmission {
        switch phase {
        case .open(_, let length): phase = .open(since: now, length: length)
        case .probing(_, let successes): phase = .probing(since: now, successes: successes)
        case .closed: break
        }
        return admit(at: now)
    }

    private mutating func count(_ outcome: AttemptOutcome, after failures: Int, at now: Duration, random: Double) {
        guard outcome != .neutral else { return }
        let failed = outcome == .failure
        window.add(failed: failed, at: now)
        phase = .closed(failuresInARow: failed ? failures + 1 : 0)
        if failed, failures + 1 >= policy.failuresInARow || isFailing(at: now) { open(at: now, random: random) }
    }

    private func isFailing(at now: Duration) -> Bool {
        let counts = window.counts(at: now)
        return counts.attempts >= policy.leastAttempts
            && Double(counts.failures) >= policy.failureShare * Double(counts.attempts)
    }

    private mutating func conclude(_ outcome: AttemptOutcome, after successes: Int, at now: Duration, random: Double) {
        switch outcome {
        case .failure: open(at: now, random: random)
        case .neutral: enter(.probing(since: nil, successes: successes))
        case .success where successes + 1 >= policy.successesToClose: close()
        case .success: enter(.probing(since: nil, successes: successes + 1))
        }
    }

    private mutating func open(at now: Duration, random: Double) {
        enter(.open(since: now, length: policy.openTime(after: openings, random: random)))
        openings += 1
    }

    private mutating func close() {
        enter(.closed(failuresInARow: 0))
        window = OutcomeWindow(policy.window)
        openings = 0
    }

    private mutating func enter(_ phase: Phase) {
        self.phase = phase
        period += 1
    }
}
