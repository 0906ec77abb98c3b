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

private func loading() throws {
    let file = CassetteFile(URL(fileURLWithPath: "Cassettes/login.har"))
    let (cassette, notes) = try file.load()

    print(cassette, notes)
}

private func session(file: CassetteFile, api: URL) async throws {
    let session = try CassetteSession(file, mode: CassetteMode(environment: ProcessInfo.processInfo.environment))
    let client = session.client(over: LiveClient(baseURL: api), baseURL: api)
    let user = try await client.request(UserEndpoint(id: 1))
    try session.finish()

    print(user)
}

private func serving(cassette: Cassette) throws {
    let server = try LoopbackServer(serving: cassette)
    // … request server.url with a recorded path …

    print(server.url)
}

@Suite(.cassette(mode: .replay)) struct CassetteListings {
    @Test(.cassette) func `loads a user`() async throws {
        let client = Cassette.client(baseURL: URL(string: "https://api.example.com/v1")!)
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
    }

    @Test(.cassette("login", mode: .missing) { $0.allowRepeats = true })
    func `a mode and an option`() {
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

private func matching() {
    let matching = Matching.standard.ignoring(.query("t"), .json("$.createdAt")).headers("Accept-Language")

    print(matching)
}

@Suite struct RecordingListings {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    @Test func `sessions, replays and served cassettes`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { _ in .json(#"{"id": 1, "name": "Ann"}"#) }
        let file = CassetteFile(folder.appendingPathComponent("user.har"))
        let recorder = try CassetteSession(file, mode: .all)
        let client = recorder.client(over: LiveClient(baseURL: server.url), baseURL: server.url)
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
        try recorder.finish()

        try await session(file: file, api: server.url)
        try serving(cassette: file.load().cassette)
        try recording(api: server.url, file: folder.appendingPathComponent("empty.har"))
        let recorded = Interaction(
            Interaction.Request("GET", "https://api.example.com/v1/users/1"),
            .response(Interaction.Response(200, body: Data(#"{"id": 1, "name": "Ann"}"#.utf8))))
        try await replaying(cassette: Cassette([recorded]))
    }
}
