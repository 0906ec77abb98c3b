import EndpointCore
import Testing

@Suite struct CircuitBreakerTests {
    private var breaker = CircuitBreaker()

    /// Sends one attempt; nil if it is not let out.
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

    @Test mutating func `five failures in a row open it for ten seconds`() {
        fail(4, at: .zero)
        #expect(attempt(.failure, at: .seconds(1)) == nil)
        #expect(attempt(.success, at: .seconds(2)) == .seconds(11))
    }

    @Test mutating func `a success in between starts the count again`() {
        for _ in 0..<3 {
            fail(4, at: .zero)
            #expect(attempt(.success, at: .zero) == nil)
        }
    }

    @Test mutating func `half of twenty in half a minute open it`() {
        for second in 0..<19 { attempt(second % 2 == 0 ? .success : .failure, at: .seconds(second)) }
        #expect(attempt(.failure, at: .seconds(19)) == nil)
        #expect(attempt(.success, at: .seconds(20)) == .seconds(29))
    }

    @Test mutating func `half of twenty in more than half a minute do not`() {
        for turn in 0..<100 { #expect(attempt(turn % 2 == 0 ? .success : .failure, at: .seconds(turn * 2)) == nil) }
    }

    @Test mutating func `what says nothing about the origin does not count`() {
        for _ in 0..<100 { #expect(attempt(.neutral, at: .zero) == nil) }
    }

    @Test mutating func `one probe at a time and two successes close it`() throws {
        fail(5, at: .zero)
        guard case .go(let first) = breaker.admit(at: .seconds(10)) else { throw PolicyError("no probe") }
        #expect(attempt(.success, at: .seconds(11)) == .seconds(40))
        breaker.record(.success, with: first, at: .seconds(12), random: 0.5)
        guard case .go(let second) = breaker.admit(at: .seconds(12)) else { throw PolicyError("no probe") }
        #expect(attempt(.success, at: .seconds(13)) == .seconds(42))
        breaker.record(.success, with: second, at: .seconds(14), random: 0.5)
        for _ in 0..<5 { #expect(attempt(.failure, at: .seconds(15)) == nil) }
        #expect(attempt(.success, at: .seconds(16)) == .seconds(25))
    }

    @Test mutating func `a failing probe doubles the pause up to half a minute`() {
        fail(5, at: .zero)
        var time = Duration.zero
        let pauses = (0..<6).map { _ in
            let until = attempt(.failure, at: time) ?? .zero
            defer { (time, _) = (until, attempt(.failure, at: until)) }
            return until - time
        }
        #expect(pauses == [10, 20, 30, 30, 30, 30].map { .seconds($0) })
    }

    @Test mutating func `a probe that was cancelled makes way for the next`() {
        fail(5, at: .zero)
        #expect(attempt(.neutral, at: .seconds(10)) == nil)
        #expect(attempt(.success, at: .seconds(10)) == nil)
    }

    @Test mutating func `a probe that never reports is given up after half a minute`() throws {
        fail(5, at: .zero)
        guard case .go(let lost) = breaker.admit(at: .seconds(10)) else { throw PolicyError("no probe") }
        #expect(attempt(.success, at: .seconds(39)) == .seconds(40))
        #expect(attempt(.success, at: .seconds(40)) == nil)
        breaker.record(.failure, with: lost, at: .seconds(41), random: 0.5)
        #expect(attempt(.success, at: .seconds(41)) == nil)
        #expect(attempt(.success, at: .seconds(41)) == nil)
    }

    @Test mutating func `an attempt from before the pause says nothing about the server of now`() throws {
        guard case .go(let early) = breaker.admit(at: .zero) else { throw PolicyError("not closed") }
        fail(5, at: .zero)
        guard case .go(let probe) = breaker.admit(at: .seconds(10)) else { throw PolicyError("no probe") }
        breaker.record(.failure, with: early, at: .seconds(11), random: 0.5)
        breaker.record(.success, with: probe, at: .seconds(12), random: 0.5)
        #expect(attempt(.success, at: .seconds(12)) == nil)
    }
}
