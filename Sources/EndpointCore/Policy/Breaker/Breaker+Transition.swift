extension CircuitBreaker {
    mutating func wait(
        for length: Duration, since start: Duration, at now: Duration, successes: Int
    ) -> CircuitBreaker.Admission {
        guard now >= start else { return restart(at: now) }
        return now - start < length ? .reject(until: start + length) : probe(at: now, successes: successes)
    }

    mutating func probe(at now: Duration, successes: Int) -> CircuitBreaker.Admission {
        enter(.probing(since: now, successes: successes))
        return .go(CircuitBreaker.Permit(period: period))
    }

    /// The clock was set back to before the pause began: it begins now.
    private mutating func restart(at now: Duration) -> CircuitBreaker.Admission {
        switch phase {
        case .open(_, let length): phase = .open(since: now, length: length)
        case .probing(_, let successes): phase = .probing(since: now, successes: successes)
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
        case .neutral: enter(.probing(since: nil, successes: successes))
        case .success where successes + 1 >= policy.successesToClose: close()
        case .success: enter(.probing(since: nil, successes: successes + 1))
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
