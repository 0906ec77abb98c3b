import Testing

@testable import EndpointTesting

@Suite struct CassetteModeTests {
    private static let modes: [([String: String], CassetteMode)] = [
        ([:], .auto),
        (["ENDPOINT_CASSETTE": ""], .auto),
        (["ENDPOINT_CASSETTE": "auto"], .auto),
        (["ENDPOINT_CASSETTE": "replay"], .replay),
        (["ENDPOINT_CASSETTE": "missing"], .missing),
        (["ENDPOINT_CASSETTE": "all"], .all),
        (["ENDPOINT_CASSETTE": "verify"], .verify),
        (["ENDPOINT_CASSETTE": "live"], .live),
        (["CI": "true"], .replay),
        (["CI": "1", "ENDPOINT_CASSETTE": "auto"], .replay),
        (["CI": "false"], .auto),
        (["CI": "0"], .auto),
        (["CI": "No"], .auto),
        (["CI": "FALSE"], .auto),
        (["CI": ""], .auto),
        (["GITHUB_ACTIONS": "true"], .replay),
        (["BUILDKITE": "true"], .replay),
        (["TF_BUILD": "True"], .replay),
        (["XCS": "1"], .replay),
        (["CI_XCODE_CLOUD": "TRUE"], .replay),
        (["CI": "true", "ENDPOINT_CASSETTE": "verify"], .verify),
        (["CI": "true", "ENDPOINT_CASSETTE": "live"], .live),
        (["CI": "true", "ENDPOINT_CASSETTE": "all", "ENDPOINT_CASSETTE_ALLOW_CI": "1"], .all),
        (["CI": "true", "ENDPOINT_CASSETTE": "missing", "ENDPOINT_CASSETTE_ALLOW_CI": "1"], .missing),
        (["CI": "true", "ENDPOINT_CASSETTE_ALLOW_CI": "1"], .replay),
    ]

    @Test(arguments: modes)
    func `the mode is read from the environment`(environment: [String: String], mode: CassetteMode) throws {
        #expect(try CassetteMode(environment: environment) == mode)
    }

    @Test(
        arguments: ["missing", "all"], [[:], ["ENDPOINT_CASSETTE_ALLOW_CI": "0"], ["ENDPOINT_CASSETTE_ALLOW_CI": ""]])
    func `recording on a CI machine needs permission`(name: String, more: [String: String]) throws {
        let environment = ["CI": "true", "ENDPOINT_CASSETTE": name].merging(more) { $1 }
        let mode = try #require(CassetteMode(rawValue: name))
        #expect(throws: CassetteError(.recordingOnCI(mode: mode.rawValue))) {
            try CassetteMode(environment: environment)
        }
    }

    @Test(arguments: CassetteMode.allCases)
    func `the mode of a test counts, except that a CI machine doesn't record`(mode: CassetteMode) throws {
        #expect(try CassetteMode(mode, environment: [:]) == mode)
        #expect(try CassetteMode(mode, environment: ["ENDPOINT_CASSETTE": "all"]) == mode)
        #expect(try CassetteMode(mode, environment: ["CI": "1", "ENDPOINT_CASSETTE_ALLOW_CI": "1"]) == mode)
        let onCI: CassetteMode = [.verify, .live].contains(mode) ? mode : .replay
        #expect(try CassetteMode(mode, environment: ["CI": "1"]) == onCI)
    }

    @Test(arguments: ["Auto", "record", "off", " all"])
    func `the error for an unknown mode names the known ones`(name: String) throws {
        let error = try #require(throws: CassetteError.self) {
            try CassetteMode(environment: ["ENDPOINT_CASSETTE": name])
        }
        #expect(
            "\(error)"
                == "ENDPOINT_CASSETTE=\(name) is not a mode. The modes are: auto, replay, missing, all, verify, live.")
    }

    private static let actions: [(CassetteMode, hasFile: Bool, get: RequestAction, post: RequestAction)] = [
        (.auto, false, .record, .refuse),
        (.auto, true, .replay, .replay),
        (.replay, false, .replay, .replay),
        (.replay, true, .replay, .replay),
        (.missing, false, .replayOrRecord, .replayOrRecord),
        (.missing, true, .replayOrRecord, .replayOrRecord),
        (.all, false, .record, .record),
        (.all, true, .record, .record),
        (.verify, false, .compare, .replay),
        (.verify, true, .compare, .replay),
        (.live, false, .passThrough, .passThrough),
        (.live, true, .passThrough, .passThrough),
    ]

    @Test(arguments: actions)
    func `each mode has an action for every request`(
        mode: CassetteMode, hasFile: Bool, get: RequestAction, post: RequestAction
    ) {
        for method in ["GET", "HEAD", "OPTIONS", "QUERY"] {
            #expect(mode.action(for: method, hasFile: hasFile) == get)
        }
        for method in ["POST", "PUT", "PATCH", "DELETE", "get", "X"] {
            #expect(mode.action(for: method, hasFile: hasFile) == post)
        }
    }
}
