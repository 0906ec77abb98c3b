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
