import EndpointTesting

/// Checks that the memory of the decorators stays bounded when calls go to more origins than they keep records of.
struct OriginsBenchmark: Benchmark {
    static let synopsis = "origins [--gate] [--requests 1000000] [--origins 10000]"
    static let summary = "The memory of a full stack over many calls to many origins, one in a hundred of which fails."

    private static let limit = 4 << 20

    private let isGated: Bool
    private let requests: Int
    private let origins: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        requests = try arguments.count("--requests") ?? 1_000_000
        origins = try arguments.count("--origins") ?? 10_000
    }

    func run() async throws {
        let client = OriginsBenchmark.stack()
        try await send(0..<requests / 10, through: client)
        let before = ProcessMemory.resident ?? 0
        try await send(requests / 10..<requests, through: client)
        let growth = (ProcessMemory.resident ?? 0) - before
        let figure = String(
            format: "%.1f MiB, then %+.1f MiB", Double(before) / 1_048_576, Double(growth) / 1_048_576)
        Console.line("origins: \(requests) calls to \(origins) origins, resident after a tenth of them: \(figure)")
        if isGated, growth > Self.limit { throw MissedGoal("origins: \(growth) bytes more, at most \(Self.limit).") }
    }

    /// All decorators that keep records of origins, and those that observe calls.
    private static func stack() -> any APIClient {
        CannedClient(failingEvery: 100).standard {
            $0.breaker = .standard
            $0.credential = .refreshing(
                RefreshingCredential(ExpiringCredential(.bearer("t"))) { _ in
                    ExpiringCredential(.bearer("u"))
                })
            $0.meter = { _ in }
            $0.log = LogSink { _ in }.from(.warning)
            $0.time = TimeSource(InstantClock())
        }
    }

    private func send(_ numbers: Range<Int>, through client: any APIClient) async throws {
        for number in numbers {
            guard let url = URL(string: "https://host\(number % origins).example/books/1") else { continue }
            _ = try? await client.send(APIRequest(URLRequest(url: url), for: BookEndpoint(id: "1")))
        }
        await client.flush()
    }
}

/// A clock that ends each wait immediately by advancing its time to the deadline.
final class InstantClock: Clock, Sendable {
    private let elapsed = Locked(Duration.zero)

    var now: ContinuousClock.Instant { elapsed.withLock { Self.start.advanced(by: $0) } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        elapsed.withLock { $0 = max($0, Self.start.duration(to: deadline)) }
    }

    private static let start = ContinuousClock.now
}
