import EndpointTesting
import HouseholdAPI

/// Records calls to a file, or answers them from one.
struct CassetteCommands: Sendable {
    let console: Console

    /// Runs `body` with a recorded client, and keeps what was exchanged also if that ends in an error.
    ///
    /// - Parameter environment: What the cassette will name, whoever really answers.
    func record(
        _ client: some APIClient, of environment: HouseholdEnvironment, to file: CassetteFile,
        _ body: (any APIClient) async throws -> Void
    ) async throws {
        let tape = Recording()
        let result = await Result { try await body(client.recording(into: tape, environment: environment)) }
        let cassette = tape.cassette
        if !cassette.interactions.isEmpty {
            try file.save(cassette)
            console.line("Recorded \(Self.count(cassette)) in \(file.url.path).")
        }
        try result.get()
    }

    /// Runs `body` with a client that answers from the file.
    func replay(
        _ file: CassetteFile, of environment: HouseholdEnvironment, _ body: (any APIClient) async throws -> Void
    ) async throws {
        let replay = try replay(file)
        try await body(ReplayingClient(replay, environment: environment))
        if let unused = replay.unused { console.lines("\(unused)") }
    }

    /// Serves a cassette until `end` returns.
    func serve(_ file: CassetteFile, port: UInt16, until end: () async -> Void) async throws {
        let replay = try replay(file, matching: .standard.ignoring(.host))
        let server = try LoopbackServer(port: port, options: LoopbackOptions(keepsRequests: false)) {
            [console] request in
            let reply = replay.reply(to: request)
            console.line("\(request.method) \(request.target) → \(reply.status)")
            return reply
        }
        defer { server.stop() }
        console.line("\(Self.count(replay.cassette)) are served at \(server.url) until Control-C.")
        await end()
        console.line("Stopped.")
    }

    /// Shows how answers have changed.
    ///
    /// - Throws: ``DriftError`` when a program that reads them would notice.
    func compare(_ old: CassetteFile, with new: CassetteFile) throws {
        let drift = Drift.compare(try load(old), try load(new))
        console.lines("\(drift)")
        if let severity = drift.severity, severity > .added { throw DriftError() }
    }

    private func replay(_ file: CassetteFile, matching: Matching = .standard) throws -> Replay {
        Replay(try load(file), matching: matching, file: file.url.path)
    }

    /// Loads a cassette and tells what was left out of it.
    private func load(_ file: CassetteFile) throws -> Cassette {
        let (cassette, notes) = try file.load()
        for note in notes where note.kind == .skipped { console.complain("\(file.url.path): \(note)") }
        return cassette
    }

    private static func count(_ cassette: Cassette) -> String {
        cassette.interactions.count == 1 ? "1 interaction" : "\(cassette.interactions.count) interactions"
    }
}

extension LoopbackReply {
    /// The status as a line of a log shows it.
    fileprivate var status: String {
        if case .response(let response) = self { "\(response.status)" } else { "no answer" }
    }
}
