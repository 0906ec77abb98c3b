import EndpointTesting
import HouseholdAPI

/// From arguments to an exit code.
struct Program: Sendable {
    let console: Console

    /// Does what the arguments ask. A failure ends as one sentence on standard error; a cassette explains itself in a few lines.
    func run(_ arguments: [String]) async -> ExitCode {
        do {
            try await perform(Command(arguments: arguments))
            return .success
        } catch let error as UsageError {
            console.complain(error.description)
            return .usage
        } catch let error as UnmatchedRequest {
            error.description.components(separatedBy: "\n").forEach { console.complain($0) }
            return .failure
        } catch {
            console.complain((error as? any LocalizedError)?.errorDescription ?? "\(error)")
            return .failure
        }
    }

    private func perform(_ command: Command) async throws {
        switch command {
        case .help: Usage.lines.forEach { console.line($0) }
        case .serve(let port, cassette: nil): try await serve(port: port)
        case .serve(let port, let file?):
            try await CassetteCommands(console: console).serve(CassetteFile(file), port: port, until: TerminationSignal.wait)
        case .drift(let old, let new):
            try CassetteCommands(console: console).compare(CassetteFile(old), with: CassetteFile(new))
        case .run(let action, let url, .replay(let file)?, let log):
            try await CassetteCommands(console: console).replay(CassetteFile(file), of: .named(url)) {
                try await perform(action, $0, log)
            }
        case .run(let action, let url, let cassette, let log):
            try await withClient(of: url) { client in
                guard case .record(let file)? = cassette else { return try await perform(action, client, log) }
                try await CassetteCommands(console: console).record(client, of: .named(url), to: CassetteFile(file)) {
                    try await perform(action, $0, log)
                }
            }
        }
    }

    private func perform(_ action: Action, _ client: any APIClient, _ level: LogLevel?) async throws {
        let client = client.standard { $0.log = level.map { log.from($0) } }
        let result = await Result {
            try await BookCommands(client: VerboseClient(client, on: console), console: console).perform(action)
        }
        await client.flush()
        try result.get()
    }

    private var log: LogSink {
        LogSink { [console] entry in
            entry.message.components(separatedBy: "\n").forEach { console.complain($0) }
        }
    }

    /// Runs `body` with a client of that server, or of an embedded service of its own.
    private func withClient(of url: URL?, _ body: (URLSessionClient) async throws -> Void) async throws {
        let server = try url == nil ? EmbeddedServer() : nil
        defer { server?.stop() }
        guard let url = url ?? server?.baseURL else { return }
        do {
            try await body(URLSessionClient(environment: HouseholdEnvironment.server(url)))
        } catch let error as URLError {
            throw UnreachableError(server: url, reason: error)
        }
    }

    private func serve(port: UInt16) async throws {
        let server = try EmbeddedServer(port: port) { console.line($0) }
        defer { server.stop() }
        Usage.invitation(to: server.baseURL).forEach { console.line($0) }
        await TerminationSignal.wait()
        console.line("Stopped.")
    }
}

extension HouseholdEnvironment {
    /// What a cassette says is the server. An embedded one has a new port each time, and stands for the real one.
    fileprivate static func named(_ server: URL?) -> HouseholdEnvironment {
        server.map(HouseholdEnvironment.server) ?? .production
    }
}
