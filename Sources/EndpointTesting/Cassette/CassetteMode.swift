/// How a test uses its cassette. The test names the mode, as in `.cassette(mode: .missing)`, or else the environment
/// variable `ENDPOINT_CASSETTE` does.
public enum CassetteMode: String, CaseIterable, Hashable, Sendable {
    /// Replays if there is a file. Otherwise records requests with safe methods and, if the test passes, writes the
    /// file and fails the test once. The default.
    case auto
    /// Answers only from the file. The default on a CI machine.
    case replay
    /// Replays the recorded requests, and records the others and appends them to the file if the test passes.
    /// Placeholders of secrets are not sent: record a test whose new requests need the token of a replayed login with
    /// ``all``.
    case missing
    /// Records all requests again, and replaces the file if the test passes. A file that cannot be read is replaced as
    /// well.
    case all
    /// Sends the recorded requests to the API, writes nothing, and reports how the shape of its responses differs from
    /// the recorded ones.
    ///
    /// Requests with methods that are not safe, such as POST and DELETE, are not sent, because the API may be the real
    /// one: the cassette answers them, and a warning says how many. The same holds for requests that contain a
    /// placeholder. ``CassetteOptions/verifiesWrites`` sends requests with any method.
    case verify
    /// Sends requests to the API and does not read or write the file.
    case live
}

extension CassetteMode {
    private static let variable = "ENDPOINT_CASSETTE"
    private static let permission = "ENDPOINT_CASSETTE_ALLOW_CI"
    /// Variables that CI machines set.
    private static let ciVariables = [
        "CI", "CONTINUOUS_INTEGRATION", "GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "TF_BUILD", "XCS", "CI_XCODE_CLOUD",
        "CIRCLECI", "TRAVIS", "APPVEYOR", "BITRISE_IO", "JENKINS_URL", "TEAMCITY_VERSION", "BITBUCKET_BUILD_NUMBER",
        "CODEBUILD_BUILD_ID", "DRONE",
    ]

    /// The mode that a test sets, whatever the value of `ENDPOINT_CASSETTE`. Otherwise the mode in this variable, or
    /// ``auto`` without it.
    ///
    /// Unless `ENDPOINT_CASSETTE_ALLOW_CI` is `1`, nothing is recorded on a CI machine: ``auto``, and a recording mode
    /// that a test sets, become ``replay`` there.
    ///
    /// - Throws: `CassetteError` for an unknown mode in the variable, and for one that would record on a CI
    ///   machine.
    public init(_ named: CassetteMode? = nil, environment: [String: String]) throws(CassetteError) {
        if let named {
            let records = [.auto, .missing, .all].contains(named)
            self = records && Self.isCI(environment) && environment[Self.permission] != "1" ? .replay : named
            return
        }
        let name = environment[Self.variable] ?? ""
        guard let mode = name.isEmpty ? .auto : CassetteMode(rawValue: name) else {
            throw CassetteError(.unknownMode(name, modes: Self.allCases.map(\.rawValue)))
        }
        switch (mode, Self.isCI(environment)) {
        case (.auto, true): self = .replay
        case (.missing, true), (.all, true):
            guard environment[Self.permission] == "1" else {
                throw CassetteError(.recordingOnCI(mode: mode.rawValue))
            }
            self = mode
        default: self = mode
        }
    }

    /// Whether the environment is that of a CI machine.
    static func isCI(_ environment: [String: String]) -> Bool {
        ciVariables.contains { !["", "0", "false", "no"].contains((environment[$0] ?? "").lowercased()) }
    }
}

/// What a ``CassetteClient`` does with a request.
enum RequestAction: Hashable, Sendable {
    /// Sends it to the API.
    case passThrough
    /// Sends it to the API and records it.
    case record
    /// Answers it from the cassette. A request that is not recorded is an error.
    case replay
    /// Answers it from the cassette, or else sends it to the API and records it.
    case replayOrRecord
    /// Sends it to the API and records it for a comparison. A request that is not in the cassette is an error.
    case compare
    /// Throws, because its method is not safe and it could change something on the server.
    case refuse
}

extension CassetteMode {
    private static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]

    /// The action for a request with this method. `verifiesWrites` is that of the options.
    func action(for method: String, hasFile: Bool, verifiesWrites: Bool = false) -> RequestAction {
        switch self {
        case .auto where hasFile: .replay
        case .auto: Self.safeMethods.contains(method) ? .record : .refuse
        case .replay: .replay
        case .missing: .replayOrRecord
        case .all: .record
        case .verify: verifiesWrites || Self.safeMethods.contains(method) ? .compare : .replay
        case .live: .passThrough
        }
    }
}
