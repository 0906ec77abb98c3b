import EndpointCore
import Testing

@Suite struct RetryPolicyDecisionTests {
    private static let policy = RetryPolicy.standard

    private func decide(
        _ failure: RetryFailure, attempt: Int = 1, repeatable: Bool = true, retryAfter: Duration? = nil,
        timeLeft: Duration? = nil, budget: Bool = true, random: Double = 0.5
    ) -> RetryDecision {
        let attempt = FailedAttempt(
            number: attempt, failure: failure, isRepeatable: repeatable, retryAfter: retryAfter, timeLeft: timeLeft,
            hasBudget: budget)
        return Self.policy.decide(attempt, random: random)
    }

    @Test(arguments: [
        (RetryFailure.transport(.timedOut), 1, 125), (.transport(.timedOut), 2, 250), (.status(500), 1, 125),
        (.status(408), 2, 250), (.status(503), 1, 500), (.status(429), 2, 1000),
    ])
    func `a wait is an even draw below a ceiling that doubles`(failure: RetryFailure, attempt: Int, half: Int) {
        #expect(decide(failure, attempt: attempt) == .retry(after: .milliseconds(half)))
        #expect(decide(failure, attempt: attempt, random: 0) == .retry(after: .zero))
    }

    @Test(arguments: [1, 7, 8, 100, Int.max, 0, Int.min])
    func `the ceiling stays between the base and the cap`(attempt: Int) {
        let ceiling = Self.policy.ceiling(afterAttempt: attempt, failure: .status(503))
        #expect(ceiling >= .seconds(1) && ceiling <= .seconds(20))
        #expect(ceiling == (attempt <= 1 ? .seconds(1) : .seconds(20)))
    }

    @Test(arguments: [
        RetryFailure.status(404), .status(401), .status(501), .status(200), .transport(.serverCertificateUntrusted),
        .transport(.badURL), .transport(.cannotDecodeContentData), .transport(.httpTooManyRedirects), .permanent,
    ])
    func `what would fail again is not tried again`(failure: RetryFailure) {
        #expect(decide(failure) == .giveUp(.permanent))
    }

    @Test func `a call that nobody waits for is not tried again`() {
        #expect(decide(.cancelled) == .giveUp(.cancelled))
    }

    @Test func `an open breaker is not asked again`() {
        #expect(decide(.breakerOpen(until: .seconds(7))) == .giveUp(.breakerOpen(until: .seconds(7))))
    }

    @Test(arguments: [RetryFailure.status(503), .transport(.timedOut), .transport(.networkConnectionLost)])
    func `a request that is not safe to repeat is not repeated`(failure: RetryFailure) {
        #expect(decide(failure, repeatable: false) == .giveUp(.notIdempotent))
    }

    @Test(arguments: [URLError.Code.cannotFindHost, .cannotConnectToHost, .notConnectedToInternet])
    func `a request that never left may be sent whatever its method`(code: URLError.Code) {
        #expect(decide(.transport(code), repeatable: false) == .retry(after: .milliseconds(125)))
    }

    @Test func `the third attempt is the last`() {
        #expect(decide(.status(503), attempt: 2) != .giveUp(.attempts))
        #expect(decide(.status(503), attempt: 3) == .giveUp(.attempts))
        #expect(decide(.status(503), attempt: .max) == .giveUp(.attempts))
    }

    @Test func `a spent budget ends the call`() {
        #expect(decide(.status(503), budget: false) == .giveUp(.budget))
    }

    @Test func `no attempt begins at the deadline or after it`() {
        #expect(decide(.status(503), timeLeft: .milliseconds(501)) == .retry(after: .milliseconds(500)))
        #expect(decide(.status(503), timeLeft: .milliseconds(500)) == .giveUp(.deadline))
        #expect(decide(.status(503), timeLeft: .seconds(-5), random: 0) == .giveUp(.deadline))
    }

    @Test(arguments: [RetryFailure.transport(.timedOut), .transport(.notConnectedToInternet), .status(503), .permanent])
    func `a failed refresh has rules of its own`(failure: RetryFailure) {
        let attempt = FailedAttempt(number: 1, failure: failure, isRepeatable: true, isOfRefresh: true)
        #expect(Self.policy.decide(attempt, random: 0) == .giveUp(.credential))
    }
}
