import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore

@Suite struct RetryPolicyTests {
    @Test func `the standard policy is what the documentation says`() {
        let policy = RetryPolicy.standard
        #expect((policy.attempts, policy.base, policy.overloadBase) == (3, .milliseconds(250), .seconds(1)))
        #expect((policy.cap, policy.longestRetryAfter) == (.seconds(20), .seconds(60)))
        #expect(policy.methods == [.get, .head, .options, .trace, .query, .put, .delete])
        #expect(policy.statuses == [408, 425, 429, 500, 502, 503, 504])
        #expect(policy.keyedStatuses == [409])
    }

    @Test func `a retry policy has the standard's values by default`() throws {
        #expect(RetryPolicy() == .standard)
        #expect(RetryPolicy(attempts: 5).cap == RetryPolicy.standard.cap)
    }

    /// Values that are wrong, each with one that is right and decides the same.
    static let hostile: [(RetryPolicy, RetryPolicy)] = [
        (RetryPolicy(attempts: 0), RetryPolicy(attempts: 1)), (RetryPolicy(attempts: .min), RetryPolicy(attempts: 1)),
        (RetryPolicy(attempts: .max), RetryPolicy(attempts: 100)),
        (RetryPolicy(cap: .milliseconds(500)), RetryPolicy(overloadBase: .milliseconds(500), cap: .milliseconds(500))),
        (RetryPolicy(base: .seconds(30)), RetryPolicy(base: .seconds(20))),
        (RetryPolicy(base: .seconds(-1), overloadBase: .seconds(-1)), RetryPolicy(base: .zero, overloadBase: .zero)),
        (RetryPolicy(cap: .seconds(-1)), RetryPolicy(base: .zero, overloadBase: .zero, cap: .zero)),
        (RetryPolicy(base: .seconds(Int64.max), cap: .seconds(Int64.max)), RetryPolicy(base: .longest, cap: .longest)),
        (
            RetryPolicy(cap: Duration(secondsComponent: .max, attosecondsComponent: .max)), RetryPolicy(cap: .longest)
        ),
        (RetryPolicy(longestRetryAfter: .seconds(Int64.min)), RetryPolicy(longestRetryAfter: .zero)),
        (RetryPolicy(longestRetryAfter: .seconds(Int64.max)), RetryPolicy(longestRetryAfter: .longest)),
    ]

    @Test(arguments: hostile.indices) func `a value outside its range counts as the nearest one`(index: Int) {
        let (wrong, right) = Self.hostile[index]
        for failure in [RetryFailure.status(500), .status(503)] {
            for number in [1, 2, 50, 99, 100, 101] {
                for retryAfter in [nil, .zero, .seconds(1), .seconds(61), .longest] as [Duration?] {
                    let attempt = FailedAttempt(
                        number: number, failure: failure, isRepeatable: true, retryAfter: retryAfter)
                    #expect(wrong.decide(attempt, random: 0.7) == right.decide(attempt, random: 0.7))
                }
            }
        }
    }

    @Test func `a value that is set later is clamped too`() {
        var policy = RetryPolicy.standard
        policy.attempts = -1
        let failed = FailedAttempt(number: 1, failure: .status(500), isRepeatable: true)
        #expect(policy.decide(failed, random: 0.5) == .giveUp(.attempts))
        (policy.attempts, policy.cap) = (3, .milliseconds(100))
        #expect(policy.decide(failed, random: 1) == .retry(after: .milliseconds(100)))
    }
}

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
    func `a wait is evenly distributed below a ceiling that doubles`(failure: RetryFailure, attempt: Int, half: Int) {
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
    func `a permanent failure isn't retried`(failure: RetryFailure) {
        #expect(decide(failure) == .giveUp(.permanent))
    }

    @Test func `a cancelled call isn't retried`() {
        #expect(decide(.cancelled) == .giveUp(.cancelled))
    }

    @Test func `an open breaker isn't asked again`() {
        #expect(decide(.breakerOpen(retryAfter: .seconds(7))) == .giveUp(.breakerOpen(retryAfter: .seconds(7))))
    }

    @Test(arguments: [RetryFailure.status(503), .transport(.timedOut), .transport(.networkConnectionLost)])
    func `a request that isn't safe to repeat isn't repeated`(failure: RetryFailure) {
        #expect(decide(failure, repeatable: false) == .giveUp(.notIdempotent))
    }

    @Test(arguments: [URLError.Code.cannotFindHost, .cannotConnectToHost, .notConnectedToInternet])
    func `a request that was never sent may be retried with any method`(code: URLError.Code) {
        #expect(decide(.transport(code), repeatable: false) == .retry(after: .milliseconds(125)))
    }

    @Test(arguments: [(425, 125), (429, 500)])
    func `any request may be retried after a status that means that the server hasn't acted on it`(
        status: Int, milliseconds: Int
    ) {
        #expect(decide(.status(status), repeatable: false) == .retry(after: .milliseconds(milliseconds)))
    }

    @Test func `a conflict is retried only with an idempotency key, after a longer wait`() {
        #expect(decide(.status(409)) == .giveUp(.permanent))
        let keyed = FailedAttempt(number: 1, failure: .status(409), isRepeatable: true, isKeyed: true)
        #expect(Self.policy.decide(keyed, random: 0.5) == .retry(after: .milliseconds(500)))
        #expect(RetryPolicy(keyedStatuses: []).decide(keyed, random: 0.5) == .giveUp(.permanent))
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
    func `a failed refresh isn't retried`(failure: RetryFailure) {
        let attempt = FailedAttempt(number: 1, failure: failure, isRepeatable: true, isOfRefresh: true)
        #expect(Self.policy.decide(attempt, random: 0) == .giveUp(.credential))
    }
}

@Suite struct RetryPolicyRepeatableTests {
    private func request(_ method: String, key: String? = nil) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com")))
        request.httpMethod = method
        request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
        return request
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "PUT", "DELETE"])
    func `an idempotent method may be repeated`(method: String) throws {
        #expect(try RetryPolicy.standard.mayRepeat(request(method)))
    }

    @Test(arguments: ["POST", "PATCH", "LINK"])
    func `any other method needs a key`(method: String) throws {
        #expect(try !RetryPolicy.standard.mayRepeat(request(method)))
        #expect(try !RetryPolicy.standard.mayRepeat(request(method, key: " ")))
        #expect(try !RetryPolicy.standard.mayRepeat(request(method, key: "\"\"")))
        #expect(try RetryPolicy.standard.mayRepeat(request(method, key: "8e03978e")))
        #expect(try RetryPolicy.standard.mayRepeat(request(method, key: "\"8e03978e\"")))
    }
}

@Suite struct RetryPolicyRetryAfterTests {
    private func decide(
        after wait: Duration, status: Int = 503, timeLeft: Duration? = nil, random: Double
    ) -> RetryDecision {
        let attempt = FailedAttempt(
            number: 1, failure: .status(status), isRepeatable: true, retryAfter: wait, timeLeft: timeLeft)
        return RetryPolicy.standard.decide(attempt, random: random)
    }

    @Test(arguments: [(0.0, 10), (0.5, 15), (1, 20)])
    func `a wait is what the server asks and up to as much again`(random: Double, seconds: Int) {
        #expect(decide(after: .seconds(10), random: random) == .retry(after: .seconds(seconds)))
    }

    @Test func `a wait after a short Retry-After is still spread over the ceiling`() {
        #expect(decide(after: .milliseconds(100), random: 1) == .retry(after: .milliseconds(1100)))
        #expect(decide(after: .seconds(-3), random: 0.5) == .retry(after: .milliseconds(500)))
    }

    @Test func `a Retry-After of more than a minute ends the call and is reported`() {
        #expect(decide(after: .seconds(60), random: 0) == .retry(after: .seconds(60)))
        #expect(decide(after: .seconds(61), random: 0) == .giveUp(.retryAfter(.seconds(61))))
        #expect(decide(after: .seconds(Int64.max), random: 0) == .giveUp(.retryAfter(.seconds(Int64.max))))
    }

    @Test func `a Retry-After past the deadline ends the call and is reported`() {
        #expect(decide(after: .seconds(9), timeLeft: .seconds(8), random: 0) == .giveUp(.retryAfter(.seconds(9))))
        #expect(decide(after: .seconds(8), timeLeft: .seconds(8), random: 0) == .giveUp(.retryAfter(.seconds(8))))
        #expect(decide(after: .seconds(8), timeLeft: .seconds(-1), random: 0) == .giveUp(.retryAfter(.seconds(8))))
    }

    @Test(arguments: [0, 0.25, 0.5, 0.999_999])
    func `a Retry-After before the deadline is obeyed with whatever jitter the time left allows`(random: Double) {
        for demand in [6, 31, 45, 59] {
            guard case .retry(let wait) = decide(after: .seconds(demand), timeLeft: .seconds(60), random: random) else {
                Issue.record("\(demand) s gave up")
                continue
            }
            #expect(wait >= .seconds(demand) && wait < .seconds(60))
        }
        #expect(decide(after: .seconds(6), timeLeft: .seconds(8), random: 0.5) == .retry(after: .seconds(7)))
    }

    @Test(arguments: [
        "", "0", "-0", "-1", "1e9", "Infinity", "NaN", "99999999999999999999999999", "0x10", " 5 ", "5, 6", "١٢",
        "Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 99 Foo 0000 99:99:99 GMT", "\u{0}",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `a hostile Retry-After never traps and never shortens a wait`(text: String) {
        let wait = RetryAfter(text)?.delay(from: Date(timeIntervalSince1970: 1_800_000_000))
        let attempt = FailedAttempt(number: 1, failure: .status(429), isRepeatable: true, retryAfter: wait)
        guard case .retry(let delay) = RetryPolicy.standard.decide(attempt, random: 0) else { return }
        #expect(delay >= wait ?? .zero)
    }

    @Test func `100,000 random headers never trap`() {
        var random = SplitMix64(seed: 3)
        let alphabet = Array("0123456789-+., :GMTSunNov\u{0}é")
        for _ in 0..<100_000 {
            let text = String(
                (0..<random.next() % 32).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
            let wait = RetryAfter(text)?.delay(from: Date(timeIntervalSince1970: Double(random.next() >> 20)))
            let attempt = FailedAttempt(number: 1, failure: .status(429), isRepeatable: true, retryAfter: wait)
            _ = RetryPolicy.standard.decide(attempt, random: random.fraction())
        }
    }
}

/// Invariants of every attempt and every draw, over 100,000 random ones.
@Suite struct RetryPolicyPropertyTests {
    private static func attempt(_ random: inout SplitMix64) -> FailedAttempt {
        let failures: [RetryFailure] = [.status(503), .status(500), .status(429), .transport(.timedOut), .status(404)]
        return FailedAttempt(
            number: Int(truncatingIfNeeded: random.next() >> (random.next() % 4 == 0 ? random.next() % 64 : 62)),
            failure: failures[Int(random.next() % 5)], isRepeatable: random.next() % 8 > 0,
            retryAfter: random.next() % 2 == 0 ? random.anyDuration() : nil,
            timeLeft: random.next() % 2 == 0 ? random.anyDuration() : nil, hasBudget: random.next() % 8 > 0)
    }

    private static func draw(_ random: inout SplitMix64) -> Double {
        switch random.next() % 16 {
        case 0: .nan
        case 1: -.infinity
        case 2: .infinity
        case 3: 1
        default: random.fraction()
        }
    }

    @Test func `no wait is before Retry-After, past the deadline or above the cap`() throws {
        var random = SplitMix64(seed: 1)
        let policies = (1...100).map { RetryPolicy(attempts: $0) }
        var retries = 0
        for _ in 0..<100_000 {
            let policy = policies[Int(random.next() % 100)]
            let attempt = Self.attempt(&random)
            guard case .retry(let wait) = policy.decide(attempt, random: Self.draw(&random)) else { continue }
            if !Self.isAllowed(wait, after: attempt, by: policy) { Issue.record("\(attempt) → \(wait)") }
            retries += 1
        }
        #expect(retries > 20_000)
    }

    private static func isAllowed(_ wait: Duration, after attempt: FailedAttempt, by policy: RetryPolicy) -> Bool {
        let demand = max(attempt.retryAfter ?? .zero, .zero)
        let isInTime = wait >= demand && wait <= demand + max(policy.cap, demand)
        let isBeforeDeadline = attempt.timeLeft.map { wait < $0 } ?? true
        return isInTime && isBeforeDeadline && demand <= policy.longestRetryAfter
            && attempt.number < policy.attempts && (attempt.isRepeatable || attempt.failure.wasNotProcessed)
            && attempt.hasBudget
            && policy.isTransient(attempt.failure)
    }

    @Test(arguments: [1, 2, 5, 7, 20])
    func `waits are spread evenly from zero to the ceiling`(number: Int) throws {
        let policy = RetryPolicy(attempts: 100)
        let failure = RetryFailure.status(503)
        let ceiling = policy.ceiling(afterAttempt: number, failure: failure)
        let attempt = FailedAttempt(number: number, failure: failure, isRepeatable: true)
        let shares = try shares(of: ceiling, from: .zero) { policy.decide(attempt, random: $0) }
        #expect(distanceFromEven(shares) < 1.63 / 100_000.0.squareRoot())
    }

    @Test func `waits with a Retry-After are spread evenly over as much again`() throws {
        let attempt = FailedAttempt(
            number: 1, failure: .status(429), isRepeatable: true, retryAfter: .seconds(30))
        let shares = try shares(of: .seconds(30), from: .seconds(30)) {
            RetryPolicy.standard.decide(attempt, random: $0)
        }
        #expect(distanceFromEven(shares) < 1.63 / 100_000.0.squareRoot())
    }

    /// Where 100,000 waits lie between a start, 0, and its end, 1.
    private func shares(
        of length: Duration, from start: Duration, _ decide: (Double) -> RetryDecision
    ) throws -> [Double] {
        var random = SplitMix64(seed: 7)
        return try (0..<100_000).map { _ in
            guard case .retry(let wait) = decide(random.fraction()) else { throw Unexpected("It gave up.") }
            return (wait - start) / length
        }
    }

    /// The statistic of Kolmogorov and Smirnov; 1.63 / √n is exceeded by one valid sample in a hundred.
    private func distanceFromEven(_ shares: [Double]) -> Double {
        let count = Double(shares.count)
        return shares.sorted().enumerated().reduce(0) { distance, share in
            max(
                distance, share.element - Double(share.offset) / count, Double(share.offset + 1) / count - share.element
            )
        }
    }
}
