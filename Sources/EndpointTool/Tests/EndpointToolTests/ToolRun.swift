@_spi(EndpointTool) import EndpointCore
import EndpointTesting

@testable import EndpointTool

/// A run of the tool in this process, and what it wrote.
struct ToolRun {
    let code: Int32
    let output: String
    let errors: String

    init(_ arguments: String..., isRewritable: Bool = false, hasColors: Bool = false) async {
        self = await Self.run(arguments, isRewritable: isRewritable, hasColors: hasColors)
    }

    private init(code: Int32, output: String, errors: String) {
        (self.code, self.output, self.errors) = (code, output, errors)
    }

    fileprivate static func run(
        _ arguments: [String], isRewritable: Bool = false, hasColors: Bool = false,
        onOutput: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> ToolRun {
        let (output, errors) = (Transcript(), Transcript())
        let console = Console(
            output: .init(isRewritable: isRewritable, hasColors: hasColors) {
                output.append($0)
                onOutput($0)
            },
            errors: .init(isRewritable: isRewritable, hasColors: hasColors, write: errors.append))
        let code = await EndpointCommand.run(arguments, on: console)
        return ToolRun(code: code, output: await output.text(), errors: await errors.text())
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A command that runs until it is interrupted, such as a server.
struct RunningTool {
    /// The first address in what it writes.
    let url: String
    private let task: Task<ToolRun, Never>

    struct Failed: Error {
        let run: ToolRun
    }

    /// Starts a command, and waits until it has written its address.
    static func start(_ arguments: String...) async throws -> RunningTool {
        try await start(arguments: arguments)
    }

    static func start(arguments: [String]) async throws -> RunningTool {
        let (pieces, writer) = AsyncStream.makeStream(of: String.self)
        let task = Task {
            defer { writer.finish() }
            return await ToolRun.run(arguments) { writer.yield($0) }
        }
        for await piece in pieces {
            guard let match = piece.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+[^ "]*/) else { continue }
            return RunningTool(url: String(match.output), task: task)
        }
        throw Failed(run: await task.value)
    }

    /// Interrupts it, as Control-C does.
    func stop() async -> ToolRun {
        task.cancel()
        return await task.value
    }

    /// What it answers to a GET of a path below its address.
    func get(_ path: String, headers: [String: String] = [:]) async throws -> APIResponse {
        try await send(URLRequest(url: URL(string: url + path)!), headers)
    }

    func send(
        _ request: URLRequest, _ headers: [String: String] = [:], body: UploadEndpointBody? = nil,
        wantsStream: Bool = false
    ) async throws -> APIResponse {
        var urlRequest = request
        for (name, value) in headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
        var request = APIRequest(urlRequest, body: body, for: ProxiedEndpoint(urlRequest: urlRequest)).keepingRedirects
        request.wantsStream = wantsStream
        return try await LiveClient().send(request)
    }
}

/// Text that is written piece by piece.
struct Transcript: Sendable {
    private let pieces: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (pieces, continuation) = AsyncStream.makeStream()
    }

    func append(_ text: String) {
        continuation.yield(text)
    }

    /// All that was written. Nothing can be added afterwards.
    func text() async -> String {
        continuation.finish()
        return await pieces.reduce("", +)
    }
}

/// A folder for the files of one test, which is removed afterwards.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
