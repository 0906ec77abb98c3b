import TestSupport
import Testing

@testable import EndpointClient

@Suite struct CircuitBreakerTests {
    private var breaker = CircuitBreaker()

    /// Sends one attempt; nil if it is not admitted.
    @discardableResult
    private mutating func attempt(_ outcome: AttemptOutcome, at time: Duration, random: Double = 0.5) -> Duration? {
        switch breaker.admit(at: time) {
        case .reject(let until): return until
        case .go(let pass):
            breaker.record(outcome, with: pass, at: time, random: random)
            return nil
        }
    }

    private mutating func fail(_ times: Int, at time: Duration) {
        for _ in 0..<times { attempt(.failure, at: time) }
    }

    @Test mutating func `five failures in a row open a breaker for ten seconds`() {
        fail(4, at: .zero)
        #expect(attempt(.failure, at: .seconds(1)) == nil)
        #expect(attempt(.success, at: .seconds(2)) == .seconds(11))
    }

    @Test mutating func `a success among failures starts the count again`() {
        for _ in 0..<3 {
            fail(4, at: .zero)
            #expect(attempt(.success, at: .zero) == nil)
        }
    }

    @Test
    mutating func `five failures in a row among twenty attempts are chance, and among nineteen they open a breaker`() {
        for _ in 0..<15 { attempt(.success, at: .zero) }
        for _ in 0..<6 { #expect(attempt(.failure, at: .seconds(1)) == nil) }
        #expect(attempt(.success, at: .seconds(2)) == nil)
        breaker = CircuitBreaker()
        for _ in 0..<14 { attempt(.success, at: .zero) }
        fail(5, at: .seconds(1))
        #expect(attempt(.success, at: .seconds(2)) == .seconds(11))
    }

    @Test mutating func `attempts from before the window don't keep five failures in a row from opening a breaker`() {
        for _ in 0..<100 { attempt(.success, at: .zero) }
        fail(5, at: .seconds(31))
        #expect(attempt(.success, at: .seconds(32)) == .seconds(41))
    }

    @Test mutating func `a fifth of failures at 250 attempts a second never opens a breaker`() {
        var random = SplitMix64(seed: 1)
        for turn in 0..<50_000 {
            let outcome = random.fraction() < 0.2 && turn > 100 ? AttemptOutcome.failure : .success
            #expect(attempt(outcome, at: .milliseconds(4 * turn)) == nil)
        }
    }

    @Test mutating func `ten failures of twenty in half a minute open a breaker`() {
        for second in 0..<19 { attempt(second % 2 == 0 ? .success : .failure, at: .seconds(second)) }
        #expect(attempt(.failure, at: .seconds(19)) == nil)
        #expect(attempt(.success, at: .seconds(20)) == .seconds(29))
    }

    @Test mutating func `ten failures of twenty in more than half a minute don't open a breaker`() {
        for turn in 0..<100 { #expect(attempt(turn % 2 == 0 ? .success : .failure, at: .seconds(turn * 2)) == nil) }
    }

    /// The owner's clock may start anywhere. Slots are reused in rotation, and none is shared by two tenths of the
    /// window.
    @Test(arguments: [-29, -15, -2, 0, 1000])
    mutating func `ten failures of twenty open a breaker whenever the clock begins`(start: Int) {
        for second in 0..<19 { attempt(second % 2 == 0 ? .success : .failure, at: .seconds(start + second)) }
        #expect(attempt(.failure, at: .seconds(start + 19)) == nil)
        #expect(attempt(.success, at: .seconds(start + 20)) == .seconds(start + 29))
    }

    @Test mutating func `an outcome that says nothing about the origin doesn't count`() {
        for _ in 0..<100 { #expect(attempt(.neutral, at: .zero) == nil) }
    }

    @Test mutating func `a breaker allows one probe at a time and closes after two successes`() throws {
        fail(5, at: .zero)
        guard case .go(let first) = breaker.admit(at: .seconds(10)) else { throw Unexpected("no probe") }
        #expect(attempt(.success, at: .seconds(11)) == .seconds(40))
        breaker.record(.success, with: first, at: .seconds(12), random: 0.5)
        guard case .go(let second) = breaker.admit(at: .seconds(12)) else { throw Unexpected("no probe") }
        #expect(attempt(.success, at: .seconds(13)) == .seconds(42))
        breaker.record(.success, with: second, at: .seconds(14), random: 0.5)
        for _ in 0..<5 { #expect(attempt(.failure, at: .seconds(15)) == nil) }
        #expect(attempt(.success, at: .seconds(16)) == .seconds(25))
    }

    @Test mutating func `a count from before a pause doesn't open a breaker again`() {
        for turn in 0..<20 { attempt(turn % 2 == 0 ? .success : .failure, at: .zero) }
        #expect(attempt(.success, at: .seconds(1)) == .seconds(10))
        for _ in 0..<2 { #expect(attempt(.success, at: .seconds(10)) == nil) }
        for _ in 0..<4 { #expect(attempt(.failure, at: .seconds(10)) == nil) }
        #expect(attempt(.success, at: .seconds(10)) == nil)
    }

    @Test mutating func `a failed probe doubles the pause up to half a minute`() {
        fail(5, at: .zero)
        var time = Duration.zero
        let pauses = (0..<6).map { _ in
            let until = attempt(.failure, at: time) ?? .zero
            defer { (time, _) = (until, attempt(.failure, at: until)) }
            return until - time
        }
        #expect(pauses == [10, 20, 30, 30, 30, 30].map { .seconds($0) })
    }

    @Test mutating func `a cancelled probe makes way for the next`() {
        fail(5, at: .zero)
        #expect(attempt(.neutral, at: .seconds(10)) == nil)
        #expect(attempt(.success, at: .seconds(10)) == nil)
    }

    @Test mutating func `a probe that never reports is given up after half a minute`() throws {
        fail(5, at: .zero)
        guard case .go(let lost) = breaker.admit(at: .seconds(10)) else { throw Unexpected("no probe") }
        #expect(attempt(.success, at: .seconds(39)) == .seconds(40))
        #expect(attempt(.success, at: .seconds(40)) == nil)
        breaker.record(.failure, with: lost, at: .seconds(41), random: 0.5)
        #expect(attempt(.success, at: .seconds(41)) == nil)
        #expect(attempt(.success, at: .seconds(41)) == nil)
    }

    @Test mutating func `an attempt begun before the pause says nothing about the server now`() throws {
        guard case .go(let early) = breaker.admit(at: .zero) else { throw Unexpected("not closed") }
        fail(5, at: .zero)
        guard case .go(let probe) = breaker.admit(at: .seconds(10)) else { throw Unexpected("no probe") }
        breaker.record(.failure, with: early, at: .seconds(11), random: 0.5)
        breaker.record(.success, with: probe, at: .seconds(12), random: 0.5)
        #expect(attempt(.success, at: .seconds(12)) == nil)
    }
}

/// Clocks that are set back, and times of every size.
@Suite struct BreakerClockTests {
    private func openBreaker(at time: Duration) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<5 {
            guard case .go(let pass) = breaker.admit(at: time) else { return breaker }
            breaker.record(.failure, with: pass, at: time, random: 0.5)
        }
        return breaker
    }

    @Test func `setting the clock back prolongs a pause by its own length at most`() {
        var breaker = openBreaker(at: .seconds(100_000))
        #expect(breaker.admit(at: .seconds(100)) == .reject(until: .seconds(110)))
        #expect(breaker.admit(at: .seconds(109)) == .reject(until: .seconds(110)))
        guard case .go = breaker.admit(at: .seconds(110)) else {
            Issue.record("The pause did not end.")
            return
        }
    }

    @Test func `setting the clock back during a probe doesn't lock the origin out`() {
        var breaker = openBreaker(at: .seconds(100_000))
        _ = breaker.admit(at: .seconds(100_010))
        #expect(breaker.admit(at: .zero) == .reject(until: .seconds(30)))
        guard case .go = breaker.admit(at: .seconds(30)) else {
            Issue.record("The origin is locked out.")
            return
        }
    }

    @Test func `no clock locks an origin out for longer than a pause`() throws {
        var random = SplitMix64(seed: 11)
        var breaker = CircuitBreaker()
        for _ in 0..<100_000 {
            let time = random.anyDuration()
            switch breaker.admit(at: time) {
            case .reject(let until): try #require(until > time && until - time <= .seconds(90))
            case .go(let pass):
                breaker.record(
                    random.next() % 3 == 0 ? .success : .failure, with: pass, at: time, random: random.fraction())
            }
        }
    }
}

@Suite struct CircuitBreakerPolicyTests {
    @Test func `a circuit breaker policy has the standard's values by default`() throws {
        #expect(CircuitBreakerPolicy() == .standard)
        #expect(CircuitBreakerPolicy(failuresInARow: 9).openTime == .seconds(10))
    }

    @Test(arguments: [(0, 10), (1, 20), (2, 30), (3, 30), (4, 30), (Int.max, 30)])
    func `the open time doubles up to a minute and varies from half to one and a half of it`(
        openings: Int, seconds: Int
    ) {
        let policy = CircuitBreakerPolicy.standard
        #expect(policy.openTime(after: openings, random: 0) == .seconds(seconds) / 2)
        #expect(policy.openTime(after: openings, random: 0.5) == .seconds(seconds))
        #expect(policy.openTime(after: openings, random: 1) == .seconds(seconds) * 3 / 2)
    }

    @Test(arguments: [Double.nan, -1, -.infinity, 2, .infinity])
    func `an invalid random draw stays within the bounds`(random: Double) {
        let time = CircuitBreakerPolicy.standard.openTime(after: 0, random: random)
        #expect(time >= .seconds(5) && time <= .seconds(15))
    }

    /// Changes that set wrong values, each with one that sets right values of the same meaning.
    static let hostile:
        [(@Sendable (inout CircuitBreakerPolicy) -> Void, @Sendable (inout CircuitBreakerPolicy) -> Void)] = [
            ({ $0.failuresInARow = 0 }, { $0.failuresInARow = 1 }),
            ({ $0.failuresInARow = .min }, { $0.failuresInARow = 1 }),
            ({ $0.failuresInARow = .max }, { $0.failuresInARow = 1_000_000 }),
            ({ $0.failureShare = .nan }, { $0.failureShare = 0.01 }),
            ({ $0.failureShare = -.infinity }, { $0.failureShare = 0.01 }),
            ({ $0.failureShare = .infinity }, { $0.failureShare = 1 }),
            ({ $0.minimumThroughput = 0 }, { $0.minimumThroughput = 1 }),
            ({ $0.minimumThroughput = .max }, { $0.minimumThroughput = 1_000_000 }),
            ({ $0.window = .zero }, { $0.window = .milliseconds(1) }),
            ({ $0.window = .seconds(Int64.max) }, { $0.window = .longest }),
            ({ $0.openTime = .seconds(-1) }, { $0.openTime = .milliseconds(1) }),
            ({ $0.openTime = .seconds(60) }, { ($0.openTime, $0.longestOpenTime) = (.seconds(60), .seconds(60)) }),
            ({ $0.longestOpenTime = .seconds(Int64.max) }, { $0.longestOpenTime = .longest }),
            ({ $0.longestOpenTime = .seconds(Int64.min) }, { $0.longestOpenTime = .seconds(10) }),
            ({ $0.jitter = .nan }, { $0.jitter = 0 }), ({ $0.jitter = -0.1 }, { $0.jitter = 0 }),
            ({ $0.jitter = .infinity }, { $0.jitter = 1 }), ({ $0.successesToClose = 0 }, { $0.successesToClose = 1 }),
            ({ $0.successesToClose = .max }, { $0.successesToClose = 1000 }),
        ]

    @Test(arguments: hostile.indices) func `a value outside its range counts as the nearest one`(index: Int) {
        var (wrong, right) = (CircuitBreakerPolicy(), CircuitBreakerPolicy())
        Self.hostile[index].0(&wrong)
        Self.hostile[index].1(&right)
        #expect(wrong != right)
        #expect(CircuitBreaker(wrong) == CircuitBreaker(right))
    }

    @Test func `an open time above the default of the longest one is kept`() {
        var breaker = CircuitBreaker(CircuitBreakerPolicy(failuresInARow: 1, openTime: .seconds(60), jitter: 0))
        guard case .go(let permit) = breaker.admit(at: .zero) else { return #expect(Bool(false), "It is not closed.") }
        breaker.record(.failure, with: permit, at: .zero, random: 0)
        #expect(breaker.pause == .seconds(60))
    }
}

@Suite struct OutcomeWindowTests {
    @Test func `a window counts the outcomes within its length`() {
        var window = OutcomeWindow(.seconds(30))
        for second in 0..<60 { window.add(failed: second % 2 == 0, at: .seconds(second)) }
        #expect(window.counts(at: .seconds(59)) == (30, 15))
        #expect(window.counts(at: .seconds(71)) == (18, 9))
        #expect(window.counts(at: .seconds(95)) == (0, 0))
    }

    @Test func `an outcome in the clock's future doesn't count`() {
        var window = OutcomeWindow(.seconds(30))
        window.add(failed: true, at: .seconds(1003))
        window.add(failed: true, at: .seconds(10))
        #expect(window.counts(at: .seconds(10)) == (1, 1))
    }

    @Test func `no time makes a window trap`() {
        var random = SplitMix64(seed: 5)
        var window = OutcomeWindow(.milliseconds(1))
        for _ in 0..<10_000 {
            let time = random.anyDuration()
            window.add(failed: true, at: time)
            _ = window.counts(at: time)
        }
    }
}
