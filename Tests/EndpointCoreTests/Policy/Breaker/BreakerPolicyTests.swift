import Testing

@testable import EndpointCore

@Suite struct CircuitBreakerPolicyTests {
    @Test func `what is left out is as in the standard`() throws {
        #expect(try CircuitBreakerPolicy() == .standard)
        #expect(try CircuitBreakerPolicy(failuresInARow: 9).openTime == .seconds(10))
    }

    @Test(arguments: [(0, 10), (1, 20), (2, 30), (3, 30), (4, 30), (Int.max, 30)])
    func `the time doubles up to a minute and is drawn from half to one and a half of it`(openings: Int, seconds: Int) {
        let policy = CircuitBreakerPolicy.standard
        #expect(policy.openTime(after: openings, random: 0) == .seconds(seconds) / 2)
        #expect(policy.openTime(after: openings, random: 0.5) == .seconds(seconds))
        #expect(policy.openTime(after: openings, random: 1) == .seconds(seconds) * 3 / 2)
    }

    @Test(arguments: [Double.nan, -1, -.infinity, 2, .infinity])
    func `a draw that is none stays within the bounds`(random: Double) {
        let time = CircuitBreakerPolicy.standard.openTime(after: 0, random: random)
        #expect(time >= .seconds(5) && time <= .seconds(15))
    }

    @Test func `nonsense is refused when it is made`() {
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(failuresInARow: 0) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(failureShare: .nan) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(failureShare: 0) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(failureShare: 1.1) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(minimumThroughput: 0) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(window: .zero) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(openTime: .seconds(-1)) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(openTime: .seconds(9), longestOpenTime: .seconds(8)) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(longestOpenTime: .seconds(Int64.max)) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(jitter: .nan) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(jitter: -0.1) }
        #expect(throws: PolicyError.self) { try CircuitBreakerPolicy(successesToClose: 0) }
    }
}
