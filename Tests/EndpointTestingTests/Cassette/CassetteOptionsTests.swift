import Testing

@testable import EndpointTesting

@Suite struct CassetteOptionsTests {
    private let folder: TemporaryFolder
    private let file: CassetteFile
    private let sent = Locked(0)

    init() throws {
        folder = try TemporaryFolder()
        file = folder.cassette()
    }

    // MARK: Matching

    private static let matchings: [Matching] = [
        .standard.headers("Accept-Language"),
        .standard.custom(headers: "accept-language") { recorded, live in
            recorded.headers.map(\.value) == live.headers.map(\.value)
                ? [] : [Matching.Difference(.custom, recorded: nil, live: nil)]
        },
    ]

    @Test(arguments: matchings.indices)
    func `a header field that the matching compares is kept so that its recording can be replayed`(index: Int)
        async throws
    {
        for mode in [CassetteMode.all, .replay] {
            let (session, client) = try session(mode) { $0.matching = Self.matchings[index] }
            for (language, number) in [("de", 1), ("en", 2)] {
                let headers: HeaderFields = ["Accept-Language": language, "X-Other": mode.rawValue]
                #expect(try await client.request(NumberEndpoint(headers: headers)) == number)
            }
            if mode == .replay {
                await #expect(throws: UnmatchedRequest.self) {
                    try await client.request(NumberEndpoint(headers: ["Accept-Language": "fr"]))
                }
            } else {
                try session.finish()
            }
        }
        #expect(
            try file.load().cassette.interactions.map { $0.request.headers.map(\.name).sorted() }.allSatisfy {
                $0.contains("Accept-Language") && !$0.contains("X-Other")
            })
    }

    // MARK: Hosts

    @Test(arguments: CassetteMode.allCases)
    func `requests of a host that passes through are sent and not recorded`(mode: CassetteMode) async throws {
        let session = try CassetteSession(file, mode: mode, options: options { $0.passThroughHosts = ["127.0.0.1"] })
        let local = session.client(over: upstream, baseURL: try #require(URL(string: "http://127.0.0.1:81/")))
        #expect(try await local.send(NumberEndpoint(method: .post).makeAPIRequest()).http.statusCode == 200)
        try session.finish()
        #expect(sent.withLock { $0 } == 1)
        #expect(!file.exists)
    }

    // MARK: Hooks

    @Test func `one hook changes what is recorded, and another what is replayed`() async throws {
        let first = try session(.all) { $0.beforeRecording = { $0.note = "changed" } }
        #expect(try await first.client.request(NumberEndpoint()) == 1)
        try first.session.finish()
        #expect(try file.load().cassette.interactions.map(\.note) == ["changed"])
        let before = try Data(contentsOf: file.url)
        let second = try session(.missing) {
            $0.beforeReplaying = { $0.outcome = .response(.init(200, body: Data("77".utf8))) }
        }
        #expect(try await second.client.request(NumberEndpoint()) == 77)
        try second.session.finish()
        #expect(try Data(contentsOf: file.url) == before)
    }

    // MARK: Age

    @Test func `an old recording gives a warning until it is renewed`() async throws {
        let day = 86_400.0
        func session(_ mode: CassetteMode, at days: Double) throws -> CassetteSession {
            var time = TestClock().time
            time.date = { Date(timeIntervalSince1970: days * day) }
            return try CassetteSession(
                file, mode: mode, options: options { $0.warningAge = .seconds(30 * 86_400) }, test: "the test",
                recording: Recording(time: time), time: time)
        }
        func record(at days: Double) async throws {
            let recording = try session(.all, at: days)
            #expect(recording.warnings == [])
            _ = try await recording.client(over: upstream(of: "1"), baseURL: api).request(NumberEndpoint())
            try recording.finish()
        }
        try await record(at: 0)
        #expect(try session(.replay, at: 29).warnings == [])
        let warnings = try session(.replay, at: 31).warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("ENDPOINT_CASSETTE=all swift test --filter 'the test'") == true)
        for (days, isNew) in [(29.0, false), (31, true)] {
            let before = try Data(contentsOf: file.url)
            try await record(at: days)
            #expect(try (Data(contentsOf: file.url) != before) == isNew)
        }
        #expect(try session(.replay, at: 60).warnings == [])
    }

    // MARK: Stand-ins

    @Test func `a text can stand in for a secret so that a program can decode it and send it back`() async throws {
        let secret = "https://login.example.com/s/0d9f8a7b6c"
        let standIn = "https://example.com/s/1"
        let answer = #"{"token": "\#(secret)", "note": "see \#(secret)!"}"#
        for (mode, token) in [(CassetteMode.missing, secret), (.replay, standIn), (.all, secret), (.replay, standIn)] {
            let before = try? Data(contentsOf: file.url)
            let session = try CassetteSession(
                file, mode: mode, options: options { $0.standIns = ["$.token": standIn] })
            let client = session.client(over: upstream(of: answer), baseURL: api)
            #expect(try await client.request(TokenEndpoint()).token.absoluteString == token)
            for header in ["Authorization", "X-Note"] {
                _ = try await client.send(
                    NumberEndpoint(path: "me/\(token)", headers: [header: "Bearer \(token)"]).makeAPIRequest())
            }
            let har = try #require(try session.actualHAR())
            try session.finish()
            for text in try [har, Data(contentsOf: file.url)].map({ String(decoding: $0, as: UTF8.self) }) {
                #expect(!text.contains("0d9f8a7b6c"))
                #expect(text.contains(standIn))
            }
            if let before { #expect(try Data(contentsOf: file.url) == before) }
        }
    }

    @Test func `a text stands in for a secret even if the client's redaction hides a part of it`()
        async throws
    {
        let secret = "https://login.example.com/s/0d9f8a7b6c"
        let standIn = "https://example.com/s/1"
        let hiding = Redaction.standard.redacting(values: ["mauve-otter"])
        for (mode, token, redaction) in [(CassetteMode.all, secret, Redaction.standard), (.replay, standIn, hiding)] {
            let session = try CassetteSession(
                file, mode: mode, options: options { $0.standIns = ["$.token": standIn] })
            let server = MockClient(redaction: redaction) { try .json(#"{"token": "\#(secret)"}"#, to: $0) }
            let client = session.client(over: server, baseURL: api)
            #expect(try await client.request(TokenEndpoint()).token.absoluteString == token)
            let me: URLRequest = try .get("me", query: ["token": token, "note": "mauve-otter"])
            _ = try await client.send(APIRequest(me, for: NumberEndpoint()))
            try session.finish()
        }
    }

    @Test func `a text that stands in for a secret isn't sent`() async throws {
        try file.save(Cassette([.number(1)]))
        let session = try CassetteSession(
            file, mode: .missing, options: options { $0.standIns = ["$.token": "stand-in"] })
        let client = session.client(over: upstream, baseURL: api)
        await #expect(throws: CassetteError.self) {
            try await client.request(NumberEndpoint(path: "new", headers: ["Authorization": "Bearer stand-in"]))
        }
        #expect(sent.withLock { $0 } == 0)
    }

    // MARK: Actual traffic

    @Test(arguments: [CassetteMode.replay, .missing])
    func `the traffic of a test is a file of its requests, without secrets`(mode: CassetteMode) async throws {
        var post = Interaction.number(5, method: "POST")
        post.request.headers = ["Authorization": "Bearer old-s3cr3t"]
        try file.save(Cassette([.number(1), post]))
        let (session, client) = try session(mode)
        #expect(try session.actualHAR() == nil)
        #expect(try await client.request(NumberEndpoint()) == 1)
        _ = try? await client.request(NumberEndpoint(path: "new", headers: ["Authorization": "Bearer new-s3cr3t"]))
        let har = try #require(try session.actualHAR())
        #expect(!String(decoding: har, as: UTF8.self).contains("s3cr3t"))
        let actual = try Cassette.reading(har: har).cassette.interactions
        #expect(actual.map(\.request.url) == [api.absoluteString + "/number", api.absoluteString + "/new"])
        #expect(actual.first?.response?.body == Data("1".utf8))
        #expect(actual.last?.failure?.message == (mode == .replay ? "not in the cassette" : nil))
    }

    private func options(_ change: (inout CassetteOptions) -> Void) -> CassetteOptions {
        var options = CassetteOptions()
        change(&options)
        return options
    }

    private func session(
        _ mode: CassetteMode, _ change: (inout CassetteOptions) -> Void = { _ in }
    ) throws -> (session: CassetteSession, client: CassetteClient) {
        let session = try CassetteSession(file, mode: mode, options: options(change))
        return (session, session.client(over: upstream, baseURL: api))
    }

    /// A server that answers with the number of the request.
    private var upstream: MockClient { upstream(of: nil) }

    private func upstream(of answer: String?) -> MockClient {
        MockClient { [sent] request in
            let number = sent.withLock { sent in
                sent += 1
                return sent
            }
            return try .json(answer ?? "\(number)", to: request)
        }
    }
}

/// Gets a token that is a URL.
private struct TokenEndpoint: JsonEndpoint {
    struct Content: Decodable, Sendable {
        let token: URL
    }

    func makeRequest() throws -> URLRequest { try .get("token") }
}
