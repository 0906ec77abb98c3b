import EndpointTesting

/// What the library adds to the least that an exchange needs, without a network.
struct MemoryBenchmark: Benchmark {
    static let synopsis = "memory [--gate] [--rounds 31] [--requests 5000] [--only floor|client]"
    static let summary = "request() through an in-memory client against the same by hand. --only runs one, once, for a profiler."

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int
    private let only: Variant?

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 31
        requests = try arguments.count("--requests") ?? 5000
        only = try arguments.value("--only").map { name in
            switch name {
            case "floor": MemoryWays.floor
            case "client": MemoryWays.client
            default: throw UsageError("--only takes floor or client.")
            }
        }
    }

    func run() async throws {
        if let only { return try await only.run(requests) }
        let comparison = Comparison(
            name: "memory", baseline: MemoryWays.floor, candidate: MemoryWays.client, rounds: rounds,
            operations: requests)
        guard isGated else { return Console.line(try await comparison.measure().table) }
        try await Gate(wall: 1.05, processor: 1.05, perSecond: 100_000).hold(comparison)
    }
}
