/// When the circuit of an origin opens because its attempts keep failing, and for how long.
///
/// A value outside its range counts as the nearest one in it, even if it is set later; NaN counts as the lowest.
public struct CircuitBreakerPolicy: Hashable, Sendable {
    /// The number of failures in a row that opens the breaker, from 1 to a million.
    ///
    /// It applies only while there are fewer attempts than ``minimumThroughput`` within ``window``: among many, five
    /// failures in a row are chance. At 250 attempts a second of which a fifth fail, they come every ten seconds.
    public var failuresInARow: Int

    /// The share of failures among the attempts within ``window`` that opens the breaker, from 0.01 to 1.
    public var failureShare: Double

    /// The minimum number of attempts within ``window`` for ``failureShare`` to apply instead of ``failuresInARow``,
    /// from 1 to a million.
    public var minimumThroughput: Int

    /// The time over which the share is computed, from 1 ms to a day.
    public var window: Duration

    /// How long the breaker stays open the first time, from 1 ms to a day. It doubles each time in a row.
    public var openTime: Duration

    /// The longest time to stay open, before the jitter, at most a day; below ``openTime`` it counts as that.
    public var longestOpenTime: Duration

    /// How far an open time may differ from its nominal value, as a share of it, from 0 to 1: 0.5 is uniform from half
    /// to one and a half.
    public var jitter: Double

    /// The number of probes in a row that must succeed to close the breaker. From 1 to 1,000.
    public var successesToClose: Int

    /// 5 in a row of fewer than 20, or half of at least 20, in 30 s; 10 s doubling up to 30 s, ± 50 %; one probe at a
    /// time, two close it.
    public static let standard = CircuitBreakerPolicy()

    /// A custom policy.
    public init(
        failuresInARow: Int = 5, failureShare: Double = 0.5, minimumThroughput: Int = 20,
        window: Duration = .seconds(30), openTime: Duration = .seconds(10), longestOpenTime: Duration = .seconds(30),
        jitter: Double = 0.5, successesToClose: Int = 2
    ) {
        (self.failuresInARow, self.failureShare) = (failuresInARow, failureShare)
        (self.minimumThroughput, self.window) = (minimumThroughput, window)
        (self.openTime, self.longestOpenTime) = (openTime, longestOpenTime)
        (self.jitter, self.successesToClose) = (jitter, successesToClose)
    }

    /// The policy with each value in its range.
    package var clamped: CircuitBreakerPolicy {
        var policy = self
        policy.failuresInARow = failuresInARow.clamped(to: 1...1_000_000)
        policy.failureShare = failureShare.clamped(to: 0.01...1)
        policy.minimumThroughput = minimumThroughput.clamped(to: 1...1_000_000)
        policy.window = window.clamped(to: .milliseconds(1) ... .longest)
        policy.openTime = openTime.clamped(to: .milliseconds(1) ... .longest)
        policy.longestOpenTime = longestOpenTime.clamped(to: policy.openTime ... .longest)
        policy.jitter = jitter.clamped(to: 0...1)
        policy.successesToClose = successesToClose.clamped(to: 1...1000)
        return policy
    }

    /// How long the breaker stays open after opening this many times in a row. `random` is uniform in 0..<1.
    func openTime(after openings: Int, random: Double) -> Duration {
        let doubled = openTime.inSeconds * pow(2, Double(min(openings, 64)))
        let nominal = min(doubled, longestOpenTime.inSeconds)
        let draw = random >= 0 ? min(random, 1) : 0
        return .seconds(nominal * (1 - jitter + 2 * jitter * draw))
    }
}

/// The state of one origin under a ``CircuitBreakerPolicy``: whether attempts may be sent to it.
///
/// A pure value. Call ``admit(at:)`` before every attempt and ``record(_:with:at:random:)`` after it, with its permit.
/// Times are durations since an arbitrary start. Setting the clock back never closes a breaker, and prolongs an open
/// time by at most its own length.
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
        self.policy = policy.clamped
        window = OutcomeWindow(self.policy.window)
    }

    /// Whether an attempt may be sent now.
    ///
    /// While a probe is running, no other attempt may be sent. A probe without a recorded outcome after
    /// ``CircuitBreakerPolicy/longestOpenTime`` no longer counts, and the next one may be sent.
    package mutating func admit(at now: Duration) -> Admission {
        switch phase {
        case .closed: .go(Permit(period: period, isProbe: false))
        case .open(let since, let length): wait(for: length, since: since, at: now, successes: 0)
        case .halfOpen(nil, let successes): probe(at: now, successes: successes)
        case .halfOpen(let since?, let successes):
            wait(for: policy.longestOpenTime, since: since, at: now, successes: successes)
        }
    }

    /// Records the outcome of an attempt that was admitted. `random` is uniform in 0..<1 and evaluated only when the
    /// breaker opens; it spreads the open time.
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

    /// The open time; zero while the breaker is half-open, nil while it is closed.
    package var pause: Duration? {
        switch phase {
        case .closed: nil
        case .open(_, let length): length
        case .halfOpen: .zero
        }
    }

    /// Whether an attempt may be sent.
    package enum Admission: Hashable, Sendable {
        /// It may be sent. Its outcome must be recorded with the permit.
        case go(Permit)
        /// It may not be sent before this time. While a probe is running, this is the latest time for the next one.
        case reject(until: Duration)
    }

    /// Ties the outcome of an attempt to the state in which the breaker admitted it.
    ///
    /// An attempt that was admitted before the breaker opened doesn't count, whenever it ends: it isn't evidence of the
    /// server's current health.
    package struct Permit: Hashable, Sendable {
        let period: Int

        /// Whether other attempts are rejected until its outcome is recorded.
        package let isProbe: Bool
    }

    mutating func wait(
        for length: Duration, since start: Duration, at now: Duration, successes: Int
    ) -> Admission {
        guard now >= start else { return restart(at: now) }
        return now - start < length ? .reject(until: start + length) : probe(at: now, successes: successes)
    }

    mutating func probe(at now: Duration, successes: Int) -> Admission {
        enter(.halfOpen(since: now, successes: successes))
        return .go(Permit(period: period, isProbe: true))
    }

    /// The clock was set back to before the pause started: it starts now.
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
        if failed, isFailing(failuresInARow: failures + 1, at: now) { open(at: now, random: random) }
    }

    private func isFailing(failuresInARow: Int, at now: Duration) -> Bool {
        let counts = window.counts(at: now)
        guard counts.attempts >= policy.minimumThroughput else { return failuresInARow >= policy.failuresInARow }
        return Double(counts.failures) >= policy.failureShare * Double(counts.attempts)
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

/// The numbers of attempts and failures within a length of time, to a tenth of it.
///
/// Ten slots are used in rotation, each with the number of its tenth. A slot that is too old, or in the future because
/// the clock was set back, does not count and is overwritten later.
struct OutcomeWindow: Hashable, Sendable {
    private struct Slot: Hashable {
        var stamp = Int64.min
        var attempts = 0
        var failures = 0
    }

    private let step: Duration
    private static let count: Int64 = 10
    private var slots = [Slot](repeating: Slot(), count: Int(Self.count))

    init(_ length: Duration) {
        step = length / 10
    }

    /// Counts an attempt that ended.
    mutating func add(failed: Bool, at now: Duration) {
        let stamp = stamp(of: now)
        let turn = Int((stamp % Self.count + Self.count) % Self.count)  // Times may be below zero.
        if slots[turn].stamp != stamp { slots[turn] = Slot(stamp: stamp) }
        slots[turn].attempts += 1
        if failed { slots[turn].failures += 1 }
    }

    /// The attempts within the window that ends now, and how many of them failed.
    func counts(at now: Duration) -> (attempts: Int, failures: Int) {
        let current = stamp(of: now)
        var counts = (attempts: 0, failures: 0)
        for slot in slots where slot.stamp <= current && slot.stamp > current - Self.count {
            counts.attempts += slot.attempts
            counts.failures += slot.failures
        }
        return counts
    }

    private func stamp(of now: Duration) -> Int64 {
        Int64(exactly: (now / step).rounded(.down)) ?? 0
    }
}
