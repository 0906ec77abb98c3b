import EndpointClient
import HouseholdAPI

/// From arguments to an exit code.
struct Program: Sendable {
    let console: Console

    /// Does what the arguments ask. A failure ends as one sentence on standard error.
    func run(_ arguments: [String]) async -> ExitCode {
        do {
            try await perform(Command(arguments: arguments))
            return .success
        } catch let error as UsageError {
            console.complain(error.description)
            return .usage
        } catch {
            console.complain((error as? any LocalizedError)?.errorDescription ?? "\(error)")
            return .failure
        }
    }

    private func perform(_ command: Command) async throws {
        switch command {
        case .help: Usage.lines.forEach { console.line($0) }
        case .serve(let port): try await serve(port: port)
        case .run(let action, server: let url?): try await perform(action, at: url)
        case .run(let action, server: nil): try await performAlone(action)
        }
    }

    private func perform(_ action: Action, at url: URL) async throws {
        let client = NarratingClient(URLSessionClient(environment: HouseholdEnvironment.server(url)), on: console)
        do {
            try await Librarian(client: client, console: console).perform(action)
        } catch let error as URLError {
            throw UnreachableError(server: url, reason: error)
        }
    }

    private func performAlone(_ action: Action) async throws {
        let server = try EmbeddedServer()
        defer { server.stop() }
        try await perform(action, at: server.baseURL)
    }

    private func serve(port: UInt16) async throws {
        let server = try EmbeddedServer(port: port) { console.line($0) }
        defer { server.stop() }
        Usage.invitation(to: server.baseURL).forEach { console.line($0) }
        await Interruption.wait()
        console.line("Stopped.")
    }
}
