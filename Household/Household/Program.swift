import EndpointClient
import HouseholdAPI

/// The program: it reads arguments, runs a command and returns an exit code.
struct Program: Sendable {
    let console: Console

    /// Starts a server on a port, 0 for any free one. The closure receives a line for each request.
    var startServer: @Sendable (UInt16, @escaping @Sendable (String) -> Void) throws -> any ServerProviding

    let cassettes: any CassetteProviding

    /// Runs the command that the arguments describe.
    ///
    /// A failure is one sentence on standard error, after `error:`. Only a call that is not in a cassette is explained
    /// in several lines.
    func run(_ arguments: [String]) async -> ExitCode {
        do {
            try await perform(Command(arguments: arguments))
            return .success
        } catch let error as UsageError {
            console.complain("error: \(error)")
            return .usage
        } catch is CancellationError {
            console.complain("Interrupted.")
            return .interrupted
        } catch {
            let sentence = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
            let lines = cassettes.explanation(of: error) ?? [sentence]
            (["error: \(lines[0])"] + lines.dropFirst()).forEach { console.complain($0) }
            return .failure
        }
    }

    private func perform(_ command: Command) async throws {
        switch command {
        case .help(let name): (name.flatMap(Usage.lines(of:)) ?? Usage.lines).forEach { console.line($0) }
        case .version: console.line(Usage.version)
        case .serve(let port): try await serve(port: port)
        case .serveCassette(let file, let port, let repeats, let allowsCrossOrigin, let isPaced):
            try await cassettes.serve(
                file, port: port, repeats: repeats, allowsCrossOrigin: allowsCrossOrigin,
                pace: isPaced ? .system : nil, until: TerminationSignal.wait)
        case .drift(let old, let new): try cassettes.compare(old, with: new)
        case .unused(let folder): cassettes.unused(below: folder)
        case .export(let file, let target): try cassettes.export(file, to: target)
        case .run(let action, let url, .replay(let file, let isPaced)?, let log):
            try await cassettes.replay(file, of: .named(url), pace: isPaced ? .system : nil) {
                try await perform(action, $0, log, reconnects: false)
            }
        case .run(let action, let url, .record(let file)?, let log):
            try await withClient(of: url) { client in
                try await cassettes.record(client, of: .named(url), to: file) { try await perform(action, $0, log) }
            }
        case .run(let action, let url, nil, let log):
            try await withClient(of: url) { try await perform(action, $0, log) }
        }
    }

    private func perform(
        _ action: Action, _ client: any APIClient, _ level: LogLevel?, reconnects: Bool = true
    ) async throws {
        let client = decorated(client, logging: level)
        let commands = BookCommands(client: client, console: console, reconnects: reconnects)
        do {
            try await TerminationSignal.cancelling { try await commands.perform(action) }
        } catch {
            await client.flush()
            throw error
        }
        await client.flush()
    }

    /// The client with its decorators. Each line wraps those above it, so the outermost decorator is last.
    ///
    /// The first deadline is inside `retrying` and limits each attempt; the second is outside and limits the call with
    /// all its attempts. `logging` is outside as well: then a log has the call, each of its attempts, and the reasons
    /// for retries.
    private func decorated(_ client: any APIClient, logging level: LogLevel?) -> any APIClient {
        let retrying =
            client
            .timingOut(eachAttemptAfter: .seconds(20))
            .retrying()
            .timingOut(after: .seconds(60))
        guard let level else { return retrying.verbose(on: console) }
        return
            retrying
            .logging(to: log.from(level))
            .verbose(on: console)
    }

    private var log: LogSink {
        LogSink { [console] entry in
            entry.line.components(separatedBy: "\n").forEach { console.complain($0) }
        }
    }

    /// Runs `body` with a client of that server, or of an embedded one that ends with it.
    private func withClient(of url: URL?, _ body: (LiveClient) async throws -> Void) async throws {
        let server = try url == nil ? startServer(0) { _ in } : nil
        defer { server?.stop() }
        guard let url = url ?? server?.baseURL else { return }
        do {
            try await body(LiveClient(environment: HouseholdEnvironment.server(url)))
        } catch let error as URLError {
            throw UnreachableError(server: url, reason: error)
        }
    }

    private func serve(port: UInt16) async throws {
        let server = try startServer(port) { console.line($0) }
        defer { server.stop() }
        Usage.invitation(to: server.baseURL).forEach { console.line($0) }
        await TerminationSignal.wait()
        console.line("Stopped.")
    }
}

/// A running server of the household API.
protocol ServerProviding: Sendable {
    var baseURL: URL { get }
    func stop()
}

/// The cassette commands of the program.
protocol CassetteProviding: Sendable {
    /// Runs `body` with a client whose calls are recorded to the file.
    func record(
        _ client: any APIClient, of environment: HouseholdEnvironment, to file: URL,
        _ body: (any APIClient) async throws -> Void
    ) async throws

    /// Runs `body` with a client that answers from the file. With a `pace`, the pieces of a stream arrive at the
    /// recorded times.
    func replay(
        _ file: URL, of environment: HouseholdEnvironment, pace: TimeSource?,
        _ body: (any APIClient) async throws -> Void
    ) async throws

    /// Serves the file until `end` returns.
    func serve(
        _ file: URL, port: UInt16, repeats: Bool, allowsCrossOrigin: Bool, pace: TimeSource?,
        until end: () async -> Void
    ) async throws

    /// Shows how the responses in two files differ.
    func compare(_ old: URL, with new: URL) throws

    /// Lists the files in a folder that no test uses.
    func unused(below folder: URL)

    /// Writes the file with all bodies to another file.
    func export(_ file: URL, to target: URL) throws

    /// The lines that explain a call that is not in the file; nil for any other error.
    func explanation(of error: any Error) -> [String]?
}

/// The exit codes of the program.
enum ExitCode: Int32 {
    case success = 0
    /// A call has failed.
    case failure = 1
    /// The arguments cannot be understood (`EX_USAGE` of sysexits.h).
    case usage = 64
    /// Control-C or `kill`, as shells report it for SIGINT.
    case interrupted = 130
}

/// A server has not responded, or not in a usable way.
struct UnreachableError: LocalizedError {
    let server: URL
    let reason: URLError

    /// One sentence for a person, which names the server.
    var errorDescription: String? {
        "The call to \(server) failed: \(reason.localizedDescription)"
    }
}

extension HouseholdEnvironment {
    /// The server in the URLs of a cassette. For an embedded one, whose port is new each time, that is production.
    fileprivate static func named(_ server: URL?) -> HouseholdEnvironment {
        server.map(HouseholdEnvironment.server) ?? .production
    }
}
