import EndpointTesting
import HostilePeers

/// Measures whether the replies of a hostile server at another origin delay calls.
///
/// A client makes ordinary calls in sequence, first alone and then while one hostile reply arrives, and so on for all
/// replies. The slowest of all calls beside a reply is compared with the slowest of those alone.
struct HostileBenchmark: Benchmark {
    static let synopsis = "hostile [--gate] [--engine curl|urlsession] [--calls 20] [--rounds 1]"
    static let summary =
        "The slowest call while each of the hostile replies arrives at the same client, against the same calls alone."

    private enum Engine: String {
        case curl, urlsession
    }

    private static let goal = 20.0

    private let isGated: Bool
    private let engine: Engine
    private let calls: Int
    private let rounds: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        engine =
            try arguments.value("--engine").map { text in
                guard let engine = Engine(rawValue: text) else {
                    throw UsageError("--engine takes curl or urlsession.")
                }
                return engine
            } ?? .curl
        calls = try arguments.count("--calls") ?? 20
        rounds = try arguments.count("--rounds") ?? 1
    }

    func run() async throws {
        let (books, hostile) = (try ChildServer(.books), try ChildServer(.hostile))
        var limits = ClientLimits()
        limits.responseBytes = HostileReply.responseBytes
        let client: any APIClient =
            switch engine {
            case .curl: LiveClient(baseURL: books.url, limits: limits)
            case .urlsession: URLSessionClient(baseURL: books.url, limits: limits)
            }
        let measurement = HostileMeasurement(client: client, hostile: hostile.url, calls: calls)
        let replies = engine == .curl ? Array(HostileReply.all.indices) : HostileReply.harmlessToURLSession
        try await Measurements.repeated("hostile", goals: "ratio ≤ \(Self.goal)", isGated: isGated) {
            let result = try await measurement.measure(replies, rounds: rounds)
            Console.line(result.table(engine: engine.rawValue))
            return result.ratio <= Self.goal
        }
    }
}

/// Ordinary calls of a client, alone and beside hostile replies.
struct HostileMeasurement: Sendable {
    let client: any APIClient
    let hostile: URL
    let calls: Int

    /// How long a hostile reply may take. Many never end.
    private static let hostileLimit = Duration.milliseconds(300)

    /// Measures each of some replies in each round, after a warm-up.
    func measure(_ replies: [Int], rounds: Int) async throws -> HostileResult {
        var result = HostileResult()
        for _ in 0..<calls { _ = try await ordinaryCall() }
        for _ in 0..<rounds {
            for index in replies {
                result.alone.append(contentsOf: try await ordinaryCalls())
                let beside = try await ordinaryCalls(beside: index)
                result.beside.append(contentsOf: beside.map { ($0, HostileReply.all[index].name) })
            }
        }
        return result
    }

    private func ordinaryCalls() async throws -> [Duration] {
        var times: [Duration] = []
        for _ in 0..<calls { times.append(try await ordinaryCall()) }
        return times
    }

    /// Ordinary calls until a hostile reply has ended, in any way, and at least as many as alone.
    private func ordinaryCalls(beside index: Int) async throws -> [Duration] {
        let request = HostileReply.all[index].request.makeRequest("\(hostile)/hostile/\(index)")
        let isOver = Locked(false)
        async let reply: Void = {
            _ = try? await client.timingOut(after: Self.hostileLimit).send(request)
            isOver.withLock { $0 = true }
        }()
        var times: [Duration] = []
        while times.count < calls || !isOver.withLock({ $0 }) { times.append(try await ordinaryCall()) }
        await reply
        return times
    }

    private func ordinaryCall() async throws -> Duration {
        try await ContinuousClock().measure { _ = try await client.request(BookEndpoint(id: "1")) }
    }
}

/// The times of ordinary calls.
struct HostileResult: Sendable {
    var alone: [Duration] = []
    var beside: [(time: Duration, reply: String)] = []

    /// The slowest call beside a reply as a multiple of the slowest alone.
    var ratio: Double {
        (slowest.first?.time ?? .zero) / (alone.max() ?? .zero)
    }

    private var slowest: [(time: Duration, reply: String)] {
        beside.sorted { $0.time > $1.time }
    }

    func table(engine: String) -> String {
        let replies = Set(beside.map(\.reply)).count
        let lines = [
            "hostile: \(replies) replies, engine \(engine)",
            "  alone:  \(alone.count) calls, median \(Self.text(Self.median(alone))), slowest \(Self.text(alone.max()))",
            "  beside: \(beside.count) calls, median \(Self.text(Self.median(beside.map(\.time)))), slowest "
                + slowest.prefix(5).map { "\(Self.text($0.time)) (\($0.reply))" }.joined(separator: ", "),
            String(format: "  ratio of the slowest: %.2f", ratio),
        ]
        return lines.joined(separator: "\n")
    }

    private static func median(_ times: [Duration]) -> Duration? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }

    private static func text(_ time: Duration?) -> String {
        String(format: "%.2f ms", (time ?? .zero) / .milliseconds(1))
    }
}
