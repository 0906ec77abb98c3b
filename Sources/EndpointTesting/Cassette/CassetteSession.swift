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

    /// Notices that need no immediate action, such as that the recording is old. They do not fail a test.
    ///
    /// After ``finish(testPassed:)`` it includes how many requests the mode ``CassetteMode/verify`` has not sent.
    public var warnings: [String] {
        expiryWarnings + unverified.withLock { $0.map { [$0] } ?? [] } + unusedFileWarnings
    }

    private var unusedFileWarnings: [String] {
        guard options.reportsUnusedFiles else { return [] }
        return CassetteFile.unused(below: file.rootFolder).map { "No test uses the cassette \($0.path)." }
    }

    let replay: Replay
    let recording: Recording
    /// All requests of the clients, whether recorded, replayed or unmatched.
    let traffic = Recording(keepsUnmatched: true)
    /// The time of the clients while they replay.
    let replayTime = TimeSource.leaping
    private let hasFile: Bool
    private let options: CassetteOptions
    private let isExpired: Bool
    private let test: String?
    private let expiryWarnings: [String]
    private let unverified = Locked(String?.none)
    private let reported = Locked([CassetteError]())

    /// Opens a cassette. If there is no file, the cassette is empty.
    ///
    /// `test` is the name for `swift test --filter` in the error for an unmatched request. New exchanges go to
    /// `recording`. The date of `time` determines the age of the recording.
    ///
    /// - Throws: `CassetteError` if the file exists and cannot be read. With
    ///   ``CassetteMode/all``, a file that is not a cassette is not read: it will be replaced.
    public init(
        _ file: CassetteFile, mode: CassetteMode, options: CassetteOptions = CassetteOptions(), test: String? = nil,
        recording: Recording = Recording(), time: TimeSource = .system
    ) throws {
        let loaded = try Self.load(file, mode)
        self.file = file.adapted(to: options)
        self.mode = mode
        self.recording = recording
        self.options = options
        self.test = test
        hasFile = loaded != nil
        isExpired = options.warningAge.map { loaded?.cassette.isExpired(after: $0, now: time.date()) == true } ?? false
        expiryWarnings = isExpired && mode != .all ? [Self.expiry(loaded?.cassette.recordedAt, file, test)] : []
        replay = Replay(
            (loaded?.cassette ?? Cassette()).changed(by: options.beforeReplaying), matching: options.matching,
            order: options.order, allowRepeats: options.allowRepeats,
            redaction: file.redaction, file: "\(file.shownPath), mode \(mode.rawValue)",
            hints: Self.hints(test, loaded?.notes))
        if mode == .verify { replay.expectAnswers() }
        replay.keep(standIns: standIns)
    }

    private static func load(
        _ file: CassetteFile, _ mode: CassetteMode
    ) throws -> (cassette: Cassette, notes: [Cassette.ImportNote])? {
        guard file.exists, mode != .live else { return nil }
        guard mode == .all else { return try file.load() }
        return try file.loadIfIntact().map { ($0.cassette, []) }
    }

    private static func hints(_ test: String?, _ notes: [Cassette.ImportNote]?) -> [String] {
        guard let notes else { return ["The file does not exist yet. To record it:  \(command(recording: test))"] }
        return notes.filter { $0.kind == .skipped }.prefix(5).map { "The file has other entries: \($0)" }
            + ["If the new request is correct:  \(command(recording: test))"]
    }

    private static func expiry(_ date: Date?, _ file: CassetteFile, _ test: String?) -> String {
        "\(file.shownPath) was recorded at \(date.map { "\($0)" } ?? "an unknown time"), which is longer ago than its test allows. "
            + "To record it again:  \(command(recording: test))"
    }

    private static func warning(ofUnverified count: Int, _ file: CassetteFile) -> String {
        "\(file.shownPath): \(count == 1 ? "1 request was" : "\(count) requests were") not sent and not verified, because the method may "
            + "change something, or the request contains a placeholder. If tests may change the API:  .cassette { $0.verifiesWrites = true }"
    }

    /// The command that records the cassette of a test again.
    private static func command(recording test: String?) -> String {
        "ENDPOINT_CASSETTE=all swift test" + (test.map { " --filter '\($0)'" } ?? "")
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

    /// Adds the redaction of the wrapped client, for recording and for matching.
    func use(_ redaction: Redaction) {
        recording.use(redaction)
        traffic.use(redaction)
        replay.use(redaction)
    }

    /// The texts that replace secrets, besides placeholders.
    var standIns: [String] { Array(options.standIns.values) }

    /// Stores the secrets of a new exchange, so that later requests with these secrets are matched.
    func registerSecrets(of interaction: Interaction) {
        replay.use(standIns: Cassette([interaction]).secrets(at: options.standIns))
        replay.registerSecrets(of: interaction)
    }

    /// The client's action for a request.
    func action(for request: Interaction.Request) -> RequestAction {
        if let host = URL(string: request.url).flatMap(Origin.init)?.host, options.passThroughHosts.contains(host) {
            return .passThrough
        }
        let action = mode.action(for: request.method, hasFile: hasFile, verifiesWrites: options.verifiesWrites)
        let isSendable = action != .compare || request.placesOfPlaceholders(and: standIns).isEmpty
        return isSendable ? action : .replay
    }

    /// The error for a request that must not be sent.
    func refusal(of request: Interaction.Request) -> CassetteError {
        CassetteError(
            .refused(request.methodAndURL(by: replay.redaction), command: Self.command(recording: test)),
            file: file.shownPath)
    }

    /// Stores an issue of a request for ``finish(testPassed:)``.
    func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let issue as CassetteError {
            reported.withLock { $0.append(issue) }
            throw issue
        }
    }

    /// All requests of the clients so far with their responses, as a HAR file without secrets; nil if there are none.
    ///
    /// It shows what a test actually did. A request without a response is an entry with an error. So is an exchange
    /// with a secret that cannot be replaced: its bodies and its response are left out. With Swift Testing, the trait
    /// `.cassette` attaches it to a failed test.
    ///
    /// - Throws: `CassetteError` if such a secret is in a URL or a header of a request.
    public func actualHAR() throws -> Data? {
        var traffic = traffic.cassette
        guard !traffic.interactions.isEmpty else { return nil }
        var placeholders = replay.placeholders
        var format = file.format
        (format.largestEmbeddedBody, format.largestBody) = (.max, .max)
        let redaction = file.redaction(for: traffic, &placeholders)
        while true {
            do {
                return try traffic.har(format, redaction: redaction, ledger: &placeholders).data
            } catch let error as CassetteError {
                guard traffic.leaveOutLeaks(of: error) else { throw error }
            }
        }
    }

    /// Ends the use of the cassette: writes the recording and throws the problems.
    ///
    /// If the test failed, nothing is written, so that a failed exchange is not replayed in later runs. Unmatched
    /// requests are reported even if their errors were discarded. Unused interactions are reported only if the test
    /// passed, because a failed test often ends before its last request.
    ///
    /// - Throws: `CassetteError` with all problems.
    public func finish(testPassed: Bool = true) throws(CassetteError) {
        let unanswered = replay.problems + reported.withLock { $0 }
        let isPassed = testPassed && unanswered.isEmpty
        try CassetteError.check(unanswered + write(isPassed: isPassed) + (isPassed ? unused : []), file: file.shownPath)
    }

    private var unused: [CassetteError] {
        guard hasFile, mode != .all else { return [] }
        return replay.unused.map { [$0] } ?? []
    }

    private func write(isPassed: Bool) -> [CassetteError] {
        let recorded = recording.cassette.changed(by: options.beforeRecording)
        let count = recorded.interactions.count
        do {
            switch mode {
            case .verify: return drift(to: recorded)
            case _ where count == 0: break
            case .auto where isPassed:
                try append(recorded)
                return [CassetteError(.recorded(count), file: file.shownPath)]
            case .missing where isPassed: try append(recorded)
            case .all where isPassed: try file.save(recorded, renewsDate: isExpired)
            case .auto, .missing, .replay, .all, .live: break
            }
            return []
        } catch let error as CassetteError {
            return [error]
        } catch {
            return [CassetteError(.unwritable(error.localizedDescription), file: file.shownPath)]
        }
    }

    private func append(_ recorded: Cassette) throws {
        try file.append(recorded, known: replay.cassette.interactions.count, placeholders: replay.placeholders)
    }

    private func drift(to recorded: Cassette) -> [CassetteError] {
        var placeholders = replay.placeholders
        let redaction = file.redaction(for: recorded, &placeholders)
        let redacted = recorded.replacingSecrets(file.format, by: redaction, into: &placeholders)
        let played = replay.played
        let sent = played.restricted(to: redacted, by: options.matching)
        let count = played.interactions.count - sent.interactions.count
        if count > 0 { unverified.withLock { $0 = Self.warning(ofUnverified: count, file) } }
        let drift = Cassette.Drift.compare(sent, redacted, by: options.matching)
        return drift.isEmpty ? [] : [CassetteError(.drifted(drift), file: file.shownPath)]
    }
}

extension Cassette {
    /// Removes the bodies and responses of the exchanges in which an error has found secrets; their URLs and request
    /// headers stay. Returns false if there was nothing to remove.
    fileprivate mutating func leaveOutLeaks(of error: CassetteError) -> Bool {
        guard case .leaks(let leaks) = error.reason else { return false }
        let failure = Interaction.Failure(.resourceUnavailable, message: "left out: a secret in it cannot be replaced")
        let leaking = interactions.indices.filter { index in
            interactions[index].failure != failure && leaks.contains { $0.path.hasPrefix("entries[\(index)].") }
        }
        for index in leaking {
            let (old, request) = (interactions[index], interactions[index].request)
            interactions[index] = Interaction(
                Interaction.Request(request.method, request.url, headers: request.headers), .failure(failure),
                startedDateTime: old.startedDateTime, timing: old.timing)
        }
        return !leaking.isEmpty
    }
}
