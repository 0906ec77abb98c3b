import EndpointClient
import TestSupport
import Testing

@Suite struct RetryBudgetTests {
    @Test func `a full budget allows retries after four failures in a row`() {
        var budget = RetryBudget.standard
        let allowed = (0..<6).map { _ in
            budget.record(.failure)
            return budget.allowsRetry
        }
        #expect(allowed == [true, true, true, true, false, false])
        #expect(budget.tokens == 4)
    }

    @Test func `ten successes earn exactly as much as one failure costs`() {
        var budget = RetryBudget.standard
        for _ in 0..<5 { budget.record(.failure) }
        for _ in 0..<10 { budget.record(.success) }
        #expect(budget.tokens == 6)
        #expect(budget.allowsRetry)
    }

    @Test func `a budget of half its capacity allows no retry, and a tenth of a token more does`() {
        var budget = RetryBudget.standard
        for _ in 0..<5 { budget.record(.failure) }
        #expect(!budget.allowsRetry)
        budget.record(.success)
        #expect(budget.allowsRetry)
    }

    @Test func `a timeout costs three tokens`() {
        var budget = RetryBudget.standard
        budget.record(.failure, isTimeout: true)
        #expect(budget.tokens == 7)
        budget.record(.failure, isTimeout: true)
        #expect(budget.tokens == 4 && !budget.allowsRetry)
        var other = RetryBudget(capacity: 10, earnedBySuccess: 0.1, costOfTimeout: 1)
        other.record(.failure, isTimeout: true)
        #expect(other.tokens == 9)
    }

    @Test func `a budget is never above its capacity or below zero`() {
        var budget = RetryBudget.standard
        budget.record(.success)
        #expect(budget.tokens == 10)
        for _ in 0..<100 { budget.record(.failure) }
        #expect(budget.tokens == 0)
    }

    @Test func `an outcome that says nothing about the origin costs nothing`() {
        var budget = RetryBudget.standard
        for _ in 0..<100 { budget.record(.neutral) }
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
        #expect(RetryBudget(capacity: 10, earnedBySuccess: 0.1) == .standard)
    }
}
