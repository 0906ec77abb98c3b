import Testing

/// Gives a test its cassette: `__Cassettes__/<file>/<suite>.<test>.har` beside the source file of the test.
///
/// ```swift
/// @Test(.cassette) func `loads a user`() async throws {
///     let client = Cassette.client(baseURL: URL(string: "https://api.example.com/v1")!)
///     #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
/// }
/// ```
///
/// The first run records and fails once to report that; later runs replay. `mode`, or else `ENDPOINT_CASSETTE`, selects
/// another `CassetteMode`. At the end of the test, unmatched requests become issues, even if their errors were
/// discarded. If the test has passed until then, unused interactions become issues too. The requests of a failed test
/// and their responses are attached to it, as `<suite>.<test>.actual.har` and as the page `<suite>.<test>.report.html`,
/// which shows the nearest recordings beside each request that is not in the cassette. The cases of a parameterised
/// test share one cassette.
///
/// On a suite, the trait gives each of its tests a cassette. If a test of the suite has the trait too, its own options
/// take precedence over the suite's.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    private let name: String?
    private let isOfSuite: Bool
    private let mode: CassetteMode?
    private let format: Cassette.Format?
    private let redaction: Redaction?
    private let change: @Sendable (inout CassetteOptions) -> Void
    private let environment: [String: String]?

    /// The test that already has its cassette, from the first of its traits.
    @TaskLocal private static var provided: Test.ID?

    /// Attaches bytes with a name to the running test.
    @TaskLocal static var attach: @Sendable ([UInt8], String, SourceLocation) -> Void = {
        Attachment.record($0, named: $1, sourceLocation: $2)
    }

    init(
        name: String? = nil, isOfSuite: Bool = false, mode: CassetteMode? = nil, format: Cassette.Format? = nil,
        redaction: Redaction? = nil, environment: [String: String]? = nil,
        _ change: @escaping @Sendable (inout CassetteOptions) -> Void = { _ in }
    ) {
        self.name = name
        self.isOfSuite = isOfSuite
        self.mode = mode
        self.format = format
        self.redaction = redaction
        self.environment = environment
        self.change = change
    }

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> CassetteTrait? {
        test.isSuite || testCase != nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard Self.provided != test.id else { return try await function() }
        let session = try Self.session(for: test)
        let outcome = TestOutcome()
        defer {
            for warning in session.warnings { Issue.warn(warning, at: test.sourceLocation) }
            if !outcome.isPassed { session.attachTraffic(at: test.sourceLocation) }
        }
        try await outcome.observe(test, testCase) {
            try await CassetteSession.$running.withValue(session) {
                try await Self.$provided.withValue(test.id) { try await function() }
            }
        }
        do {
            try session.finish(testPassed: outcome.isPassed)
        } catch {
            outcome.record(error.problems, at: test.sourceLocation)
        }
    }

    /// The session that all traits of a test describe, those of its suites first.
    private static func session(for test: Test) throws -> CassetteSession {
        let traits = test.traits.compactMap { $0 as? CassetteTrait }
        var options = CassetteOptions()
        for trait in traits { trait.change(&options) }
        func last<Value>(_ value: (CassetteTrait) -> Value?) -> Value? { traits.lazy.compactMap(value).last }
        let file = CassetteFile(
            beside: test.sourceLocation.path, in: last { $0.isOfSuite ? $0.name : nil },
            named: last { $0.isOfSuite ? nil : $0.name }
                ?? test.qualifiedName,
            format: last(\.format) ?? .standard, redaction: last(\.redaction) ?? .showingValues)
        let environment = last(\.environment) ?? ProcessInfo.processInfo.environment
        return try CassetteSession(
            file, mode: CassetteMode(last(\.mode), environment: environment), options: options, test: test.plainName)
    }
}

extension TestTrait where Self == CassetteTrait {
    /// Gives the test the cassette with its name.
    public static var cassette: CassetteTrait { CassetteTrait() }

    /// Gives the test its cassette.
    ///
    /// ```swift
    /// @Test(.cassette("login", mode: .missing) { $0.allowRepeats = true })
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the file, instead of the names of suite and test. Tests of one source file with the same
    ///     name share the file, and each of them must make all of its requests.
    ///   - mode: The mode, instead of that in `ENDPOINT_CASSETTE`. On a CI machine nothing is recorded.
    ///   - format: The parts of an exchange that the file keeps.
    ///   - redaction: The secrets that are replaced in the file.
    ///   - change: Changes the other options.
    public static func cassette(
        _ name: String? = nil, mode: CassetteMode? = nil, format: Cassette.Format? = nil, redaction: Redaction? = nil,
        _ change: @escaping @Sendable (inout CassetteOptions) -> Void = { _ in }
    ) -> CassetteTrait {
        CassetteTrait(name: name, mode: mode, format: format, redaction: redaction, change)
    }
}

extension SuiteTrait where Self == CassetteTrait {
    /// Gives each test of the suite the cassette with its name.
    public static var cassette: CassetteTrait { CassetteTrait(isOfSuite: true) }

    /// Gives each test of the suite its cassette.
    ///
    /// - Parameters:
    ///   - folder: The name of a folder for the files: `__Cassettes__/<file>/<folder>/<suite>.<test>.har`.
    ///   - mode: The mode, instead of that in `ENDPOINT_CASSETTE`. On a CI machine nothing is recorded.
    ///   - format: The parts of an exchange that the files keep.
    ///   - redaction: The secrets that are replaced in the files.
    ///   - change: Changes the other options.
    public static func cassette(
        _ folder: String? = nil, mode: CassetteMode? = nil, format: Cassette.Format? = nil, redaction: Redaction? = nil,
        _ change: @escaping @Sendable (inout CassetteOptions) -> Void = { _ in }
    ) -> CassetteTrait {
        CassetteTrait(name: folder, isOfSuite: true, mode: mode, format: format, redaction: redaction, change)
    }
}

extension CassetteSession {
    /// Attaches the traffic of the session's clients to the running test.
    fileprivate func attachTraffic(at location: SourceLocation) {
        let name = file.url.deletingPathExtension().lastPathComponent
        do {
            guard let har = try actualHAR() else { return }
            CassetteTrait.attach(Array(har), "\(name).actual.har", location)
            if let page = report(title: name) { CassetteTrait.attach(Array(page), "\(name).report.html", location) }
        } catch {
            CassetteTrait.attach(Array("\(error)".utf8), "\(name).actual.txt", location)
        }
    }
}

extension Issue {
    /// Records a warning, which does not fail the test. Before Swift 6.3 there is no such issue, and it is printed.
    fileprivate static func warn(_ text: String, at location: SourceLocation) {
        #if compiler(>=6.3)
            Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
        #else
            print("\(location): \(text)")
        #endif
    }
}

extension Test {
    /// The name of the test without the parentheses of a function.
    fileprivate var plainName: String { (name.hasSuffix("()") ? String(name.dropLast(2)) : name).plain }

    /// The names of the suites and the test: `BookTests.loads a book`.
    var qualifiedName: String { (id.nameComponents.dropLast().map(\.plain) + [plainName]).joined(separator: ".") }
}

extension String {
    /// A name of Swift without the backticks around a raw identifier.
    fileprivate var plain: String { filter { $0 != "`" } }
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
