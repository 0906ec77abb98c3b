import EndpointTesting

/// Very many exchanges of every kind on one client, half of them cancelled, each of which must end once and rightly.
struct StressBenchmark: Benchmark {
    static let synopsis = "stress [--exchanges 200000] [--tasks 48] [--seed 1]"
    static let summary = "Exchanges of every kind on one client, half of them cancelled: none lost, doubled, mixed up."

    private let exchanges: Int
    private let tasks: Int
    private let seed: UInt64

    init(_ arguments: inout Arguments) throws {
        exchanges = try arguments.count("--exchanges") ?? 200_000
        tasks = try arguments.count("--tasks") ?? 48
        seed = UInt64(try arguments.count("--seed") ?? 1)
    }

    func run() async throws {
        let server = try ChildServer(.stress)
        let client = URLSessionClient(
            baseURL: server.url, limits: .init(deadline: .seconds(60), idle: .seconds(5), concurrentCallsPerOrigin: 32))
        let tally = StressTally()
        let caller = StressCaller(client: client, tally: tally, nowhere: try Self.nowhere, files: try StressFiles())
        _ = try await client.request(StressReportEndpoint())
        let start = ProcessFootprint.now
        StressWatch(tally: tally, client: client).start()
        await StressRun(caller: caller, exchanges: exchanges, tasks: tasks, seed: seed).run()
        let leftOver = try await leftOver(in: client)
        let summary = StressSummary(
            state: tally.snapshot, report: try await client.request(StressReportEndpoint()), leftOver: leftOver,
            start: start, end: .now)
        summary.printTable()
        try summary.check(filesGoal: start.files + 3 * 4 * 32)
        withExtendedLifetime(server) {}
    }

    /// What the client still knows of a few seconds after the last call has ended: stopped tasks take a moment.
    private func leftOver(in client: URLSessionClient) async throws -> Int {
        for _ in 0..<100 where client.callsUnderWay > 0 { try await Task.sleep(for: .milliseconds(100)) }
        return client.callsUnderWay
    }

    /// An address of this machine where nobody listens.
    private static var nowhere: URL {
        get throws {
            let server = try LoopbackServer.immediate { _ in .status(200) }
            server.stop()
            return server.url
        }
    }
}

/// The exchanges of a run, in so many tasks at once, with a line of progress for each tenth.
struct StressRun: Sendable {
    let caller: StressCaller
    let exchanges: Int
    let tasks: Int
    let seed: UInt64

    func run() async {
        let (next, start) = (Locked(0), ContinuousClock.now)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    while let number = take(next) {
                        await caller.perform(StressExchange(number: number, seed: seed))
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
                + "\(ProcessFootprint.now), \(caller.client.callsUnderWay) under way")
    }
}

/// Ends the process when no exchange has ended for a while. It has a thread of its own, because what hangs may be the
/// threads of all tasks.
struct StressWatch: Sendable {
    let tally: StressTally
    let client: URLSessionClient
    private static let patience = 30

    func start() {
        let thread = Thread { run() }
        thread.start()
    }

    private func run() {
        var (finished, silence) = (-1, 0)
        while silence < Self.patience {
            Thread.sleep(forTimeInterval: 1)
            let now = tally.finished
            silence = now == finished ? silence + 1 : 0
            finished = now
        }
        giveUp()
    }

    private func giveUp() -> Never {
        let state = tally.snapshot
        Console.complain("FAILED: hang: nothing has ended for \(Self.patience) s; \(state.finished) exchanges had.")
        Console.complain("In the client: \(client.callsUnderWay) calls. Waiting for an answer:")
        for exchange in state.underWay.values.prefix(50) { Console.complain("  \(exchange.summary)") }
        exit(1)
    }
}
