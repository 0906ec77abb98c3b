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
/// The first run records and fails once to report that; later runs replay. `ENDPOINT_CASSETTE` selects another
/// `CassetteMode`. At the end of the test, unmatched requests become issues, even if their errors were discarded. If
/// the test has passed until then, unused interactions become issues too. The cases of a parameterised test share one
/// cassette. On a suite, the trait gives each of its tests a cassette.
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
        let outcome = TestOutcome()
        try await outcome.observe(test, testCase) {
            try await CassetteSession.$running.withValue(session) { try await function() }
        }
        do {
            try session.finish(testPassed: outcome.isPassed)
        } catch {
            outcome.record(error, at: test.sourceLocation)
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
    /// Gives the test the cassette with the test's name.
    public static var cassette: CassetteTrait { CassetteTrait() }

    /// Gives the test its cassette.
    ///
    /// - Parameters:
    ///   - name: The name of the file, in place of the test's name.
    ///   - matching: Decides whether a request matches a recorded one.
    ///   - order: Whether different requests must be made in the order of the recording.
    ///   - allowRepeats: Whether a request that is made more often than it was recorded gets its last answer again.
    ///   - format: The parts of an exchange that the file keeps.
    ///   - redaction: The secrets that are replaced in the file.
    public static func cassette(
        _ name: String? = nil, matching: Matching = .standard, order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false, format: HARFormat = .standard, redaction: Redaction = .standard
    ) -> CassetteTrait {
        CassetteTrait(
            name: name, matching: matching, order: order, allowRepeats: allowRepeats, format: format,
            redaction: redaction)
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

/// Whether a test has passed so far, and the cassette problems that were recorded as its issues already.
final class TestOutcome: Sendable {
    private let state = Locked((isPassed: true, unmatched: Set<UnmatchedRequest>(), issues: Set<CassetteIssue>()))

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

    /// Records the problems as issues, except those that were recorded already.
    func record(_ failure: CassetteFailure, at location: SourceLocation) {
        let known = state.withLock { $0 }
        for problem in failure.problems {
            if let error = problem as? UnmatchedRequest, known.unmatched.contains(error) { continue }
            if let error = problem as? CassetteIssue, known.issues.contains(error) { continue }
            Issue.record(problem, sourceLocation: location)
        }
    }

    private func add(_ issue: Issue) {
        guard issue.isFailure else { return }
        state.withLock { state in
            state.isPassed = false
            if let error = issue.error as? UnmatchedRequest { state.unmatched.insert(error) }
            if let error = issue.error as? CassetteIssue { state.issues.insert(error) }
        }
    }
}
