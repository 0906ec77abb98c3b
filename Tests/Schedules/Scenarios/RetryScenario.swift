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
        /// How often the breaker had opened when the last request of each call was sent.
        var openingsBefore: [Int: Int] = [:]
        /// The requests that were sent after the last opening and have no result.
        var probes: Set<Int> = []
    }

    private static let lastCalls = 3

    private let world: World
    private let record: Locked<Record>
    private let count: Int
    /// Whether no call is given up, so that each step of the circuit breaker is reported.
    private let isCalm: Bool
    private let deadline: Duration
    private let attemptLimit: Duration

    /// How long jobs that can run may be late.
    private static let slack = Duration.seconds(6)

    init(_ world: World) {
        self.world = world
        count = 3 + world.roll(9)
        isCalm = world.happens(onceIn: 2)
        deadline = .seconds(isCalm ? 500 : 6 + world.roll(20))
        attemptLimit = .seconds(4 + world.roll(4))
        record = Locked(Record(sends: Array(repeating: 0, count: count + Self.lastCalls)))
    }

    func run() async {
        let policy = CircuitBreakerPolicy(failuresInARow: 2 + world.roll(3), openTime: .seconds(2))
        let server = MemoryClient(world, answer).timingOut(eachAttemptAfter: attemptLimit, time: world.time)
        let client = MemoryClient(world) { try await pass($0, to: server) }
            .circuitBreaking(policy, time: world.time).retrying(time: world.time)
            .timingOut(after: deadline, time: world.time)
        async let weather: Void = change()
        let outcomes = await world.calls(0..<count, cancelledOnceIn: isCalm ? .max : 2 + world.roll(4)) { number in
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
        world.check(!isCalm || record.openUntil == nil, "the breaker has not closed")
    }

    private func check(_ outcome: Outcome<APIResponse>) {
        switch outcome.result {
        case .success, .failure(is CancellationError), .failure(is PlannedFailure): break
        case .failure(let error as URLError):
            world.check(
                [.timedOut, .networkConnectionLost, .notConnectedToInternet].contains(error.code),
                "call \(outcome.number): \(error)")
        case .failure(let error):
            world.check(error is BreakerOpenError, "call \(outcome.number) failed: \(error)")
        }
    }

    private func send(_ number: Int, through client: some APIClient) async throws -> APIResponse {
        let start = world.time.now()
        defer {
            record.withLock { _ = $0.ended.insert(number) }
            world.check(world.time.now() - start <= deadline + Self.slack, "call \(number) ended after its deadline")
        }
        let endpoint = NumberedEndpoint(number: number)
        var request = APIRequest(try endpoint.makeRequest(), for: endpoint)
        request.context.observe { signal in
            if case .step(let step, _) = signal { observe(step, of: number) }
        }
        return try await client.send(request)
    }

    private func observe(_ step: CallStep, of number: Int) {
        world.note("call \(number): \(step)")
        let (before, now) = (record.withLock { $0 }, world.time.now())
        world.check(!before.ended.contains(number), "call \(number) reported after its end: \(step)")
        switch step {
        case .breakerOpened(let pause):
            checkPeriod(of: number, before)
            record.withLock { record in
                record.openUntil = now + pause
                record.openings += 1
                record.probes = []
            }
        case .breakerClosed:
            checkPeriod(of: number, before)
            record.withLock { ($0.openUntil, $0.probes) = (nil, []) }
        case .breakerRejected where isCalm:
            let isDue = before.openUntil.map { now < $0 } ?? false || !before.probes.isEmpty
            world.check(isDue, "call \(number) was refused, although no probe is running")
        default: break
        }
    }

    /// A request that was sent before the breaker opened must not open or close it.
    private func checkPeriod(of number: Int, _ record: Record) {
        world.check(
            record.openingsBefore[number] == record.openings,
            "call \(number) counts, and was sent before the breaker opened")
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

    /// Passes a request that the circuit breaker has admitted.
    private func pass(_ request: APIRequest, to server: some APIClient) async throws -> APIResponse {
        let (number, now) = (request.number, world.time.now())
        let before = record.withLock { record in
            defer {
                record.sends[number] += 1
                record.openingsBefore[number] = record.openings
                if record.openUntil != nil { record.probes.insert(number) }
            }
            return record
        }
        world.note("call \(number) is sent")
        world.check(!before.ended.contains(number), "call \(number) was sent after its end")
        world.check((request.context.timeLeft ?? .zero) > .zero, "call \(number) was sent after its deadline")
        if isCalm, let openUntil = before.openUntil {
            world.check(now >= openUntil, "call \(number) was sent while the breaker was open")
            world.check(before.probes.isEmpty, "call \(number) was sent beside the probe \(before.probes)")
        }
        defer {
            record.withLock { _ = $0.probes.remove(number) }
            let duration = world.time.now() - now
            world.check(duration <= attemptLimit + Self.slack, "an attempt of call \(number) took \(duration)")
        }
        return try await server.send(request)
    }

    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        if record.withLock({ $0.mood == .healthy }) {
            await world.dawdle(seconds: 1)
        } else {
            await world.dawdle()
        }
        let mood = record.withLock { $0.mood }
        if mood == .hanging { try await world.time.sleep(for: .seconds(1000)) }
        try Task.checkCancellation()
        switch world.roll(mood == .erratic ? 7 : 4) {
        case _ where mood == .healthy: return try Responses.status(200)
        case 0: return try Responses.status(503)
        case 1: return try Responses.status(500)
        case 2: throw URLError(.networkConnectionLost)
        // Says nothing about the server.
        case 3: throw URLError(.notConnectedToInternet)
        default: return try Responses.status(200)
        }
    }
}
