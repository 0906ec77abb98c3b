import EndpointPolicy
import TestSupport
import Testing

@Suite struct RetryBudgetTests {
    @Test func `a full budget bears four failures in a row`() {
        var budget = RetryBudget.standard
        let allowed = (0..<6).map { _ in
            budget.record(.failure)
            return budget.allowsRetry
        }
        #expect(allowed == [true, true, true, true, false, false])
        #expect(budget.tokens == 4)
    }

    @Test func `ten successes pay for one failure exactly`() {
        var budget = RetryBudget.standard
        for _ in 0..<5 { budget.record(.failure) }
        for _ in 0..<10 { budget.record(.success) }
        #expect(budget.tokens == 6)
        #expect(budget.allowsRetry)
    }

    @Test func `half of the capacity is not enough and a tenth more is`() {
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
        #expect(throws: PolicyError.self) {
            try RetryBudget(validatingCapacity: 10, earnedBySuccess: 0.1, costOfTimeout: 0)
        }
    }

    @Test func `it holds neither more than its capacity nor less than nothing`() {
        var budget = RetryBudget.standard
        budget.record(.success)
        #expect(budget.tokens == 10)
        for _ in 0..<100 { budget.record(.failure) }
        #expect(budget.tokens == 0)
    }

    @Test func `what says nothing about the origin costs nothing`() {
        var budget = RetryBudget.standard
        for _ in 0..<100 { budget.record(.neutral) }
        #expect(budget == .standard)
    }

    @Test(arguments: [(0, 0.1), (-1, 0.1), (.nan, 0.1), (.infinity, 0.1), (10, 0), (10, -0.1), (10, .nan), (10, 2)])
    func `nonsense is refused when it is made`(capacity: Double, gain: Double) {
        #expect(throws: PolicyError.self) { try RetryBudget(validatingCapacity: capacity, earnedBySuccess: gain) }
    }

    @Test func `the standard can be written out`() throws {
        #expect(RetryBudget(capacity: 10, earnedBySuccess: 0.1) == .standard)
        #expect(try RetryBudget(validatingCapacity: 10, earnedBySuccess: 0.1) == .standard)
    }
}
