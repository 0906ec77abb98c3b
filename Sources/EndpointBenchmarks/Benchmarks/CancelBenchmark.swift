import EndpointTesting

/// Measures how soon a cancelled call ends, while 64 other calls get no response.
struct CancelBenchmark: Benchmark {
    static let synopsis = "cancel [--engine urlsession|curl] [--gate] [--rounds 500]"
    static let summary = "The time from cancelling a call to its error, with 64 hanging calls beside it."

    /// Microseconds.
    private static let goal = 50.0
    private let engine: Engine
    private let isGated: Bool
    private let rounds: Int

    init(_ arguments: inout Arguments) throws {
        engine = try Engine(&arguments)
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 500
    }

    func run() async throws {
        let server = try LoopbackServer(options: .init(keepsRequests: false)) { _ in .stall }
        let client = engine.client(server.url, limits: ClientLimits(concurrentCallsPerOrigin: 200))
        let hanging = (0..<64).map { _ in call(client) }
        var times: [Double] = []
        for round in 0..<rounds {
            let call = call(client)
            _ = await server.received(64 + round + 1)
            let start = ContinuousClock.now
            call.cancel()
            _ = await call.result
            times.append((ContinuousClock.now - start) / .microseconds(1))
        }
        for call in hanging { call.cancel() }
        let spread = Spread(times)
        Console.line("cancel, \(engine.clientName), 64 hanging calls beside it: \(spread) µs, \(rounds) calls")
        if isGated, spread.median > Self.goal { throw MissedGoal("cancel: the median is more than \(Self.goal) µs.") }
        withExtendedLifetime(server) {}
    }

    private func call(_ client: EngineClient) -> Task<Void, any Error> {
        Task { _ = try await client.client.request(BookEndpoint(id: "1")) }
    }
}
