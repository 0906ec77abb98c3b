import EndpointTesting

/// Repeatedly kills one of two processes that store responses in one folder, and checks what is there.
///
/// A process is killed (SIGKILL) up to 20 ms after it has begun. Each time every response in the folder must be
/// complete and have the body that belongs to its head, while the other process goes on. At the end, when both have
/// been killed, none may be damaged, and the secret must be the same.
struct CacheKillBenchmark: Benchmark {
    static let synopsis = "cache-kill [--gate] [--kills 100] [--seed N]"
    static let summary = "A cache on disk whose two writing processes are killed at random points."

    private let isGated: Bool
    private let kills: Int
    private let seed: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        kills = try arguments.count("--kills") ?? 100
        seed = try arguments.count("--seed") ?? Int.random(in: 1...1_000_000)
    }

    func run() async throws {
        var chance = SplitMix64(seed: UInt64(seed))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("EndpointBenchmarks-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = CacheSample.store(in: folder)
        var writers = try (0..<2).map { _ in try start(folder, &chance) }
        defer { for writer in writers { writer.kill() } }
        var tally = CacheSample.Tally()
        for _ in 0..<kills {
            let index = Int.random(in: 0..<2, using: &chance)
            try await kill(writers[index], after: .microseconds(Int.random(in: 0...20_000, using: &chance)))
            tally.add(await CacheSample.check(store))
            writers[index] = try start(folder, &chance)
        }
        for writer in writers { try await kill(writer, after: .zero) }
        let last = await CacheSample.check(store)
        tally.add(last)
        Console.line("cache-kill, --seed \(seed): \(kills) kills, \(tally); at the end \(last)")
        let isSame = store.secret == CacheSample.store(in: folder).secret
        let works = await CacheSample.works(store)
        guard isGated else { return }
        guard tally.wrong == 0 else { throw MissedGoal("cache-kill: \(tally.wrong) bodies are wrong.") }
        guard last.missing == 0 else { throw MissedGoal("cache-kill: \(last.missing) responses are damaged.") }
        guard isSame, works else { throw MissedGoal("cache-kill: the folder is lost.") }
        guard tally.right >= 10 * kills else { throw MissedGoal("cache-kill: hardly anything was stored.") }
    }

    private func start(_ folder: URL, _ chance: inout SplitMix64) throws -> ChildProcess {
        let seed = Int.random(in: 1...1_000_000, using: &chance)
        return try ChildProcess(command: CacheWriteCommand.name, ["--folder", folder.path, "--seed", "\(seed)"])
    }

    private func kill(_ process: ChildProcess, after delay: Duration) async throws {
        _ = process.output.fileHandleForReading.availableData
        try await Task.sleep(for: delay)
        process.kill()
        let status = await process.exit()
        guard status == -SIGKILL else { throw MissedGoal("cache-kill: a process ended with \(status).") }
    }
}

/// Stores, confirms and removes responses until it is killed, for ``CacheKillBenchmark``.
struct CacheWriteCommand: Benchmark {
    static let synopsis = "cache-write --folder FOLDER --seed N"
    static let summary = "Stores responses in a cache until it is killed, at most a minute."

    private let folder: URL
    private let seed: Int

    init(_ arguments: inout Arguments) throws {
        guard let path = try arguments.value("--folder"), let seed = try arguments.count("--seed") else {
            throw UsageError("cache-write needs --folder and --seed.")
        }
        (folder, self.seed) = (URL(fileURLWithPath: path), seed)
    }

    func run() async throws {
        var chance = SplitMix64(seed: UInt64(seed))
        let store = CacheSample.store(in: folder)
        let end = ContinuousClock.now + .seconds(60)
        Console.line("begins")
        while ContinuousClock.now < end {
            let (key, body) = (CacheSample.key(Int.random(in: 0..<CacheSample.keys, using: &chance)), chance.next())
            switch Int.random(in: 0..<16, using: &chance) {
            case 0: await store.remove { $0 == key }
            case 1, 2:
                guard let old = await store.heads(for: key).first else { continue }
                var head = old
                head.fields.append(["X-Confirmed", "\(body)"])
                await store.update(head, replacing: old)
            default:
                let variant = "\(Int.random(in: 0..<3, using: &chance))"
                await store.save(CacheSample.head(key, variant, body), body: CacheSample.body(body))
            }
        }
    }
}

/// Responses whose heads say which body they have.
enum CacheSample {
    /// What was found in a store.
    struct Tally: CustomStringConvertible {
        var right = 0
        var missing = 0
        var wrong = 0

        mutating func add(_ other: Tally) {
            right += other.right
            missing += other.missing
            wrong += other.wrong
        }

        var description: String { "\(right) right, \(missing) without a body, \(wrong) wrong" }
    }

    static let keys = 64

    /// A store with less space than all responses need, so that some are removed for others.
    static func store(in folder: URL) -> DiskCacheStore {
        DiskCacheStore(folder: folder, bytes: 1 << 20) { Console.error($0) }
    }

    static func key(_ number: Int) -> CacheKey {
        CacheKey(url: "https://api.example.com/books/\(number)", owner: "")
    }

    static func head(_ key: CacheKey, _ variant: String, _ body: UInt64) -> CachedHead {
        CachedHead(
            key: key, variant: variant, status: 200, httpVersion: "HTTP/1.1",
            fields: [["Content-Type", "application/octet-stream"], ["ETag", "\(body)"]],
            url: URL(fileURLWithPath: "/"), requestTime: 1, responseTime: 2)
    }

    /// Up to 16 KiB, and one of 16 up to 160 KiB.
    static func body(_ number: UInt64) -> Data {
        var chance = SplitMix64(seed: number)
        let words = Int(clamping: chance.next() % 2048) * (chance.next() % 16 == 0 ? 10 : 1)
        return Data((0..<words).flatMap { _ in withUnsafeBytes(of: chance.next()) { Array($0) } })
    }

    /// Compares all bodies in a store with those that their heads say.
    static func check(_ store: DiskCacheStore) async -> Tally {
        var tally = Tally()
        for number in 0..<keys {
            for head in await store.heads(for: key(number)) {
                let expected = head.fields.first { $0.first == "ETag" }?.last.flatMap { UInt64($0) }
                switch await store.body(of: head) {
                case nil: tally.missing += 1
                case let body? where expected.map(self.body) == body && head.key == key(number): tally.right += 1
                default: tally.wrong += 1
                }
            }
        }
        return tally
    }

    /// Whether a response that is stored is found.
    static func works(_ store: DiskCacheStore) async -> Bool {
        let head = head(key(keys), "", 1)
        await store.save(head, body: body(1))
        guard await store.heads(for: head.key) == [head] else { return false }
        return await store.body(of: head) == body(1)
    }
}
