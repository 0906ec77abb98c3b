import EndpointTesting

/// Measures the time from sending an event to its arrival at the client, compared with `curl -N`, alternately. The
/// event contains the time when it was sent.
struct FirstEventBenchmark: Benchmark {
    static let synopsis = "first-event [--engine urlsession|curl] [--gate] [--rounds 200]"
    static let summary = "The time from the server sending the first event of a stream to its reader, against curl -N."

    /// Milliseconds.
    private static let goal = 1.0
    private let engine: Engine
    private let isGated: Bool
    private let rounds: Int

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 200
    }

    func run() async throws {
        let server = try ChildServer(.transfers)
        let client = engine.client(server.url)
        let source = server.url.appendingPathComponent("event").absoluteString
        var (ours, curls): ([Double], [Double]) = ([], [])
        for round in 0...rounds {
            let times = (try await Self.first(client), try await Self.first(of: source))
            if round > 0 {
                ours.append(times.0)
                curls.append(times.1)
            }
        }
        let (own, curl) = (Spread(ours), Spread(curls))
        Console.line(
            "first-event: ms from the server to the reader, medians of \(rounds): \(engine.clientName) \(own), curl -N \(curl)"
        )
        guard isGated, own.median > curl.median + Self.goal else { return }
        throw MissedGoal("first-event: more than \(Self.goal) ms above curl -N.")
    }

    private static func first(_ client: EngineClient) async throws -> Double {
        for try await event in client.stream(TimeEndpoint()) { return try milliseconds(since: event.data) }
        throw MissedGoal("first-event: there is none.")
    }

    private static func first(of source: String) async throws -> Double {
        let process = try ChildProcess("curl", ["-sSN", source])
        let text = String(decoding: process.output.fileHandleForReading.availableData, as: UTF8.self)
        let time = try milliseconds(since: text.dropFirst("data: ".count).trimmingCharacters(in: .newlines))
        guard await process.exit() == 0 else { throw MissedGoal("first-event: curl has failed.") }
        return time
    }

    private static func milliseconds(since time: String) throws -> Double {
        let now = MonotonicTime.now
        guard let time = Int(time) else { throw MissedGoal("first-event: \(time) is no time.") }
        return Double(now - time) / 1e6
    }
}

private struct TimeEndpoint: EventStreamEndpoint {
    typealias Content = ServerSentEvent

    func makeRequest() throws -> URLRequest { try .get("event") }
}
