import EndpointTesting

/// Compares a large download to disk with `curl -o`, and measures its memory. The server runs in a process of its own,
/// and each MiB of the file is checked.
struct DownloadBenchmark: Benchmark {
    static let synopsis = "download [--engine urlsession|curl] [--gate] [--mebibytes 1024] [--rounds 5] [--folder PATH]"
    static let summary = "Downloads a large file to disk, against curl -o: time and memory."

    private static let memoryGoal = 16 << 20
    private static let timeGoal = 1.3

    private let engine: Engine
    private let isGated: Bool
    private let file: NumberedFile
    private let rounds: Int
    private let folder: URL

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        isGated = arguments.flag("--gate")
        file = NumberedFile(mebibytes: try arguments.count("--mebibytes") ?? 1024)
        rounds = try arguments.count("--rounds") ?? 5
        folder =
            try arguments.value("--folder").map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    }

    func run() async throws {
        let server = try ChildServer(.transfers)
        let client = engine.client(server.url)
        try await checkMemory(client)
        let source = server.url.appendingPathComponent("file/\(file.mebibytes)").absoluteString
        let gate = Gate(wall: isGated ? Self.timeGoal : .infinity, processor: .infinity)
        let comparison = Comparison(
            name: "download to \(folder.path), in MiB",
            baseline: Variant(name: "curl -o") { _ in
                try await stored { target in
                    let status = try await ChildProcess("curl", ["-sS", "-o", target.path, source]).exit()
                    guard status == 0 else { throw MissedGoal("download: curl ended with \(status).") }
                }
            },
            candidates: [
                Candidate(
                    variant: Variant(name: "client.download, \(engine.clientName)") { _ in
                        try await stored { target in
                            try await client.download(NumberedEndpoint(mebibytes: file.mebibytes), to: target)
                        }
                    }, gate: gate)
            ], rounds: rounds, operations: file.mebibytes)
        try await comparison.hold()
        withExtendedLifetime(server) {}
    }

    /// The first download: nothing of an earlier one is in memory.
    private func checkMemory(_ client: EngineClient) async throws {
        try await stored { try await client.download(NumberedEndpoint(mebibytes: 1), to: $0) }
        let idle = ProcessMemory.resident ?? 0
        let isReset = ProcessMemory.resetPeak()
        try await stored { target in
            try await client.download(NumberedEndpoint(mebibytes: file.mebibytes), to: target)
            guard let peak = ProcessMemory.peak, isReset else { return Console.line("download: memory unknown") }
            let figure = String(format: "%.1f MiB above idle at most", Double(peak - idle) / 1_048_576)
            Console.line("download: \(file.mebibytes) MiB, \(engine.clientName), \(figure)")
            guard try file.isStored(in: target) else { throw MissedGoal("download: the file has other bytes.") }
            guard !isGated || peak - idle <= Self.memoryGoal else {
                throw MissedGoal("download: more than \(Self.memoryGoal >> 20) MiB above idle.")
            }
        }
    }

    /// Passes a place for a file, which is removed afterwards.
    private func stored(_ body: (URL) async throws -> Void) async throws {
        let target = folder.appendingPathComponent("EndpointBenchmarks-\(getpid()).download")
        defer { try? FileManager.default.removeItem(at: target) }
        try await body(target)
    }
}

/// A file of the ``TransferService``.
private struct NumberedEndpoint: VoidEndpoint {
    let mebibytes: Int

    func makeRequest() throws -> URLRequest { try .get("file/\(mebibytes)") }
}
