import Testing

/// Whether a test has passed so far, and which of a cassette's problems it has been told already.
final class Verdict: Sendable {
    private let state = Locked((isPassed: true, misses: Set<UnmatchedRequest>(), findings: Set<CassetteIssue>()))

    var isPassed: Bool { state.withLock { $0.isPassed } }

    /// Runs a test and looks at its issues on their way.
    func watch(_ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void) async throws {
        let trait: IssueHandlingTrait = .compactMapIssues { issue in
            self.note(issue)
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

    /// Records the problems that are not known yet as issues.
    func record(_ report: CassetteFailure, at place: SourceLocation) {
        let known = state.withLock { $0 }
        for problem in report.problems {
            if let miss = problem as? UnmatchedRequest, known.misses.contains(miss) { continue }
            if let finding = problem as? CassetteIssue, known.findings.contains(finding) { continue }
            Issue.record(problem, sourceLocation: place)
        }
    }

    private func note(_ issue: Issue) {
        guard issue.isFailure else { return }
        state.withLock { state in
            state.isPassed = false
            if let miss = issue.error as? UnmatchedRequest { state.misses.insert(miss) }
            if let finding = issue.error as? CassetteIssue { state.findings.insert(finding) }
        }
    }
}
