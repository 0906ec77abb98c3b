/// Leaves an origin alone that keeps failing, and asks again with one attempt at a time.
///
/// A pure value, one per origin in an ``OriginTable``: ask ``admit(at:)`` before every attempt and report every outcome
/// with the pass that was given. Times are durations since an arbitrary start. A clock that is set back closes nothing
/// and prolongs a pause by no more than its own length.
package struct CircuitBreaker: Hashable, Sendable {
    enum Phase: Hashable {
        case closed(failuresInARow: Int)
        case open(since: Duration, length: Duration)
        case halfOpen(since: Duration?, successes: Int)
    }

    /// The rules.
    package let policy: CircuitBreakerPolicy

    var phase = Phase.closed(failuresInARow: 0)
    var window: OutcomeWindow
    var openings = 0
    var period = 0

    /// A closed breaker.
    package init(_ policy: CircuitBreakerPolicy = .standard) {
        self.policy = policy
        window = OutcomeWindow(policy.window)
    }

    /// Whether an attempt may go out now.
    ///
    /// A probe that does not report within ``CircuitBreakerPolicy/longestOpenTime`` is given up, and the next one may go.
    package mutating func admit(at now: Duration) -> Admission {
        switch phase {
        case .closed: .go(Permit(period: period))
        case .open(let since, let length): wait(for: length, since: since, at: now, successes: 0)
        case .halfOpen(nil, let successes): probe(at: now, successes: successes)
        case .halfOpen(let since?, let successes):
            wait(for: policy.longestOpenTime, since: since, at: now, successes: successes)
        }
    }

    /// Takes note of an attempt that was let out. `random` is an even draw from 0..<1 that spreads the
    /// next pause; it is drawn when there is one.
    package mutating func record(
        _ outcome: AttemptOutcome, with permit: Permit, at now: Duration, random: @autoclosure () -> Double
    ) {
        guard permit.period == period else { return }
        switch phase {
        case .closed(let failures): count(outcome, after: failures, at: now, random: random)
        case .halfOpen(_, let successes): conclude(outcome, after: successes, at: now, random: random)
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
        case .halfOpen: .zero
        }
    }
}

extension CircuitBreaker {
    /// Whether an attempt may be sent.
    package enum Admission: Hashable, Sendable {
        /// It may. Report its outcome with the permit, whatever it is: ``CircuitBreaker/record(_:with:at:random:)``.
        case go(Permit)
        /// It may not: wait until this time. While a probe is under way, that is the latest time for the next one.
        case reject(until: Duration)
    }

    /// Ties the outcome of an attempt to the state in which the breaker admitted it.
    ///
    /// An attempt that began before the breaker opened says nothing about the server's present health, however late it ends.
    package struct Permit: Hashable, Sendable {
        let period: Int
    }
}

extension CircuitBreaker {
    mutating func wait(
        for length: Duration, since start: Duration, at now: Duration, successes: Int
    ) -> Admission {
        guard now >= start else { return restart(at: now) }
        return now - start < length ? .reject(until: start + length) : probe(at: now, successes: successes)
    }

    mutating func probe(at now: Duration, successes: Int) -> Admission {
        enter(.halfOpen(since: now, successes: successes))
        return .go(Permit(period: period))
    }

    /// The clock was set back to before the pause began: it begins now.
    private mutating func restart(at now: Duration) -> Admission {
        switch phase {
        case .open(_, let length): phase = .open(since: now, length: length)
        case .halfOpen(_, let successes): phase = .halfOpen(since: now, successes: successes)
        case .closed: break
        }
        return admit(at: now)
    }

    mutating func count(_ outcome: AttemptOutcome, after failures: Int, at now: Duration, random: () -> Double) {
        guard outcome != .neutral else { return }
        let failed = outcome == .failure
        window.add(failed: failed, at: now)
        phase = .closed(failuresInARow: failed ? failures + 1 : 0)
        if failed, failures + 1 >= policy.failuresInARow || isFailing(at: now) { open(at: now, random: random) }
    }

    private func isFailing(at now: Duration) -> Bool {
        let counts = window.counts(at: now)
        return counts.attempts >= policy.minimumThroughput
            && Double(counts.failures) >= policy.failureShare * Double(counts.attempts)
    }

    mutating func conclude(_ outcome: AttemptOutcome, after successes: Int, at now: Duration, random: () -> Double) {
        switch outcome {
        case .failure: open(at: now, random: random)
        case .neutral: enter(.halfOpen(since: nil, successes: successes))
        case .success where successes + 1 >= policy.successesToClose: close()
        case .success: enter(.halfOpen(since: nil, successes: successes + 1))
        }
    }

    private mutating func open(at now: Duration, random: () -> Double) {
        enter(.open(since: now, length: policy.openTime(after: openings, random: random())))
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

/// How many attempts succeeded and failed in the last while, to a tenth of it.
///
/// Ten slots that are used in turn, each stamped with its time: one that is too old, or from a time that has not come
/// yet because the clock was set back, does not count and is overwritten when its turn comes.
struct OutcomeWindow: Hashable, Sendable {
    private struct Slot: Hashable {
        var stamp = Int.min
        var attempts = 0
        var failures = 0
    }

    private let step: Duration
    private var slots = [Slot](repeating: Slot(), count: 10)

    init(_ length: Duration) {
        step = length / 10
    }

    /// Takes note of an attempt that ended.
    mutating func add(failed: Bool, at now: Duration) {
        let stamp = stamp(of: now)
        let turn = Int(stamp.magnitude % 10)
        if slots[turn].stamp != stamp { slots[turn] = Slot(stamp: stamp) }
        slots[turn].attempts += 1
        if failed { slots[turn].failures += 1 }
    }

    /// All attempts of the window, and those that failed.
    func counts(at now: Duration) -> (attempts: Int, failures: Int) {
        let current = stamp(of: now)
        var counts = (attempts: 0, failures: 0)
        for slot in slots where slot.stamp <= current && slot.stamp > current - slots.count {
            counts.attempts += slot.attempts
            counts.failures += slot.failures
        }
        return counts
    }

    private func stamp(of now: Duration) -> Int {
        Int(exactly: (now / step).rounded(.down)) ?? 0
    }
}
