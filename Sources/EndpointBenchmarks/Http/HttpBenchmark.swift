import EndpointTesting

/// The client against what Foundation offers by itself, on the same server: `URLSession.data(for:)` and a decoder.
struct HttpBenchmark: Benchmark {
    static let synopsis = "http \(ComparisonOptions.synopsis) [--tasks 1|64] [--calls 6] [--server URL]"
    static let summary = "URLSessionClient against bare URLSession.data(for:) and JSONDecoder; 203 bytes of JSON."

    private let options: ComparisonOptions
    private let tasks: Int?
    private let calls: Int?
    private let server: URL?

    init(_ arguments: inout Arguments) throws {
        options = try ComparisonOptions(&arguments, requests: 400)
        tasks = try arguments.count("--tasks")
        calls = try arguments.count("--calls")
        server = try arguments.value("--server").map { text in
            guard let url = URL(string: text), url.host != nil else { throw UsageError("\"\(text)\" is not a URL.") }
            return url
        }
    }

    func run() async throws {
        let child = server == nil ? try ChildServer(.books) : nil
        guard let base = server ?? child?.url else { return }
        let ways = HttpWays(base: base, calls: calls)
        if tasks != 64 {
            try await measure(ways, "one after the other", Load(tasks: 1), Gate(wall: 0.85, processor: 0.85))
        }
        if tasks != 1 {
            try await measure(ways, "64 tasks", Load(tasks: 64), Gate(wall: 1.05, processor: 0.97))
        }
        withExtendedLifetime(child) {}
    }

    private func measure(_ ways: HttpWays, _ name: String, _ load: Load, _ gate: Gate) async throws {
        try await options.measure("http, \(name)", ways.bare(load), ways.client(load), gate)
    }
}
