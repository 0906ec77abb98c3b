import EndpointTesting

/// Measures a cache on disk with a thousand responses of 1 KB, and again with a million files in the folder.
///
/// The other files have names of responses and no contents, so that they are made fast. All are in the system's memory.
struct CacheDiskBenchmark: Benchmark {
    static let synopsis = "cache-disk [--gate] [--files 1000000]"
    static let summary = "A hit, a miss and the start of a cache on disk, with few and with many files."

    private static let responses = 1000

    private let isGated: Bool
    private let files: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        files = try arguments.count("--files") ?? 1_000_000
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let saving = await save(in: folder)
        Console.line(String(format: "cache-disk: a save of 1 KB takes %.1f µs", saving * 1e6))
        var few = try await measure(folder)  // A warm-up.
        try await Measurements.repeated("cache-disk, few files", goals: "hit ≤ 150 µs", isGated: isGated) {
            few = try await measure(folder)
            Console.line("  \(Self.responses) files: \(few)")
            return few.hit.median <= 150e-6
        }
        let seconds = try await Cost.of { try self.fill(folder) }.wall
        Console.line(String(format: "  \(files) files made in %.0f s", seconds))
        let goals = "start ≤ 1 s, hit ≤ 150 µs, look-ups ≤ 1.5 × those with few files"
        try await Measurements.repeated("cache-disk", goals: goals, isGated: isGated) {
            let many = try await measure(folder)
            Console.line("  \(files) files: \(many)")
            return many.start <= 1 && many.hit.median <= 150e-6
                && many.hit.median <= 1.5 * few.hit.median && many.miss.median <= 1.5 * few.miss.median
        }
    }

    /// Seconds.
    private struct Figures: CustomStringConvertible {
        let start: Double
        let hit: Spread
        let miss: Spread

        var description: String {
            String(
                format: "start with the first hit %.1f ms, hit %.1f µs [%.1f..%.1f], miss %.1f µs", start * 1e3,
                hit.median * 1e6, hit.minimum * 1e6, hit.maximum * 1e6, miss.median * 1e6)
        }
    }

    private func measure(_ folder: URL) async throws -> Figures {
        let start = try await Cost.of { try await self.hit(DiskCacheStore(folder: folder), 0) }.wall
        let store = DiskCacheStore(folder: folder)
        var (hits, misses): ([Double], [Double]) = ([], [])
        for round in 0..<5 {
            for number in 0..<Self.responses {
                let hit = try await Cost.of { try await self.hit(store, number) }.wall
                let miss = await Cost.of { _ = await store.heads(for: CacheSample.key(Self.responses + number)) }.wall
                guard round > 0 else { continue }
                hits.append(hit)
                misses.append(miss)
            }
        }
        return Figures(start: start, hit: Spread(hits), miss: Spread(misses))
    }

    private func hit(_ store: DiskCacheStore, _ number: Int) async throws {
        guard let head = await store.heads(for: CacheSample.key(number)).first,
            let body = await store.body(of: head), body.count == 1024
        else { throw MissedGoal("cache-disk: a response is missing.") }
    }

    /// Stores the responses, and returns how long one takes.
    private func save(in folder: URL) async -> Double {
        let store = DiskCacheStore(folder: folder)
        let costs = await Cost.of {
            for number in 0..<Self.responses { await store.save(Self.head(number), body: Data(count: 1024)) }
        }
        return costs.wall / Double(Self.responses)
    }

    /// The head of a usual response of an API.
    private static func head(_ number: Int) -> CachedHead {
        var head = CacheSample.head(CacheSample.key(number), "", 1)
        head.fields = [
            ["Content-Type", "application/json; charset=utf-8"], ["Content-Length", "1024"],
            ["Date", "Sun, 06 Nov 1994 08:49:37 GMT"], ["ETag", "\"33a64df551425fcc55e4d42a148795d9f25f89d4\""],
            ["Last-Modified", "Sun, 06 Nov 1994 08:00:00 GMT"], ["Cache-Control", "private, max-age=600"],
            ["Vary", "Accept, Accept-Encoding"], ["X-Request-Id", "7b0e5c1e-3f7c-4c0e-9a39-0f9d5a6f1c55"],
            ["Strict-Transport-Security", "max-age=31536000"], ["Server", "nginx"],
        ]
        return head
    }

    /// Adds files to the folders of the cache.
    private func fill(_ folder: URL) throws {
        let manager = FileManager.default
        guard let root = try manager.subpathsOfDirectory(atPath: folder.path).first(where: { $0.hasSuffix(".0") }),
            root.split(separator: "/").map(\.count).suffix(2) == [2, 40]
        else { throw MissedGoal("cache-disk: the files have other names than expected.") }
        let parts = folder.appendingPathComponent(String(root.dropLast(43))).path
        var chance = SplitMix64(seed: 1)
        for number in 0..<256 {
            let path = parts + String(format: "%02x", number)
            try manager.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for _ in 0..<files / 256 {
                let digits = String(chance.next() | 1 << UInt64(63), radix: 16)
                let descriptor = open(
                    "\(path)/\(digits)\(digits)abcdef.0", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard descriptor >= 0, ftruncate(descriptor, 1024) == 0, close(descriptor) == 0 else {
                    throw MissedGoal("cache-disk: a file cannot be made.")
                }
            }
        }
    }
}
