import EndpointTraits
import Testing

private let api = URL(string: "https://api.example.com/v1")!

/// The listings of the page "Record and replay", with exchanges that a server of this test has answered.
@Suite struct RecordAndReplayListings {
    @Test func `what was recorded is replayed`() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": 1, "name": "Ann"}"#) }
        let recording = Recording()
        let recorder = LiveClient(baseURL: server.url).recording(into: recording, baseURL: api)
        _ = try await recorder.request(UserEndpoint(id: 1))

        let client = ReplayingClient(recording.cassette, baseURL: api)
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
        await #expect(throws: UnmatchedRequest.self) { try await client.request(UserEndpoint(id: 2)) }
    }

    @Test func `two files become a page`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = folder.appendingPathComponent("before.har"), after = folder.appendingPathComponent("after.har")
        let page = folder.appendingPathComponent("report.html")
        for file in [before, after] { try CassetteFile(file).save(Cassette()) }

        let report = try HARReport(files: [before, after])
        try report.html().write(to: page)

        #expect(try String(contentsOf: page, encoding: .utf8).contains("before.har and after.har"))
    }

    @Test func `a recorder can be around a stack`() {
        let recording = Recording()
        let client = LiveClient(baseURL: api).retrying().recording(into: recording, baseURL: api)

        #expect("\(client)".hasPrefix("Recording › Retrying"))
    }

    @Test func `a stream is served with its recorded pieces`() async throws {
        let body = Data(#"{"id": 1, "name": "Ann"}"#.utf8)
        let cassette = Cassette([
            Interaction(
                .init("GET", "https://api.example.com/v1/users/1"), .response(.init(200, body: body)),
                chunks: [.init(length: 1, time: .zero), .init(length: body.count - 1, time: .milliseconds(1))])
        ])
        let server = try LoopbackServer(serving: cassette, pace: .system)

        // The tests beside this one may keep all threads that the pieces need.
        let client = LiveClient(
            baseURL: server.url.appendingPathComponent("v1"), limits: .init(idle: .seconds(600)))
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
    }

    @Test func `a stream is replayed with its recorded times`() async throws {
        let cassette = Cassette([
            Interaction(
                .init("GET", "https://api.example.com/v1/log"), .response(.init(200, body: Data("a\nb\n".utf8))),
                chunks: [.init(length: 2, time: .zero), .init(length: 2, time: .milliseconds(1))])
        ])
        struct LogEndpoint: StreamEndpoint {
            typealias Content = String
            let framing = LineFraming()

            func makeRequest() throws -> URLRequest { try .get("log") }
        }

        var client = ReplayingClient(cassette, baseURL: api)
        client.pace = .system

        #expect(try await client.stream(LogEndpoint()).reduce(into: []) { $0.append($1) } == ["a", "b"])
    }

    @Test func `the identifiers of events can be hidden`() async throws {
        let server = try LoopbackServer { request in
            request.header("Last-Event-ID") == nil
                ? .data(
                    Data("retry: 0\nid: ann-4711-x\ndata: {\"title\": \"Momo\"}\n\n".utf8), type: "text/event-stream")
                : .status(204)
        }
        let recording = Recording()
        let live = LiveClient(baseURL: server.url, limits: .init(idle: .seconds(600)))
        let client = live.recording(into: recording, baseURL: server.url)
        for try await _ in client.stream(BookEventsEndpoint(), reconnecting: .standard) {}
        func file(_ redaction: Redaction) throws -> String {
            String(decoding: try recording.cassette.har(redaction: redaction).data, as: UTF8.self)
        }
        #expect(try file(.standard).contains("ann-4711-x"))

        let redaction = Redaction.standard
            .redacting(headers: ["Last-Event-ID"])
            .redacting(values: ["ann-4711-x"])

        #expect(try !file(redaction).contains("ann-4711-x"))
    }

    @Test(
        .cassette(mode: .replay, redaction: .standard.redacting(jsonKeys: ["birthday"])) {
            $0.matching = .standard.ignoring(.host, .query("t"), .json("$.createdAt")).volatile(.uuid)
            $0.allowRepeats = true
            $0.beforeRecording = { $0.note = "from the staging server" }
            $0.standIns = ["$.upload.url": "https://uploads.example.com/1"]
            $0.warningAge = .seconds(90 * 86_400)
        })
    func `a cassette trait takes every option`() {
        #expect(CassetteSession.current?.mode == .replay)
    }

    @Test func `a name can be declared not to be a secret`() throws {
        let redaction = Redaction.standard
            .redacting(jsonKeys: ["birthday"])
            .keeping(names: ["uid"])
            .keeping(jsonPaths: ["$.volumes[*].secret"])

        let body = #"{"birthday": "1973-01-01", "volumes": [{"secret": "s3cr3t-1973"}]}"#
        let request = Interaction.Request(
            "POST", "https://api.example.com/v1/users?uid=4711",
            body: Interaction.Body(Data(body.utf8), contentType: "application/json"))
        var secrets = PlaceholderTable()
        let recorded = request.redacted(by: redaction, into: &secrets)
        let text = String(decoding: try #require(recorded.body).data, as: UTF8.self)
        #expect(text.contains("s3cr3t-1973") && !text.contains("1973-01-01"))
        #expect(recorded.url.hasSuffix("uid=4711"))
    }
}
