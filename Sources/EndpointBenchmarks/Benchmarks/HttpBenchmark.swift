import EndpointTesting

/// Compares the client with plain Foundation on the same server: `URLSession.data(for:)` and a decoder.
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
        let variants = HttpVariants(base: base, calls: calls)
        if tasks != 64 {
            try await measure(variants, "one after the other", Load(tasks: 1), Gate(wall: 0.85, processor: 0.85))
        }
        if tasks != 1 {
            try await measure(variants, "64 tasks", Load(tasks: 64), Gate(wall: 1.05, processor: 0.97))
        }
        withExtendedLifetime(child) {}
    }

    private func measure(_ variants: HttpVariants, _ name: String, _ load: Load, _ gate: Gate) async throws {
        try await options.measure("http, \(name)", variants.bare(load), variants.client(load), gate)
        try await options.measure("http, \(name)", variants.bare(load), variants.curl(load), gate)
    }
}

/// The two variants of loading a book: plain Foundation, and the client.
struct HttpVariants: Sendable {
    private let base: URL
    private let session = URLSession(configuration: .default)
    private let client: URLSessionClient
    private let live: LiveClient

    /// - Parameter calls: the client's limit of concurrent calls; nil for its default.
    init(base: URL, calls: Int?) {
        self.base = base
        var limits = URLSessionClient.Limits()
        limits.concurrentCallsPerOrigin = calls ?? limits.concurrentCallsPerOrigin
        client = URLSessionClient(baseURL: base, limits: limits)
        live = LiveClient(baseURL: base, limits: limits)
    }

    func bare(_ load: Load) -> Variant {
        Variant(name: "URLSession.data(for:), JSONDecoder") { [base, session] count in
            try await load.run(count) { number in
                let request = URLRequest(url: base.appendingPathComponent("books/\(number)"))
                let (data, _) = try await session.data(for: request)
                _ = try JSONDecoder().decode(Book.self, from: data)
            }
        }
    }

    func curl(_ load: Load) -> Variant {
        Variant(name: "CURLClient.request") { [live] count in
            try await load.run(count) { number in _ = try await live.request(BookEndpoint(id: "\(number)")) }
        }
    }

    func client(_ load: Load) -> Variant {
        Variant(name: "URLSessionClient.request") { [client] count in
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
