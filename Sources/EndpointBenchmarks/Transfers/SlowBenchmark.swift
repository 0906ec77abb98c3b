import EndpointTesting

/// Reads an endless body slowly: the client's memory must stay constant, and back-pressure must slow the server down.
///
/// The reader waits after each chunk in proportion to its size, which is that of what has arrived. A rate of one 64 KiB
/// chunk a second would need minutes before more has been read than the buffers of the system hold, so it is ten a
/// second, unless `--pause` says otherwise.
struct SlowBenchmark: Benchmark {
    static let synopsis = "slow [--engine urlsession|curl] [--gate] [--pause 100] [--seconds 15]"
    static let summary =
        "A reader that takes 64 KiB of an endless body each 100 ms: memory, and what the server sends."

    private static let memoryGoal = 4 << 20
    /// More than the client and the socket buffers of Linux hold (6 MiB to receive and 4 MiB to send; tcp(7)).
    private static let aheadGoal = 12 << 20

    private let engine: Engine
    private let isGated: Bool
    private let pause: Int
    private let seconds: Int

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        isGated = arguments.flag("--gate")
        pause = try arguments.count("--pause") ?? 100
        seconds = try arguments.count("--seconds") ?? 15
    }

    func run() async throws {
        let server = try ChildServer(.transfers)
        let client = engine.client(server.url)
        for try await _ in client.stream(EndlessEndpoint()) { break }
        let idle = ProcessMemory.resident ?? 0
        let isReset = ProcessMemory.resetPeak()
        let before = try await client.request(SentEndpoint())

        var taken = 0
        let end = ContinuousClock.now + .seconds(seconds)
        for try await chunk in client.stream(EndlessEndpoint()) {
            taken += chunk.count
            try await Task.sleep(for: .milliseconds(pause) * chunk.count / (64 << 10))
            if ContinuousClock.now >= end {
                try await check(taken, before, idle: isReset ? idle : nil, client)
                break
            }
        }
        withExtendedLifetime(server) {}
    }

    /// Checks the memory and the server while the body is open and nothing is read.
    private func check(_ taken: Int, _ before: Int, idle: Int?, _ client: EngineClient) async throws {
        let growth = idle.flatMap { idle in ProcessMemory.peak.map { $0 - idle } }
        let sent = try await client.request(SentEndpoint()) - before
        try await Task.sleep(for: .seconds(1))
        let more = try await client.request(SentEndpoint()) - before - sent
        func mebibytes(_ count: Int) -> String { String(format: "%.1f MiB", Double(count) / 1_048_576) }
        Console.line(
            "slow, \(engine.clientName), 64 KiB each \(pause) ms, \(seconds) s: taken \(mebibytes(taken)), "
                + "sent \(mebibytes(sent)), in another second without taking \(mebibytes(more)); memory above idle "
                + (growth.map(mebibytes) ?? "unknown"))
        guard isGated else { return }
        guard growth ?? 0 <= Self.memoryGoal else {
            throw MissedGoal("slow: more than \(mebibytes(Self.memoryGoal)) above idle.")
        }
        guard sent - taken <= Self.aheadGoal, more == 0 else { throw MissedGoal("slow: the server is not held back.") }
    }
}

private struct EndlessEndpoint: StreamEndpoint {
    typealias Content = Data

    var framing: ChunkFraming { ChunkFraming() }

    func makeRequest() throws -> URLRequest { try .get("endless") }
}

/// How many bytes of endless bodies the server has sent.
private struct SentEndpoint: JsonEndpoint {
    typealias Content = Int

    func makeRequest() throws -> URLRequest { try .get("sent") }
}
