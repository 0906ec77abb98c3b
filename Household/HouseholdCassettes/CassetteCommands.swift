import EndpointTesting
import HouseholdAPI

/// The cassette commands of the program: record calls, replay them, serve them, and compare two recordings.
public struct CassetteCommands: Sendable {
    private let output: @Sendable (String) -> Void
    private let warnings: @Sendable (String) -> Void

    /// Commands that report to two functions, one line at a time.
    public init(output: @escaping @Sendable (String) -> Void, warnings: @escaping @Sendable (String) -> Void) {
        self.output = output
        self.warnings = warnings
    }

    /// Runs `body` with a client whose calls are recorded. The file is written even if `body` fails. Its folder must
    /// exist before the first call.
    ///
    /// - Parameter environment: The server in the URLs of the cassette, whichever server responds.
    public func record(
        _ client: any APIClient, of environment: HouseholdEnvironment, to file: URL,
        _ body: (any APIClient) async throws -> Void
    ) async throws {
        try checkFolder(of: file)
        let recording = Recording()
        do {
            try await body(client.recording(into: recording, environment: environment))
        } catch {
            try save(recording.cassette, to: file)
            throw error
        }
        try save(recording.cassette, to: file)
    }

    /// Runs `body` with a client that answers from the file. With a `pace`, the pieces of a stream arrive at the
    /// recorded times.
    public func replay(
        _ file: URL, of environment: HouseholdEnvironment, pace: TimeSource?,
        _ body: (any APIClient) async throws -> Void
    ) async throws {
        let replay = Replay(try load(file), file: file.path)
        var client = ReplayingClient(replay, environment: environment)
        client.pace = pace
        try await body(client)
        if let unused = replay.unused { lines("\(unused)").forEach(output) }
    }

    /// Serves a cassette until `end` returns.
    ///
    /// - Parameters:
    ///   - port: 0 for any free one.
    ///   - repeats: Whether a request that is sent more often than it was recorded gets the last response again.
    ///   - allowsCrossOrigin: Whether scripts of any web page may read the responses.
    ///   - pace: Measures the recorded times between the pieces of a stream, which are sent immediately without it.
    public func serve(
        _ file: URL, port: UInt16, repeats: Bool, allowsCrossOrigin: Bool, pace: TimeSource?,
        until end: () async -> Void
    ) async throws {
        let replay = Replay(
            try load(file), matching: .standard.ignoring(.host), allowRepeats: repeats, file: file.path,
            hints: repeats ? [] : ["To repeat its last response:  serve --repeat"])
        let server = try LoopbackServer(port: port, options: LoopbackOptions(keepsRequests: false)) {
            [output] request in
            let reply = replay.reply(to: request, allowsCrossOrigin: allowsCrossOrigin, pace: pace)
            output("\(request.method) \(request.target) → \(reply.status)")
            return reply
        }
        defer { server.stop() }
        output("A cassette of \(count(replay.cassette)) is served at \(server.url) until Control-C.")
        if let path = replay.cassette.pathOfFirstRead { output("For example: curl '\(server.url)\(path)'") }
        await end()
        output("Stopped.")
    }

    /// Shows how the responses of the new cassette differ from those of the old one.
    ///
    /// - Throws: ``DriftError`` when a difference can break a program that reads the responses.
    public func compare(_ old: URL, with new: URL) throws {
        let drift = Cassette.Drift.compare(try load(old), try load(new))
        lines("\(drift)").forEach(output)
        if let severity = drift.severity, severity > .added { throw DriftError() }
    }

    /// Lists the cassettes in a folder of tests that no test uses, because theirs was renamed or deleted.
    public func unused(below folder: URL) {
        let files = CassetteFile.unused(below: folder)
        files.map(\.path).forEach(output)
        output(files.isEmpty ? "Each cassette has its test." : "No test uses them.")
    }

    /// Writes a cassette with all its bodies to one new file.
    public func export(_ file: URL, to target: URL) throws {
        try checkFolder(of: target)
        try CassetteFile(file).exported().write(to: target, options: .withoutOverwriting)
        output("Written to \(target.path).")
    }

    /// The lines that explain a call that is not in the cassette; nil for any other error.
    public func explanation(of error: any Error) -> [String]? {
        (error as? UnmatchedRequest).map { lines($0.description) }
    }
}

extension CassetteCommands {
    /// A missing folder may be a typing error, so it is not created.
    private func checkFolder(of file: URL) throws {
        let folder = file.deletingLastPathComponent()
        guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true else {
            throw MissingFolderError(path: folder.path)
        }
    }

    /// Writes a cassette, unless nothing was recorded.
    private func save(_ cassette: Cassette, to file: URL) throws {
        guard !cassette.interactions.isEmpty else { return }
        try CassetteFile(file).save(cassette)
        output("Recorded \(count(cassette)) in \(file.path).")
    }

    /// Loads a cassette, and warns of entries that were left out.
    private func load(_ file: URL) throws -> Cassette {
        let (cassette, notes) = try CassetteFile(file).load()
        for note in notes where note.kind == .skipped { warnings("\(file.path): \(note)") }
        return cassette
    }

    private func count(_ cassette: Cassette) -> String {
        cassette.interactions.count == 1 ? "1 interaction" : "\(cassette.interactions.count) interactions"
    }

    private func lines(_ text: String) -> [String] {
        text.components(separatedBy: "\n")
    }
}

extension Cassette {
    /// The path of the first recorded GET, with the part from the base URL, as an example that the server can answer.
    fileprivate var pathOfFirstRead: String? {
        let first = interactions.first { $0.request.method == "GET" }
        let path = first.flatMap { URLComponents(string: $0.request.url)?.percentEncodedPath }
        return path?.replacingOccurrences(of: "'", with: "%27")
    }
}

/// The responses have changed in a way that can break a program.
public struct DriftError: LocalizedError {
    public var errorDescription: String? { "Something was removed, can be missing, or has another type." }
}

/// A file cannot be written, because its folder does not exist.
struct MissingFolderError: LocalizedError {
    let path: String

    var errorDescription: String? { "There is no folder \(path)." }
}

extension LoopbackReply {
    /// The status for a line of the log.
    fileprivate var status: String {
        switch self {
        case .response(let response), .stream(let response, _), .cutStream(let response, _): "\(response.status)"
        default: "no response"
        }
    }
}
