import EndpointCore
import Testing

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

    @Test func `a clock that is set back prolongs a pause by its own length at most`() {
        var breaker = openBreaker(at: .seconds(100_000))
        #expect(breaker.admit(at: .seconds(100)) == .reject(until: .seconds(110)))
        #expect(breaker.admit(at: .seconds(109)) == .reject(until: .seconds(110)))
        guard case .go = breaker.admit(at: .seconds(110)) else {
            Issue.record("The pause did not end.")
            return
        }
    }

    @Test func `a clock that is set back during a probe does not lock the origin out`() {
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
