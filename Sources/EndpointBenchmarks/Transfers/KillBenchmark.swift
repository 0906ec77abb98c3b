import EndpointTesting

/// Repeatedly kills a process that downloads, and checks what is left and what the next one requests.
///
/// The points are random positions in the file. The process is killed (SIGKILL) a random part of two milliseconds after
/// the server has begun to send the block with that position. After each kill the stored bytes must be the beginning of
/// the file, and the next process must ask for exactly those that follow: no byte that is stored is requested again.
/// What is sent twice is what was on its way to the file, at most two blocks of the ``KillServer``. A client that
/// stores later than that never gets the rest, and times out.
struct KillBenchmark: Benchmark {
    static let synopsis =
        "kill [--engine urlsession|curl] [--kills 20] [--mebibytes 64] [--rounds 2] [--seed N]"
    static let summary = "A download whose process is killed at random points, and resumed."

    private let engine: Engine
    private let kills: Int
    private let mebibytes: Int
    private let rounds: Int
    private let seed: Int

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        kills = try arguments.count("--kills") ?? 20
        mebibytes = try arguments.count("--mebibytes") ?? 64
        rounds = try arguments.count("--rounds") ?? 2
        seed = try arguments.count("--seed") ?? Int.random(in: 1...1_000_000)
    }

    func run() async throws {
        for round in 0..<rounds { try await run(seed: seed + round) }
    }

    private func run(seed: Int) async throws {
        var chance = SplitMix64(seed: UInt64(seed))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("file")
        let server = try KillServer(Self.bytes(mebibytes << 20, &chance)) {
            (try? Self.part(in: folder)?.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        }
        // So that the process does not end before it is killed.
        let end = server.data.count - 3 * KillServer.block
        let points = (0..<kills).map { _ in Int.random(in: 1..<end, using: &chance) }.sorted()
        Console.line("kill, --seed \(seed): \(mebibytes) MiB, killed at \(points)")

        var lengths = [0]
        for point in points {
            try await kill(at: point, after: .microseconds(Int.random(in: 0...2000, using: &chance)), file, server)
            let stored = try Self.part(in: folder).map { try Data(contentsOf: $0) } ?? Data()
            lengths.append(stored.count)
            guard server.data.prefix(stored.count) == stored else {
                throw MissedGoal("kill: the bytes that are stored after \(point) are not those of the file.")
            }
        }
        let status = try await fetch(file, server).exit()
        guard status == 0, try Data(contentsOf: file) == server.data else {
            throw MissedGoal("kill: the file is not the one that was sent. The last process ended with \(status).")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard names == ["file"] else { throw MissedGoal("kill: these files are left: \(names).") }
        try check(server.transfers, lengths)
    }

    /// The file with the bytes so far; nil if there is none.
    private static func part(in folder: URL) throws -> URL? {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .first { $0.pathExtension == "partial" }
    }

    /// Starts a process, and kills it when the server sends the block with a point of the file.
    private func kill(at point: Int, after delay: Duration, _ file: URL, _ server: KillServer) async throws {
        server.watch(for: point)
        let process = try fetch(file, server)
        let exit = Task {
            defer { server.watch(for: nil) }
            return await process.exit()
        }
        await server.pointReached()
        try await Task.sleep(for: delay)
        process.kill()
        let status = await exit.value
        guard status == -SIGKILL else { throw MissedGoal("kill: the process ended before, with \(status).") }
    }

    private func fetch(_ file: URL, _ server: KillServer) throws -> ChildProcess {
        try ChildProcess(FetchCommand.name, engine, server.url, file)
    }

    /// Compares the requested bytes with the stored ones.
    private func check(_ transfers: [KillServer.Transfer], _ lengths: [Int]) throws {
        guard transfers.map(\.first) == lengths else {
            throw MissedGoal("kill: with \(lengths) bytes stored, asked for those from \(transfers.map(\.first)).")
        }
        let twice = zip(transfers, lengths.dropFirst()).map { Double($0.end - $1) }
        let blocks = Spread(twice.map { $0 / Double(KillServer.block) })
        Console.line(
            "  identical, \(transfers.count) requests, each from the first byte that was not stored; "
                + "blocks of \(KillServer.block >> 10) KiB sent twice: \(blocks)")
        guard blocks.maximum <= Double(KillServer.window) else {
            throw MissedGoal("kill: \(blocks.maximum) blocks were sent twice.")
        }
    }

    private static func bytes(_ count: Int, _ chance: inout SplitMix64) -> Data {
        var data = Data(count: count)
        data.withUnsafeMutableBytes { bytes in
            for offset in stride(from: 0, to: count, by: 8) {
                bytes.storeBytes(of: chance.next(), toByteOffset: offset, as: UInt64.self)
            }
        }
        return data
    }
}

/// Downloads a file, for ``KillBenchmark``.
struct FetchCommand: Benchmark {
    static let synopsis = "fetch [--engine urlsession|curl] --url URL --to FILE"
    static let summary = "Downloads a file, or the rest of it."

    private let engine: Engine
    private let url: URL
    private let file: URL

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        guard let text = try arguments.value("--url"), let url = URL(string: text),
            let path = try arguments.value("--to")
        else { throw UsageError("fetch needs --url and --to.") }
        (self.url, file) = (url, URL(fileURLWithPath: path))
    }

    func run() async throws {
        try await engine.client(url).download(FileEndpoint(), to: file, continuing: 0)
    }
}

private struct FileEndpoint: VoidEndpoint {
    func makeRequest() throws -> URLRequest { try .get("file") }
}
