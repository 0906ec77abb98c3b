import EndpointTraits
import Testing

private func replaying(cassette: Cassette) async throws {
    let client = ReplayingClient(cassette, baseURL: URL(string: "https://api.example.com/v1")!)
    let user = try await client.request(UserEndpoint(id: 1))
    try client.replay.verify()  // throws if a request was not recorded, or a recorded one was not made

    print(user)
}

private func recording(api: URL, file: URL) throws {
    let recording = Recording()
    let client = LiveClient(baseURL: api).recording(into: recording, baseURL: api)
    // … use the client …
    try CassetteFile(file).save(recording.cassette)

    print(client)
}

private func loading(folder: URL) throws -> (Cassette, [Cassette.ImportNote]) {
    let file = CassetteFile(folder.appendingPathComponent("login.har"))
    let (cassette, notes) = try file.load()

    return (cassette, notes)
}

private func session(file: CassetteFile, api: URL) async throws {
    let session = try CassetteSession(file, mode: CassetteMode(environment: ProcessInfo.processInfo.environment))
    let client = session.client(over: LiveClient(baseURL: api), baseURL: api)
    let user = try await client.request(UserEndpoint(id: 1))
    try session.finish()

    print(user)
}

private func serving(cassette: Cassette) throws -> LoopbackServer {
    let server = try LoopbackServer(serving: cassette)
    // … request server.url with a recorded path …

    return server
}

@Suite(.cassette(mode: .replay)) struct CassetteListings {
    @Test(.cassette) func `loads a user`() async throws {
        let client = Cassette.client(baseURL: URL(string: "https://api.example.com/v1")!)
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
    }

    @Test(.cassette("login", mode: .missing) { $0.allowRepeats = true })
    func `a cassette trait takes a mode and an option`() {
        #expect(CassetteSession.current?.file.url.lastPathComponent == "login.har")
    }

    @Test(
        .cassette {
            $0.matching = .standard.ignoring(.query("t"))
            $0.passThroughHosts = ["127.0.0.1"]
        })
    func options() {
        #expect(CassetteSession.current?.file.url.lastPathComponent == "CassetteListings.options.har")
    }
}

private func matching() -> Matching {
    let matching = Matching.standard.ignoring(.query("t"), .json("$.createdAt")).headers("Accept-Language")

    return matching
}

@Suite(.timeLimit(.minutes(10))) struct RecordingListings {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    @Test func `sessions, replays and served cassettes are used without the trait`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { _ in .json(#"{"id": 1, "name": "Ann"}"#) }
        let file = CassetteFile(folder.appendingPathComponent("login.har"))
        let recorder = try CassetteSession(file, mode: .all)
        let client = recorder.client(over: LiveClient(baseURL: server.url), baseURL: server.url)
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
        try recorder.finish()

        let (cassette, notes) = try loading(folder: folder)
        #expect(cassette.interactions.count == 1)
        #expect(notes.isEmpty)
        let played = try await Output.lines(1) { try await session(file: file, api: server.url) }
        #expect(try #require(played.first).contains("Ann"))
        let isRecordedAgain = ProcessInfo.processInfo.environment["ENDPOINT_CASSETTE"] == "all"
        #expect(server.requestCount == (isRecordedAgain ? 2 : 1))

        let replaying = try serving(cassette: cassette)
        #expect(try await LiveClient(baseURL: replaying.url).request(UserEndpoint(id: 1)).name == "Ann")
    }

    @Test func `a recording without calls is saved`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("empty.har")
        try recording(api: URL(string: "https://api.example.com/v1")!, file: file)
        #expect(try CassetteFile(file).load().cassette.interactions.isEmpty)
    }

    @Test func `a replay is verified`() async throws {
        let recorded = Interaction(
            Interaction.Request("GET", "https://api.example.com/v1/users/1"),
            .response(Interaction.Response(200, body: Data(#"{"id": 1, "name": "Ann"}"#.utf8))))
        let lines = try await Output.lines(1) { try await replaying(cassette: Cassette([recorded])) }
        #expect(try #require(lines.first).contains("Ann"))
        await #expect(throws: CassetteError.self) { try await replaying(cassette: Cassette([recorded, recorded])) }
    }

    @Test(arguments: ["en": true, "de": false])
    func `a matching can ignore a query and compare a header`(language: String, isRecorded: Bool) async throws {
        var recorded = Interaction(
            Interaction.Request("GET", "https://api.example.com/v1/users/1?t=1"),
            .response(Interaction.Response(200, body: Data("{}".utf8))))
        recorded.request.headers = ["Accept-Language": "en"]
        let api = URL(string: "https://api.example.com/v1")!
        let client = ReplayingClient(Cassette([recorded]), baseURL: api, matching: matching())
        let request = try URLRequest.get("users/1", query: ["t": 2], headers: ["Accept-Language": language])
        let response = try? await client.send(APIRequest(request, for: UserEndpoint(id: 1)))
        #expect((response != nil) == isRecorded)
    }
}
