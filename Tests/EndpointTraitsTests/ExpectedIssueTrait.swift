import Testing

@testable import EndpointTraits

/// Expects exactly one issue of a test, and discards it. It must come before the trait that records the issue.
struct ExpectedIssueTrait: TestTrait, TestScoping {
    let isExpected: @Sendable (Issue) -> Bool

    func scopeProvider(for test: Test, testCase: Test.Case?) -> ExpectedIssueTrait? {
        testCase == nil ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let found = Locked([Bool]())
        let handler: IssueHandlingTrait = .compactMapIssues { issue in
            let isExpected = isExpected(issue)
            found.withLock { $0.append(isExpected) }
            return isExpected ? nil : issue
        }
        try await handler.provideScope(for: test, testCase: testCase) {
            do {
                try await function()
            } catch {
                Issue.record(error)
            }
        }
        #expect(found.withLock { $0 } == [true])
    }
}

extension Trait where Self == ExpectedIssueTrait {
    /// Expects exactly one issue that matches the condition.
    static func expectsIssue(_ isExpected: @escaping @Sendable (Issue) -> Bool) -> ExpectedIssueTrait {
        ExpectedIssueTrait(isExpected: isExpected)
    }
}
