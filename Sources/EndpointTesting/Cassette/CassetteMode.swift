/// What a test does with its cassette. The environment variable `ENDPOINT_CASSETTE` chooses it.
public enum CassetteMode: String, CaseIterable, Hashable, Sendable {
    /// Records when there is no file yet, but only safe methods and only if the test passes, and then fails once; otherwise replays.
    /// The default.
    case auto
    /// Answers from the file and nothing else. The default on a CI machine.
    case replay
    /// Replays what is in the file, and records the rest behind it.
    case missing
    /// Records everything anew, if the test passes.
    case all
    /// Asks the real API, writes nothing, and reports how its answers differ in shape from the recorded ones.
    case verify
    /// Asks the real API, and leaves the file alone.
    case live
}

extension CassetteMode {
    private static let variable = "ENDPOINT_CASSETTE"
    private static let permission = "ENDPOINT_CASSETTE_ALLOW_CI"
    private static let signs = [
        "CI", "CONTINUOUS_INTEGRATION", "GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "TF_BUILD", "XCS", "CI_XCODE_CLOUD",
        "CIRCLECI", "TRAVIS", "APPVEYOR", "BITRISE_IO", "JENKINS_URL", "TEAMCITY_VERSION", "BITBUCKET_BUILD_NUMBER",
        "CODEBUILD_BUILD_ID", "DRONE",
    ]

    /// The mode that an environment asks for: `ENDPOINT_CASSETTE`, ``auto`` without it. On a CI machine that is ``replay``.
    ///
    /// - Throws: ``CassetteModeError`` for a mode that does not exist, and for one that would record on a CI machine, unless
    ///   `ENDPOINT_CASSETTE_ALLOW_CI` is `1`.
    public init(environment: [String: String]) throws(CassetteModeError) {
        let name = environment[Self.variable] ?? ""
        guard let mode = name.isEmpty ? .auto : CassetteMode(rawValue: name) else { throw .unknown(name) }
        switch (mode, Self.isCI(environment)) {
        case (.auto, true): self = .replay
        case (.missing, true), (.all, true):
            guard environment[Self.permission] == "1" else { throw .recordingOnCI(mode) }
            self = mode
        default: self = mode
        }
    }

    /// Whether the environment is that of a CI machine.
    static func isCI(_ environment: [String: String]) -> Bool {
        signs.contains { !["", "0", "false", "no"].contains((environment[$0] ?? "").lowercased()) }
    }
}

/// Where the answer to one request comes from, and whether it is kept.
enum RequestAction: Hashable, Sendable {
    /// From the API.
    case pass
    /// From the API, and kept.
    case record
    /// From the cassette, or it is an error.
    case replay
    /// From the cassette, or else from the API, and kept.
    case replayOrRecord
    /// From the API, and kept to compare, if it is in the cassette; or it is an error.
    case compare
    /// From nowhere: it might change something.
    case refuse
}

extension CassetteMode {
    private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]

    /// What becomes of a request with that method.
    func plan(for method: String, isRecorded hasFile: Bool) -> RequestAction {
        switch self {
        case .auto where hasFile: .replay
        case .auto: Self.safe.contains(method) ? .record : .refuse
        case .replay: .replay
        case .missing: .replayOrRecord
        case .all: .record
        case .verify: .compare
        case .live: .pass
        }
    }
}

/// An `ENDPOINT_CASSETTE` that cannot be followed.
public enum CassetteModeError: Error, Hashable, Sendable {
    /// There is no mode of that name.
    case unknown(String)
    /// A mode that records, on a machine where nobody looks at what is recorded.
    case recordingOnCI(CassetteMode)
}

extension CassetteModeError: CustomStringConvertible, LocalizedError {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .unknown(let name):
            let names = CassetteMode.allCases.map(\.rawValue).joined(separator: ", ")
            return "ENDPOINT_CASSETTE=\(name) is no mode. There are: \(names)."
        case .recordingOnCI(let mode):
            return "ENDPOINT_CASSETTE=\(mode.rawValue) would record on a CI machine. "
                + "If that is meant, as in a scheduled job, set ENDPOINT_CASSETTE_ALLOW_CI=1."
        }
    }

    public var errorDescription: String? { description }
}
