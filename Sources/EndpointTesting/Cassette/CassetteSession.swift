/// One use of a cassette file, such as by a test: replays, records or compares, as its mode says, until ``finish(testPassed:)``.
///
/// ```swift
/// let session = try CassetteSession(file, mode: CassetteMode(environment: ProcessInfo.processInfo.environment))
/// let client = session.client(over: URLSessionClient(baseURL: api), baseURL: api)
/// let user = try await client.request(UserEndpoint(id: 1))
/// try session.finish()
/// ```
///
/// With Swift Testing the trait `.cassette` of the module `EndpointTraits` does all that.
public struct CassetteSession: Sendable {
    /// The session of the running test. Child tasks inherit it, detached ones don't.
    public static var current: CassetteSession? { running }

    @TaskLocal package static var running: CassetteSession?

    /// The file.
    public let file: CassetteFile

    /// What is done with it.
    public let mode: CassetteMode

    let replay: Replay
    let tape: Recording
    private let hasFile: Bool
    private let matching: Matching
    private let refused = Locked([CassetteIssue]())

    /// Opens a cassette. Without a file it is empty.
    ///
    /// `test` is how `swift test --filter` would find the test, for the explanation of a miss. What is recorded goes to `tape`,
    /// which has the clocks.
    ///
    /// - Throws: ``CassetteFileError`` or `CassetteError` when there is a file that cannot be read.
    public init(
        _ file: CassetteFile, mode: CassetteMode, matching: Matching = .standard, order: PlaybackState.Order = .perRequest,
        allowRepeats: Bool = false, test: String? = nil, tape: Recording = Recording()
    ) throws {
        let loaded = file.exists && mode != .live ? try file.load() : nil
        self.file = file
        self.mode = mode
        self.tape = tape
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
    /// A client that answers from the cassette or from the client given, as the mode says.
    public func client(over upstream: some APIClient, baseURL: URL) -> CassetteClient {
        CassetteClient(session: self, upstream: upstream, snapshot: RequestResolver(baseURL: baseURL))
    }

    /// A client that answers from the cassette or from the client given, as the mode says.
    public func client(over upstream: some APIClient, environment: some APIEnvironment) -> CassetteClient {
        CassetteClient(session: self, upstream: upstream, snapshot: RequestResolver(environment))
    }

    /// Adds the redaction of the client below, for what is recorded and for the requests that are looked for.
    func use(_ redaction: Redaction) {
        tape.use(redaction)
        replay.use(redaction)
    }

    /// What becomes of a request.
    func plan(for request: Interaction.Request) -> RequestAction {
        mode.plan(for: request.method, isRecorded: hasFile)
    }

    /// The error for a request that must not be sent, which is remembered too.
    func refuse(_ request: Interaction.Request) -> CassetteIssue {
        let finding = CassetteIssue.refused(
            Interaction.Request(request.method, replay.redaction.urlText(request.url)), file: file.shownPath)
        refused.withLock { $0.append(finding) }
        return finding
    }

    /// Ends the use of the cassette: writes what was recorded, and throws what was wrong. Only ``CassetteMode/missing`` writes after a
    /// test that failed: what went wrong there should not be replayed for ever.
    ///
    /// Missed requests are reported again, whatever the caller made of the error. Exchanges that nobody asked for are reported
    /// only if the test passed; otherwise that is why.
    ///
    /// - Throws: ``CassetteFailure``.
    public func finish(testPassed: Bool = true) throws(CassetteFailure) {
        let misses: [any Error] = replay.unmatched + refused.withLock { $0 }
        let isFine = testPassed && misses.isEmpty
        try CassetteFailure.check(misses + write(isFine: isFine) + (isFine ? unused : []))
    }

    private var unused: [any Error] {
        guard hasFile, mode != .all else { return [] }
        return replay.unused.map { [$0] } ?? []
    }

    private func write(isFine: Bool) -> [any Error] {
        let recording = tape.cassette
        let count = recording.interactions.count
        guard count > 0 else { return [] }
        do {
            switch mode {
            case .auto where isFine:
                try append(recording)
                return [CassetteIssue.recorded(count, file: file.shownPath)]
            case .missing: try append(recording)
            case .all where isFine: try file.save(recording)
            case .verify: return drift(to: recording)
            case .auto, .replay, .all, .live: break
            }
            return []
        } catch {
            return [error]
        }
    }

    private func append(_ recording: Cassette) throws {
        try file.append(recording, known: replay.cassette.interactions.count, ledger: replay.ledger)
    }

    private func drift(to recording: Cassette) -> [CassetteIssue] {
        var ledger = replay.ledger
        let fresh = recording.redacted(by: file.redaction.union(recording.clientRedaction), into: &ledger)
        let drift = Drift.compare(replay.played, fresh, by: matching)
        return drift.isEmpty ? [] : [.drifted(drift, file: file.shownPath)]
    }
}

/// All that was wrong about the use of a cassette, at the end of it.
public struct CassetteFailure: Error, Sendable {
    /// `UnmatchedRequest`, `UnusedInteractions`, ``CassetteIssue``, or why the cassette could not be written.
    public let problems: [any Error]

    /// Throws a report if there is something to report.
    static func check(_ problems: [any Error]) throws(CassetteFailure) {
        if !problems.isEmpty { throw CassetteFailure(problems: problems) }
    }
}

extension CassetteFailure: CustomStringConvertible, LocalizedError {
    /// The problems, one after the other.
    public var description: String { problems.map { "\($0)" }.joined(separator: "\n") }

    public var errorDescription: String? { description }
}

/// Something about a cassette that whoever runs its test has to know, and that makes the test fail.
public enum CassetteIssue: Error, Hashable, Sendable {
    /// So many exchanges were recorded for the first time.
    case recorded(Int, file: String)
    /// A request was not sent, because it might change something and nobody has allowed to record it.
    case refused(Interaction.Request, file: String)
    /// The answers of the API have another shape than the recorded ones.
    case drifted(Drift, file: String)
    /// A client of the current cassette was used where there is none.
    case noCassette
}

extension CassetteIssue: CustomStringConvertible, LocalizedError {
    /// What was found, and what to do.
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
