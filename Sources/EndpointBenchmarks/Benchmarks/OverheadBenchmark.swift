import EndpointTesting

/// Measures what each decorator adds to a call for which it has nothing to do.
struct OverheadBenchmark: Benchmark {
    static let synopsis = "overhead [--gate] [--rounds 21] [--requests 20000] [--only NAME]"
    static let summary =
        "What each decorator, and the standard stack, adds to a call in memory that needs nothing of it."

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int
    private let only: OverheadCase?

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        requests = try arguments.count("--requests") ?? 20_000
        only = try arguments.value("--only").map { name in
            guard let found = OverheadCase.all.first(where: { $0.name == name }) else {
                throw UsageError("--only takes one of: \(OverheadCase.all.map(\.name).joined(separator: ", ")).")
            }
            return found
        }
    }

    func run() async throws {
        if let only { return try await only.run(requests) }
        // A case that was within its limit once has passed.
        var missed = OverheadCase.all.map(\.name)
        try await Measurements.repeated("overhead", goals: "each within its limit", isGated: isGated) {
            let misses = try await measure()
            missed.removeAll { !misses.contains($0) }
            if !missed.isEmpty { Console.line("  above its limit: \(missed.joined(separator: ", "))") }
            return missed.isEmpty
        }
    }

    /// Runs every case in every round, so that a drift of the machine affects all cases alike.
    private func measure() async throws -> [String] {
        var costs = [[Double]](repeating: [], count: OverheadCase.all.count)
        for round in 0...rounds {
            for (place, item) in OverheadCase.all.enumerated() {
                let cost = try await Cost.of { try await item.run(requests) }
                if round > 0 { costs[place].append(cost.processor / Double(requests) * 1e6) }
            }
        }
        return report(costs)
    }

    private func report(_ costs: [[Double]]) -> [String] {
        let figures = Dictionary(uniqueKeysWithValues: zip(OverheadCase.all.map(\.name), costs))
        let slowness = figures["header", default: []].map { max(1, $0 / Self.headerCost) }
        Console.line("overhead: \(rounds) rounds of \(requests), µs of CPU a call, median [min..max]")
        return OverheadCase.all.compactMap { item in
            let own = figures[item.name, default: []]
            let name = item.name.padding(toLength: 16, withPad: " ", startingAt: 0)
            guard let goal = item.goal, let base = figures[goal.above] else {
                Console.line("  \(name)\(Spread(own))")
                return nil
            }
            let added = zip(own, base).map { $0 - $1 }
            let fair = Spread(zip(added, slowness).map { $0 / $1 }).median
            let figure = String(format: "%.3f, at most %.2f", fair, goal.0)
            Console.line("  \(name)\(Spread(added)) above \(goal.above); on the machine of the goals \(figure)")
            return fair > goal.0 ? item.name : nil
        }
    }

    /// The time to set a header in µs on the machine where the goals were set. When a round takes longer for this, the
    /// machine is slower or busy, and the measured times of the round are scaled down in proportion.
    private static let headerCost = 1.4
}

/// A client with one decorator, or none, that sends the same request for the same response.
struct OverheadCase: Sendable {
    let name: String

    /// The most that the case may add to the case named `above`, in µs of CPU; nil for the cases that others are
    /// compared with.
    let goal: (Double, above: String)?

    /// The number of calls after which the run waits for the log, which drops events when it lags by a thousand.
    private let batch: Int
    private let client: any APIClient

    private init(
        _ name: String, within goal: Double = 0.3, above base: String? = "bare", batch: Int = .max,
        _ decorate: (CannedClient) -> any APIClient
    ) {
        self.name = name
        self.goal = base.map { (goal, above: $0) }
        self.batch = batch
        client = decorate(CannedClient())
    }

    /// Sends `count` requests in sequence.
    func run(_ count: Int) async throws {
        let request = APIRequest(try BookEndpoint(id: "1").makeRequest(), for: BookEndpoint(id: "1"))
        for number in 1...count {
            _ = try await client.send(request)
            if number.isMultiple(of: batch) || number == count { await client.flush() }
        }
    }

    /// Decorators that set a header are compared with a client that only sets a header, because that cost is
    /// Foundation's.
    static let all: [OverheadCase] = [
        OverheadCase("bare", above: nil) { $0 },
        OverheadCase("header", above: nil) { HeaderClient(upstream: $0, name: "Authorization", value: "Bearer t") },
        OverheadCase("long header", above: nil) { client in
            let value = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            return HeaderClient(upstream: client, name: "traceparent", value: value)
        },
        // The events of a call have its date, which is read once.
        OverheadCase("logging", within: 0.4) { $0.logging(to: LogSink { _ in }.from(.notice)) },
        OverheadCase("logging all", within: 20, batch: 400) { $0.logging(to: LogSink { _ in }) },
        OverheadCase("metering", within: 0.45) { $0.metering { _ in } },
        OverheadCase("fallingBack") { $0.fallingBack(to: CannedClient()) },
        OverheadCase("timingOut") { $0.timingOut(after: .seconds(60)) },
        OverheadCase("timingOut each") { $0.timingOut(eachAttemptAfter: .seconds(20)) },
        OverheadCase("keying") { $0.addingIdempotencyKeys() },
        // The trace of the call and the spans of its requests are three objects more than a header.
        OverheadCase("tracing", within: 0.6, above: "long header") { $0.tracing() },
        OverheadCase("retrying", within: 0.75) { $0.retrying() },
        OverheadCase("adapting") { $0.adapting { _ in } },
        OverheadCase("authorizing", above: "header") { $0.authorizing(.bearer("t")) },
        OverheadCase("refreshing", above: "header") { client in
            client.authorizing(
                with: RefreshingCredential(ExpiringCredential(.bearer("t"))) { _ in ExpiringCredential(.bearer("u")) })
        },
        OverheadCase("breaking") { $0.circuitBreaking() },
        OverheadCase("standard", within: 2) { $0.standard },
        OverheadCase("traced standard", within: 3, above: "standard") { client in
            client.standard { $0.traceParent = { nil } }
        },
    ]
}

/// Only sets a header.
struct HeaderClient: ClientDecorator {
    let upstream: any APIClient
    let name: String
    let value: String

    func send(_ request: APIRequest) async throws -> APIResponse {
        var request = request
        request.urlRequest.setValue(value, forHTTPHeaderField: name)
        return try await upstream.send(request)
    }
}

/// Answers every request immediately with the same response.
struct CannedClient: APIClient {
    let traits = ClientTraits(baseURL: URL(string: "https://api.example.com"), enforcesDeadlines: true)

    private let response = Book.response
    private let failure: Int
    private let calls = Locked(0)

    /// A client whose every n-th call fails; by default no call fails.
    init(failingEvery failure: Int = .max) {
        self.failure = failure
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        if failure < .max, isDue { throw URLError(.networkConnectionLost) }
        return response
    }

    private var isDue: Bool {
        calls.withLock { count in
            count += 1
            return count.isMultiple(of: failure)
        }
    }
}
