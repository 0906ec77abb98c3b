import EndpointTesting

/// Compares both clients with plain Foundation on the same server: `URLSession.data(for:)` and a decoder.
struct HttpBenchmark: Benchmark {
    static let synopsis = "http \(ComparisonOptions.synopsis) [--tasks 1|64] [--calls 16] [--server URL] [--ca FILE]"
    static let summary = "The clients against bare URLSession.data(for:) and JSONDecoder; 203 bytes of JSON."

    private let options: ComparisonOptions
    private let tasks: Int?
    private let limits: ClientLimits
    private let server: URL?
    private let authorities: URL?

    init(_ arguments: inout Arguments) throws {
        options = try ComparisonOptions(&arguments, requests: 400)
        tasks = try arguments.count("--tasks")
        var limits = ClientLimits()
        limits.concurrentCallsPerOrigin = try arguments.count("--calls") ?? limits.concurrentCallsPerOrigin
        self.limits = limits
        server = try arguments.value("--server").map { text in
            guard let url = URL(string: text), url.host != nil else { throw UsageError("\"\(text)\" is not a URL.") }
            return url
        }
        authorities = try arguments.value("--ca").map { URL(fileURLWithPath: $0) }
    }

    func run() async throws {
        let child = server == nil ? try ChildServer(.books) : nil
        guard let base = server ?? child?.url else { return }
        if tasks != 64 {
            try await measure(
                base, "one after the other", Load(tasks: 1), .init(wall: 1.2, processor: 1.15),
                .init(wall: 0.6, processor: 0.45))
        }
        if tasks != 1 {
            // Between 0.9 and 1.35 on two cores, 1.7 on one. Half of it are switches to the thread that serves the
            // timers of Dispatch: Foundation sets one for each field of a response. How many there are depends on the
            // scheduler.
            try await measure(
                base, "64 tasks", Load(tasks: 64), .init(wall: 1.9, processor: 1.9), .init(wall: 0.4, processor: 0.35))
        }
        withExtendedLifetime(child) {}
    }

    private func measure(_ base: URL, _ name: String, _ load: Load, _ urlSession: Gate, _ curl: Gate) async throws {
        let candidates = Engine.available.map { engine in
            Candidate(variant: variant(engine, base, load), gate: engine == .curl ? curl : urlSession)
        }
        try await options.measure("http, \(name)", Self.bare(base, load), candidates)
    }

    private static func bare(_ base: URL, _ load: Load) -> Variant {
        let session = URLSession(configuration: .default)
        return Variant(name: "URLSession.data(for:), JSONDecoder") { count in
            try await load.run(count) { number in
                let request = URLRequest(url: base.appendingPathComponent("books/\(number)"))
                let (data, _) = try await session.data(for: request)
                _ = try JSONDecoder().decode(Book.self, from: data)
            }
        }
    }

    private func variant(_ engine: Engine, _ base: URL, _ load: Load) -> Variant {
        let client = engine.client(base, limits: limits, trusting: authorities).client
        return Variant(name: engine.clientName) { count in
            try await load.run(count) { number in _ = try await client.request(BookEndpoint(id: "\(number)")) }
        }
    }
}

/// The number of tasks that share the operations of a round.
struct Load: Sendable {
    let tasks: Int

    /// Runs the operation `count` times, with the numbers from 0.
    func run(_ count: Int, _ operation: @escaping @Sendable (Int) async throws -> Void) async throws {
        guard tasks > 1 else {
            for number in 0..<count { try await operation(number) }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { [tasks] group in
            for first in 0..<tasks {
                group.addTask {
                    for number in stride(from: first, to: count, by: tasks) { try await operation(number) }
                }
            }
            try await group.waitForAll()
        }
    }
}
