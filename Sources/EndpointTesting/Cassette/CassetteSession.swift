/// One use of a cassette file, usually by a test. It replays, records or compares according to its mode until
/// ``finish(testPassed:)``.
///
/// ```swift
/// let session = try CassetteSession(file, mode: CassetteMode(environment: ProcessInfo.processInfo.environment))
/// let client = session.client(over: LiveClient(baseURL: api), baseURL: api)
/// let user = try await client.request(UserEndpoint(id: 1))
/// try session.finish()
/// ```
///
/// With Swift Testing, the trait `.cassette` of the module `EndpointTraits` makes and finishes the session.
public struct CassetteSession: Sendable {
    /// The session of the running test. Child tasks inherit it, detached tasks do not.
    public static var current: CassetteSession? { running }

    @TaskLocal package static var running: CassetteSession?

    /// The cassette file.
    public let file: CassetteFile

    /// How the file is used.
    public let mode: CassetteMode

    let replay: Replay
    let recording: Recording
    private let hasFile: Bool
    private let matching: Matching
    private let refused = Locked([CassetteIssue]())

    /// Opens a cassette. If there is no file, the cassette is empty.
    ///
    /// `test` is the name for `swift test --filter` in the error for an unmatched request. New exchanges go to
    /// `recording`.
    ///
    /// - Throws: ``CassetteFileError`` or `CassetteError` if the file exists and cannot be read.
    public init(
        _ file: CassetteFile, mode: CassetteMode, matching: Matching = .standard,
        order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false, test: String? = nil, recording: Recording = Recording()
    ) throws {
        let loaded = file.exists && mode != .live ? try file.load() : nil
        self.file = file
        self.mode = mode
        self.recording = recording
        self.matching = matching
        hasFile = loaded != nil
        replay = Replay(
            loaded?.cassette ?? Cassette(), matching: matching, order: order, allowRepeats: allowRepeats,
            redaction: file.redaction, file: "\(file.shownPath), mode \(mode.rawValue)",
            hints: Self.hints(test, file.shownPath, loaded?.notes))
    }

    private static func hints(_ test: String?, _ file: String, _ notes: [ImportNote]?) -> [String] {
        let filter = test.map { " --filter '\($0)'" } ?? ""
        guard let notes else {
            return ["There is no such file yet. To record it:  ENDPOINT_CASSETTE=missing swift test\(filter)"]
        }
        return notes.filter { $0.kind == .skipped }.prefix(5).map { "The file has more: \($0)" }
            + ["If the new request is right:  ENDPOINT_CASSETTE=all swift test\(filter)"]
    }
}

extension CassetteSession {
    /// A client that answers from the cassette or from the given client, according to the mode.
    public func client(over upstream: some APIClient, baseURL: URL) -> CassetteClient {
        CassetteClient(session: self, upstream: upstream, resolver: RequestResolver(baseURL: baseURL))
    }

    /// A client that answers from the cassette or from the given client, according to the mode.
    public func client(over upstream: some APIClient, environment: some APIEnvironment) -> CassetteClient {
        CassetteClient(session: self, upstream: upstream, resolver: RequestResolver(environment))
    }

    /// Adds the redaction of the client below, for what is recorded and for the requests that are matched.
    func use(_ redaction: Redaction) {
        recording.use(redaction)
        replay.use(redaction)
    }

    /// What the client does with a request.
    func action(for request: Interaction.Request) -> RequestAction {
        mode.action(for: request.method, hasFile: hasFile)
    }

    /// Returns the error for a request that must not be sent, and keeps it for ``finish(testPassed:)``.
    func refuse(_ request: Interaction.Request) -> CassetteIssue {
        let issue = CassetteIssue.refused(
            Interaction.Request(request.method, replay.redaction.urlText(request.url)), file: file.shownPath)
        refused.withLock { $0.append(issue) }
        return issue
    }

    /// Ends the use of the cassette: writes the recording and throws the problems.
    ///
    /// If the test failed, only ``CassetteMode/missing`` writes, so that a failed exchange is not replayed in later
    /// runs. Unmatched requests are reported even if their errors were discarded. Unused interactions are reported only
    /// if the test passed, because a failed test often ends before its last request.
    ///
    /// - Throws: ``CassetteFailure``.
    public func finish(testPassed: Bool = true) throws(CassetteFailure) {
        let unanswered: [any Error] = replay.unmatched + refused.withLock { $0 }
        let isPassed = testPassed && unanswered.isEmpty
        try CassetteFailure.check(unanswered + write(isPassed: isPassed) + (isPassed ? unused : []))
    }

    private var unused: [any Error] {
        guard hasFile, mode != .all else { return [] }
        return replay.unused.map { [$0] } ?? []
    }

    private func write(isPassed: Bool) -> [any Error] {
        let recorded = recording.cassette
        let count = recorded.interactions.count
        guard count > 0 else { return [] }
        do {
            switch mode {
            case .auto where isPassed:
                try append(recorded)
                return [CassetteIssue.recorded(count, file: file.shownPath)]
            case .missing: try append(recorded)
            case .all where isPassed: try file.save(recorded)
            case .verify: return drift(to: recorded)
            case .auto, .replay, .all, .live: break
            }
            return []
        } catch {
            return [error]
        }
    }

    private func append(_ recorded: Cassette) throws {
        try file.append(recorded, known: replay.cassette.interactions.count, placeholders: replay.placeholders)
    }

    private func drift(to recorded: Cassette) -> [CassetteIssue] {
        var placeholders = replay.placeholders
        let redacted = recorded.redacted(by: file.redaction.union(recorded.clientRedaction), into: &placeholders)
        let drift = Drift.compare(replay.played, redacted, by: matching)
        return drift.isEmpty ? [] : [.drifted(drift, file: file.shownPath)]
    }
}

/// The problems with the use of a cassette, thrown at its end.
public struct CassetteFailure: Error, Sendable {
    /// `UnmatchedRequest`, `UnusedInteractions`, ``CassetteIssue``, or why the cassette could not be written.
    public let problems: [any Error]

    /// Throws if there is a problem.
    static func check(_ problems: [any Error]) throws(CassetteFailure) {
        if !problems.isEmpty { throw CassetteFailure(problems: problems) }
    }
}

extension CassetteFailure: CustomStringConvertible, LocalizedError {
    /// The problems, one below the other.
    public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }

    public var errorDescription: String? { description }
}

/// A condition of a cassette that makes its test fail and that a person should see.
public enum CassetteIssue: Error, Hashable, Sendable {
    /// This number of exchanges was recorded for the first time.
    case recorded(Int, file: String)
    /// A request was not sent, because its method is not safe and the mode ``CassetteMode/auto`` does not record such
    /// requests.
    case refused(Interaction.Request, file: String)
    /// The answers of the API have another shape than the recorded ones.
    case drifted(Drift, file: String)
    /// A client of `Cassette.client` was used outside a test with a cassette.
    case noCassette
}

extension CassetteIssue: CustomStringConvertible, LocalizedError {
    /// The condition and what to do about it.
    public var description: String {
        switch self {
        case .recorded(let count, let file):
            return "Recorded \(count) \(count == 1 ? "interaction" : "interactions") in \(file). Run again to replay."
        case .refused(let request, let file):
            return """
                Not sent, because it might change something: \(request)
                  There is no \(file) yet, and without being told only GET, HEAD, OPTIONS, QUERY and TRACE are recorded.
                  To record it too:  ENDPOINT_CASSETTE=missing swift test
                """
        case .drifted(let drift, let file):
            return "The API has drifted away from \(file).\n\(drift)"
        case .noCassette:
            return """
                There is no cassette here. A client of Cassette.client is for a test with the trait .cassette and for the tasks \
                that it starts; a detached task needs the client handed over.
                """
        }
    }

    public var errorDescription: String? { description }
}
