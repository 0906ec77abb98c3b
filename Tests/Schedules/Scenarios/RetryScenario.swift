import EndpointClient
import Foundation

/// Calls with a deadline that are retried through a circuit breaker, to a server that fails, hangs and recovers.
struct RetryScenario: Scenario {
    static let name = "retries"

    private enum Mood: CaseIterable { case healthy, failing, erratic, hanging }

    private struct Record: Sendable {
        var mood = Mood.healthy
        var sends: [Int]
        var ended: Set<Int> = []
        /// Until when the breaker is open; nil while it is closed.
        var openUntil: Duration?
        var openings = 0
        /// The requests that were sent after the last opening and have no result.
        var probes: Set<Int> = []
    }

    private static let lastCalls = 3

    private let world: World
    private let record: Locked<Record>
    private let count: Int
    private let cancelOdds: Int
    private let deadline: Int

    init(_ world: World) {
        self.world = world
        count = 3 + world.roll(9)
        cancelOdds = 2 + world.roll(4)
        deadline = 6 + world.roll(20)
        record = Locked(Record(sends: Array(repeating: 0, count: count + Self.lastCalls)))
    }

    func run() async {
        let policy = CircuitBreakerPolicy(failuresInARow: 2 + world.roll(3))
        let client = MemoryClient(world, answer).circuitBreaking(policy, time: world.time).retrying(time: world.time)
            .timingOut(after: .seconds(deadline), time: world.time)
        async let weather: Void = change()
        let outcomes = await world.calls(0..<count, cancelledOnceIn: cancelOdds) { number in
            try await send(number, through: client)
        }
        await weather
        for outcome in outcomes { check(outcome) }
        world.check(outcomes.count == count, "\(outcomes.count) of \(count) calls have ended")
        record.withLock { $0.mood = .healthy }
        try? await world.time.sleep(for: .seconds(120))
        for number in count..<count + Self.lastCalls {
            do {
                let status = try await send(number, through: client).http.statusCode
                world.check(status == 200, "a healthy server has answered call \(number) with \(status)")
            } catch {
                world.check(false, "a healthy server's call \(number) failed: \(error)")
            }
        }
    }

    func verify() {
        let record = record.withLock { $0 }
        world.check(record.sends.allSatisfy { $0 <= 3 }, "a call had more than three attempts: \(record.sends)")
        world.check(record.probes.isEmpty, "requests \(record.probes) have not ended")
        world.check(record.openUntil == nil, "the breaker has not closed")
    }

    private func check(_ outcome: Outcome<APIResponse>) {
        switch outcome.result {
        case .success, .failure(is CancellationError), .failure(is PlannedFailure): break
        case .failure(let error as URLError):
            world.check([.timedOut, .networkConnectionLost].contains(error.code), "call \(outcome.number): \(error)")
        case .failure(let error):
            let openings = record.withLock { $0.openings }
            world.check(error is BreakerOpenError && openings > 0, "call \(outcome.number) failed: \(error)")
        }
    }

    private func send(_ number: Int, through client: some APIClient) async throws -> APIResponse {
        defer { record.withLock { _ = $0.ended.insert(number) } }
        let endpoint = NumberedEndpoint(number: number)
        var request = APIRequest(try endpoint.makeRequest(), for: endpoint)
        request.context.observe { signal in
            if case .step(let step, _) = signal { observe(step, of: number) }
        }
        return try await client.send(request)
    }

    private func observe(_ step: CallStep, of number: Int) {
        world.note("call \(number): \(step)")
        switch step {
        case .breakerOpened(let pause):
            record.withLock { record in
                record.openUntil = world.time.now() + pause
                record.openings += 1
                record.probes = []
            }
        case .breakerClosed:
            record.withLock { ($0.openUntil, $0.probes) = (nil, []) }
        default: break
        }
    }

    // The server.

    private func change() async {
        for _ in 0..<world.roll(5) {
            await world.dawdle(seconds: 20)
            let mood = Mood.allCases[world.roll(Mood.allCases.count)]
            world.note("the server is \(mood)")
            record.withLock { $0.mood = mood }
        }
    }

    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        let number = request.number
        let now = world.time.now()
        let (hasEnded, openUntil, probes) = record.withLock { record in
            record.sends[number] += 1
            defer { if record.openUntil != nil { record.probes.insert(number) } }
            return (record.ended.contains(number), record.openUntil, record.probes)
        }
        world.note("call \(number) is sent")
        world.check(!hasEnded, "call \(number) was sent after its end")
        world.check((request.context.timeLeft ?? .zero) > .zero, "call \(number) was sent after its deadline")
        if let openUntil {
            world.check(now >= openUntil, "call \(number) was sent while the breaker was open")
            world.check(probes.isEmpty, "call \(number) was sent beside the probe \(probes)")
        }
        defer { record.withLock { _ = $0.probes.remove(number) } }
        await world.dawdle()
        let mood = record.withLock { $0.mood }
        if mood == .hanging { try await world.time.sleep(for: .seconds(1000)) }
        try Task.checkCancellation()
        switch world.roll(mood == .erratic ? 6 : 3) {
        case _ where mood == .healthy: return try Responses.status(200)
        case 0: return try Responses.status(503)
        case 1: return try Responses.status(500)
        case 2: throw URLError(.networkConnectionLost)
        default: return try Responses.status(200)
        }
    }
}
