import Testing

/// Gives a test its cassette: `__Cassettes__/<file>/<test>.har` beside the source file of the test.
///
/// ```swift
/// @Test(.cassette) func `loads a user`() async throws {
///     let client = Cassette.client(baseURL: URL(string: "https://api.example.com/v1")!)
///     #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
/// }
/// ```
///
/// The first run records, and fails once to say so; all others replay. `ENDPOINT_CASSETTE` chooses another `CassetteMode`. At the
/// end of the test its missed requests become issues, even those whose error was swallowed; and if it has passed so far, so do
/// the exchanges that nobody asked for. The cases of a parameterised test share one cassette. On a suite, the trait gives each
/// test of it a cassette.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    private let name: String?
    private let matching: Matching
    private let order: PlaybackState.Order
    private let allowRepeats: Bool
    private let format: HARFormat
    private let redaction: Redaction
    let environment: [String: String]

    init(
        name: String? = nil, matching: Matching = .standard, order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false, format: HARFormat = .standard, redaction: Redaction = .standard,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.name = name
        self.matching = matching
        self.order = order
        self.allowRepeats = allowRepeats
        self.format = format
        self.redaction = redaction
        self.environment = environment
    }

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> CassetteTrait? {
        test.isSuite || testCase != nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let session = try session(for: test)
        let verdict = Verdict()
        try await verdict.watch(test, testCase) {
            try await CassetteSession.$running.withValue(session) { try await function() }
        }
        do {
            try session.finish(testPassed: verdict.isPassed)
        } catch {
            verdict.record(error, at: test.sourceLocation)
        }
    }

    private func session(for test: Test) throws -> CassetteSession {
        let file = CassetteFile(
            beside: test.sourceLocation.path, named: name ?? test.name, format: format, redaction: redaction)
        return try CassetteSession(
            file, mode: CassetteMode(environment: environment), matching: matching, order: order,
            allowRepeats: allowRepeats,
            test: test.name.hasSuffix("()") ? String(test.name.dropLast(2)) : test.name)
    }
}

extension Trait where Self == CassetteTrait {
    /// Gives the test its cassette, which is found by the test's name.
    public static var cassette: CassetteTrait { CassetteTrait() }

    /// Gives the test its cassette.
    ///
    /// - Parameters:
    ///   - name: The name of the file, instead of that of the test.
    ///   - matching: When a request counts as a recorded one.
    ///   - order: Whether different requests must come in the order of the recording too.
    ///   - allowRepeats: Whether a request that is made more often than it was recorded gets its last response again.
    ///   - format: What the file keeps.
    ///   - redaction: What the file hides.
    public static func cassette(
        _ name: String? = nil, matching: Matching = .standard, order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false, format: HARFormat = .standard, redaction: Redaction = .standard
    ) -> CassetteTrait {
        CassetteTrait(
            name: name, matching: matching, order: order, allowRepeats: allowRepeats, format: format, redaction: redaction)
    }
}

extension SourceLocation {
    /// The path of the source file.
    fileprivate var path: String {
        #if compiler(>=6.3)
            filePath
        #else
            _filePath
        #endif
    }
}

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
