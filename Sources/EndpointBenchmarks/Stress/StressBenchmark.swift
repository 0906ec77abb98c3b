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
