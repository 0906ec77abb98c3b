/// What the library adds to the least that an exchange needs, without a network.
struct MemoryBenchmark: Benchmark {
    static let synopsis = "memory \(ComparisonOptions.synopsis)"
    static let summary = "request() through an in-memory client against the same by hand."

    private let options: ComparisonOptions

    init(_ arguments: inout Arguments) throws {
        options = try ComparisonOptions(&arguments, requests: 2000)
    }

    func run() async throws {
        try await options.measure(
            "memory", MemoryWays.floor, MemoryWays.client, Gate(wall: 1.05, processor: 1.05, perSecond: 100_000))
    }
}
