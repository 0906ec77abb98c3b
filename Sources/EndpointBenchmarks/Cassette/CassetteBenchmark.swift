import EndpointTesting

/// What it costs to find an answer in a cassette and to load one.
struct CassetteBenchmark: Benchmark {
    static let synopsis = "cassette [--gate] [--rounds 21] [--requests 2000]"
    static let summary = "Finds answers in 10,000 entries and in 100, and loads 10,000 entries of 1 kB."

    private static let entries = 10_000
    private static let seconds = 1.5
    private static let memory = 8.0
    private let isGated: Bool
    private let rounds: Int
    private let requests: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        requests = try arguments.count("--requests") ?? 2000
    }

    func run() async throws {
        try load()
        let comparison = Comparison(
            name: "cassette", baseline: CassetteSearch.variant(entries: 100),
            candidate: CassetteSearch.variant(entries: Self.entries), rounds: rounds, operations: requests)
        if isGated { return try await Gate(wall: 1.5, processor: 1.5).hold(comparison) }
        Console.line(try await comparison.measure().table)
    }

    /// Loads first, while the process is small, so that its memory tells something.
    private func load() throws {
        let file = try SampleCassetteFile(entries: Self.entries)
        let result = try file.measureLoading()
        Console.line("cassette: \(result)")
        guard isGated else { return }
        if result.seconds > Self.seconds { throw MissedGoal("cassette: loading took more than \(Self.seconds) s.") }
        if let factor = result.memoryFactor, factor > Self.memory {
            throw MissedGoal("cassette: loading took more than \(Self.memory) × the file in memory.")
        }
    }
}
