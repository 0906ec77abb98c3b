import EndpointTesting

/// Performs very many exchanges of every kind on one client and cancels half of them. Each must end exactly once, with
/// the expected outcome.
struct StressBenchmark: Benchmark {
    static let synopsis =
        "stress [--engine urlsession|curl] [--exchanges 200000] [--tasks 48] [--seed 1] [--server URL] [--ca FILE]"
    /// `--server` is a proxy, perhaps with TLS, in front of `EndpointBenchmarks serve stress`.
    static let summary = "Exchanges of every kind on one client, half of them cancelled: none lost, doubled, mixed up."

    private let engine: Engine
    private let exchanges: Int
    private let tasks: Int
    private let seed: UInt64
    private let server: URL?
    private let authorities: URL?

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        exchanges = try arguments.count("--exchanges") ?? 200_000
        tasks = try arguments.count("--tasks") ?? 48
        seed = UInt64(try arguments.count("--seed") ?? 1)
        server = try arguments.value("--server").flatMap { URL(string: $0) }
        authorities = try arguments.value("--ca").map { URL(fileURLWithPath: $0) }
    }

    func run() async throws {
        let child = server == nil ? try ChildServer(.stress) : nil
        guard let url = server ?? child?.url else { return }
        let client = engine.client(
            url, limits: .init(deadline: .seconds(60), idle: .seconds(5), concurrentCallsPerOrigin: 32),
            trusting: authorities)
        let tally = StressTally()
        let stressClient = StressClient(
            client: client, tally: tally, closedPort: try RefusedPort().url, files: try StressFiles())
        _ = try await client.request(StressReportEndpoint())
        let start = ProcessFootprint.now
        HangDetector(tally: tally, client: client).start()
        await StressRun(
            stressClient: stressClient, exchanges: exchanges, tasks: tasks, seed: seed, isProxied: server != nil
        ).run()
        let leftOver = try await leftOver(in: client)
        let summary = StressSummary(
            state: tally.snapshot, report: try await client.request(StressReportEndpoint()), leftOver: leftOver,
            start: start, end: .now)
        summary.printTable()
        try summary.check(filesGoal: start.files + 3 * 4 * 32)
        withExtendedLifetime(child) {}
    }

    /// The calls that the client still holds 10 s after the last call has ended; a stopped task takes a moment to
    /// disappear.
    private func leftOver(in client: EngineClient) async throws -> Int {
        for _ in 0..<100 where client.callsUnderWay > 0 { try await Task.sleep(for: .milliseconds(100)) }
        return client.callsUnderWay
    }
}

/// Performs the exchanges in several concurrent tasks and prints a line of progress after each tenth.
struct StressRun: Sendable {
    let stressClient: StressClient
    let exchanges: Int
    let tasks: Int
    let seed: UInt64

    /// Whether there is a proxy, which hides how the connections of the stress server end.
    let isProxied: Bool

    func run() async {
        let (next, start) = (Locked(0), ContinuousClock.now)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    while let number = take(next) {
                        await stressClient.perform(StressExchange(number: number, seed: seed, isProxied: isProxied))
                        if (number + 1).isMultiple(of: max(1, exchanges / 10)) { report(number + 1, since: start) }
                    }
                }
            }
        }
    }

    private func take(_ next: Locked<Int>) -> Int? {
        next.withLock { next in
            guard next < exchanges else { return nil }
            defer { next += 1 }
            return next
        }
    }

    private func report(_ number: Int, since start: ContinuousClock.Instant) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        Console.line(
            String(format: "%7d exchanges, %6.1f s, %6.0f/s, ", number, seconds, Double(number) / seconds)
                + "\(ProcessFootprint.now), \(stressClient.client.callsUnderWay) under way")
    }
}

/// Ends the process with an error when no exchange has ended for 30 s. It runs on a thread of its own, because the hang
/// may block all threads that run tasks.
struct HangDetector: Sendable {
    let tally: StressTally
    let client: EngineClient
    private static let limit = 30

    func start() {
        let thread = Thread { run() }
        thread.start()
    }

    private func run() {
        var (finished, silence) = (-1, 0)
        while silence < Self.limit {
            Thread.sleep(forTimeInterval: 1)
            let now = tally.finished
            silence = now == finished ? silence + 1 : 0
            finished = now
        }
        failWithReport()
    }

    private func failWithReport() -> Never {
        let state = tally.snapshot
        Console.error("FAILED: hang: nothing has ended for \(Self.limit) s; \(state.finished) exchanges had.")
        Console.error("In the client: \(client.callsUnderWay) calls. Waiting for an answer:")
        for exchange in state.underWay.values.prefix(50) { Console.error("  \(exchange.summary)") }
        exit(1)
    }
}
