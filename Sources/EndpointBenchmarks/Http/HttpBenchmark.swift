import EndpointTesting

/// The client against what Foundation offers by itself, on the same server: `URLSession.data(for:)` and a decoder.
struct HttpBenchmark: Benchmark {
    static let synopsis = "http [--gate] [--rounds 21] [--requests 400] [--server URL]"
    static let summary = "URLSessionClient against bare URLSession.data(for:) and JSONDecoder; 203 bytes of JSON."

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int
    private let server: URL?

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        requests = try arguments.count("--requests") ?? 400
        server = try arguments.value("--server").map { text in
            guard let url = URL(string: text), url.host != nil else { throw UsageError("\"\(text)\" is not a URL.") }
            return url
        }
    }

    func run() async throws {
        let child = server == nil ? try ChildServer(.books) : nil
        guard let base = server ?? child?.url else { return }
        let ways = HttpWays(base: base)
        try await measure(ways, "one after the other", Load(tasks: 1), Gate(wall: 0.85, processor: 0.85))
        try await measure(ways, "64 tasks", Load(tasks: 64), Gate(wall: 1.05, processor: 0.97))
        withExtendedLifetime(child) {}
    }

    private func measure(_ ways: HttpWays, _ name: String, _ load: Load, _ gate: Gate) async throws {
        let comparison = Comparison(
            name: "http, \(name)", baseline: ways.bare(load), candidate: ways.client(load), rounds: rounds,
            operations: requests)
        if isGated { return try await gate.hold(comparison) }
        Console.line(try await comparison.measure().table)
    }
}
