import EndpointCore
import Testing

/// What holds for every attempt and every draw, over 100,000 random ones.
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

    @Test func `never before Retry-After, never past the deadline, never above the cap`() throws {
        var random = SplitMix64(seed: 1)
        let policies = try (1...100).map { try RetryPolicy(attempts: $0) }
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
            && attempt.number < policy.attempts && attempt.isRepeatable && attempt.hasBudget
            && policy.isTransient(attempt.failure)
    }

    @Test(arguments: [1, 2, 5, 7, 20])
    func `waits are spread evenly from zero to the ceiling`(number: Int) throws {
        let policy = try RetryPolicy(attempts: 100)
        let failure = RetryFailure.status(503)
        let ceiling = policy.ceiling(afterAttempt: number, failure: failure)
        let attempt = FailedAttempt(number: number, failure: failure, isRepeatable: true)
        let shares = try shares(of: ceiling, from: .zero) { policy.decide(attempt, random: $0) }
        #expect(distanceFromEven(shares) < 1.63 / 100_000.0.squareRoot())
    }

    @Test func `waits on demand are spread evenly over as much again`() throws {
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
            guard case .retry(let wait) = decide(random.fraction()) else { throw PolicyError("It gave up.") }
            return (wait - start) / length
        }
    }

    /// The statistic of Kolmogorov and Smirnov; 1.63 / √n is exceeded by one honest sample in a hundred.
    private func distanceFromEven(_ shares: [Double]) -> Double {
        let count = Double(shares.count)
        return shares.sorted().enumerated().reduce(0) { distance, share in
            max(
                distance, share.element - Double(share.offset) / count, Double(share.offset + 1) / count - share.element
            )
        }
    }
}
