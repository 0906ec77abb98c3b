import EndpointClient
import TestSupport
import Testing

@Suite struct RetryBudgetTests {
    @Test func `a full budget allows retries after four failures in a row`() {
        var budget = RetryBudget.standard
        let allowed = (0..<6).map { _ in
            budget.record(.failure, at: .zero)
            return budget.allowsRetry
        }
        #expect(allowed == [true, true, true, true, false, false])
        #expect(budget.tokens == 4)
    }

    @Test func `four successes earn exactly as much as one failure costs`() {
        var budget = RetryBudget.standard
        for _ in 0..<5 { budget.record(.failure, at: .zero) }
        for _ in 0..<4 { budget.record(.success, at: .zero) }
        #expect(budget.tokens == 6)
        #expect(budget.allowsRetry)
    }

    @Test func `a budget of half its capacity allows no retry, and a quarter of a token more does`() {
        var budget = RetryBudget.standard
        for _ in 0..<5 { budget.record(.failure, at: .zero) }
        #expect(!budget.allowsRetry)
        budget.record(.success, at: .zero)
        #expect(budget.allowsRetry)
    }

    @Test func `a timeout costs two tokens and a half, and after the second there is no retry`() {
        var budget = RetryBudget.standard
        budget.record(.failure, .timeout, at: .zero)
        #expect(budget.tokens == 7.5 && budget.allowsRetry(after: .timeout, at: .zero))
        budget.record(.failure, .timeout, at: .zero)
        #expect(budget.tokens == 5 && !budget.allowsRetry(after: .timeout, at: .zero))
        var other = RetryBudget(capacity: 10, earnedBySuccess: 0.1, costOfTimeout: 1)
        other.record(.failure, .timeout, at: .zero)
        #expect(other.tokens == 9)
    }

    @Test func `a failure with a Retry-After costs three tokens`() {
        var budget = RetryBudget.standard
        budget.record(.failure, .announced, at: .zero)
        #expect(budget.tokens == 7 && budget.allowsRetry(after: .announced, at: .zero))
        budget.record(.failure, .announced, at: .zero)
        #expect(budget.tokens == 4 && !budget.allowsRetry(after: .announced, at: .zero))
    }

    @Test(arguments: [RetryBudget.Failure.timeout, .announced, .other])
    func `a retry that succeeds gives back what the failure before it cost, and earns its share`(
        failure: RetryBudget.Failure
    ) {
        var budget = RetryBudget.standard
        for _ in 0..<2 { budget.record(.failure, at: .zero) }
        let charge = budget.record(.failure, failure, at: .zero)
        budget.record(.success, retrying: charge, at: .zero)
        #expect(budget.tokens == 8.25)
    }

    @Test func `a failure that the budget can't pay gives back no more than it took`() {
        var budget = RetryBudget.standard
        for _ in 0..<9 { budget.record(.failure, at: .zero) }
        let charge = budget.record(.failure, .timeout, at: .zero)
        #expect(budget.tokens == 0)
        budget.record(.success, retrying: charge, at: .zero)
        #expect(budget.tokens == 1.25)
    }

    @Test func `a failed retry gives nothing back`() {
        var budget = RetryBudget.standard
        let charge = budget.record(.failure, .timeout, at: .zero)
        #expect(budget.record(.neutral, retrying: charge, at: .zero) == .none)
        budget.record(.failure, retrying: charge, at: .zero)
        #expect(budget.tokens == 6.5)
    }

    /// Each row is the time since the last success in seconds, nil for none ever, and whether a timeout is retried.
    @Test(arguments: [(nil, true), (0, true), (180, true), (181, false), (-5, true)] as [(Int?, Bool)])
    func `a timeout is retried if a success is recent or there has never been one`(age: Int?, isRetried: Bool) {
        let now = Duration.seconds(1000)
        var budget = RetryBudget.standard
        if let age { budget.record(.success, at: now - .seconds(age)) }
        budget.record(.failure, .timeout, at: now)
        #expect(budget.allowsRetry(after: .timeout, at: now) == isRetried)
        #expect(budget.allowsRetry(after: .other, at: now))
    }

    @Test(
        arguments: [(10, 11, true), (10, 10, false), (9, 10, false), (12, 12, false)] as [(Int, Int, Bool)])
    func `without tokens, a busy client retries while fewer than half of its attempts fail`(
        failures: Int, successes: Int, isRetried: Bool
    ) {
        var budget = RetryBudget(capacity: 1, earnedBySuccess: 0.001)
        for _ in 0..<successes { budget.record(.success, at: .zero) }
        for _ in 0..<failures { budget.record(.failure, at: .zero) }
        #expect(!budget.allowsRetry)
        #expect(budget.allowsRetry(after: .other, at: .seconds(1)) == isRetried)
        #expect(budget.allowsRetry(after: .announced, at: .seconds(1)) == isRetried)
        #expect(!budget.allowsRetry(after: .timeout, at: .seconds(1)))
        #expect(!budget.allowsRetry(after: .other, at: .seconds(31)))
    }

    @Test func `a budget is never above its capacity or below zero`() {
        var budget = RetryBudget.standard
        budget.record(.success, at: .zero)
        #expect(budget.tokens == 10)
        for _ in 0..<100 { budget.record(.failure, at: .zero) }
        #expect(budget.tokens == 0)
    }

    @Test func `an outcome that says nothing about the origin costs nothing`() {
        var budget = RetryBudget.standard
        for _ in 0..<100 { budget.record(.neutral, at: .zero) }
        #expect(budget == .standard)
    }

    @Test(
        arguments: [
            (0, 0.1, 3, 1, 0.1, 3), (-1, 0.1, 3, 1, 0.1, 3), (.nan, 0.1, 3, 1, 0.1, 3),
            (.infinity, 0.1, 3, 1000, 0.1, 3),
            (10, 0, 3, 10, 0.001, 3), (10, -.infinity, 3, 10, 0.001, 3), (10, .nan, 3, 10, 0.001, 3),
            (10, 2, 3, 10, 1, 3),
            (10, 0.1, 0, 10, 0.1, 1), (10, 0.1, .nan, 10, 0.1, 1), (10, 0.1, .greatestFiniteMagnitude, 10, 0.1, 1000),
        ] as [(Double, Double, Double, Double, Double, Double)])
    func `a value outside its range counts as the nearest one`(
        capacity: Double, gain: Double, cost: Double, nearestCapacity: Double, nearestGain: Double, nearestCost: Double
    ) {
        let nearest = RetryBudget(
            capacity: nearestCapacity, earnedBySuccess: nearestGain, costOfTimeout: nearestCost)
        #expect(RetryBudget(capacity: capacity, earnedBySuccess: gain, costOfTimeout: cost) == nearest)
    }

    @Test func `a budget with the standard's values equals the standard`() {
        #expect(RetryBudget(capacity: 10, earnedBySuccess: 0.25) == .standard)
    }
}
