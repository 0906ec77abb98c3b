import Testing

/// Whether a test has passed so far, and the errors that are among its issues.
final class TestOutcome: Sendable {
    private let state = Locked((isPassed: true, errors: [any Error]()))

    var isPassed: Bool { state.withLock { $0.isPassed } }

    /// Runs a test and observes its issues.
    func observe(_ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void) async throws {
        let trait: IssueHandlingTrait = .compactMapIssues { issue in
            self.add(issue)
            return issue
        }
        try await trait.provideScope(for: test, testCase: testCase) {
            do {
                try await function()
            } catch {
                self.state.withLock { $0.isPassed = false }
                throw error
            }
        }
    }

    /// Records the problems as issues, except those that were already recorded. The test has then failed.
    func record(_ problems: [any Error], at location: SourceLocation) {
        let known = state.withLock { $0.errors }.compactMap(Self.hashable)
        for problem in problems {
            if let problem = Self.hashable(problem), known.contains(problem) { continue }
            Issue.record(Self.thrown(problem), sourceLocation: location)
        }
        if !problems.isEmpty { state.withLock { $0.isPassed = false } }
    }

    private func add(_ issue: Issue) {
        guard issue.isFailure else { return }
        state.withLock { state in
            state.isPassed = false
            if let error = issue.error { state.errors.append(error) }
        }
    }

    /// The error that a client has thrown for a problem, if the problem has one.
    private static func thrown(_ problem: any Error) -> any Error {
        if case .unmatched(let request) = (problem as? CassetteError)?.reason { request } else { problem }
    }

    /// The errors that a client throws and that are also problems at the end of the test.
    private static func hashable(_ error: any Error) -> AnyHashable? {
        switch thrown(error) {
        case let error as UnmatchedRequest: AnyHashable(error)
        case let error as UnmetExpectations: AnyHashable(error)
        case let error as CassetteError: AnyHashable(error)
        case let error as ContractViolation: AnyHashable(error)
        default: nil
        }
    }
}
