import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore

/// Hedges and the decorators around and inside them: retries, deadlines, breakers, queues, credentials, streams.
@Suite struct HedgedAttemptTests {
    private let clock = TestClock()
    private let steps = Steps()

    private func stack(_ server: some APIClient, _ change: (inout ClientStack) -> Void = { _ in }) -> any APIClient {
        server.standard {
            $0.time = clock.time
            $0.hedge = .always(after: .seconds(1))
            $0.retry = RetryPolicy(base: .zero, overloadBase: .zero)
            $0.meter = steps.note
            change(&$0)
        }
    }

    private func result(_ client: some APIClient, for time: Duration = .seconds(90)) async -> Result<
        APIResponse, any Error
    > {
        let call = Task { await Result { try await client.send(.get, "x") } }
        await clock.run(for: time)
        return await call.value
    }

    // Retries.

    @Test func `a hedged call is not retried, and its report has both requests`() async throws {
        let server = PacedServer(clock) { (.seconds(2 * $0), .status(503)) }
        let retries = try #require(try await result(stack(server)).get().retries)
        #expect(server.requests.count == 2)
        #expect(retries.reason == .hedged)
        #expect(retries.attempts.map(\.number) == [1, 2])
        #expect(retries.attempts.map(\.start) == [.zero, .seconds(1)])
        #expect(retries.attempts.map(\.duration) == [.seconds(2), .seconds(4)])
        #expect(retries.attempts.map(\.failure) == [.status(503), .status(503)])
        #expect("\(retries)" == "Tried 2 times in 5.000 s: a second request was sent already.")
    }

    @Test func `a hedge inside a decorator of another package is seen by the retries as well`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(2), .status(503)) }
        let client = server.hedging(.always(after: .seconds(1)), time: clock.time).decoratedByOthers
            .retrying(time: clock.time)
        #expect(try await result(client).get().retries?.reason == .hedged)
        #expect(server.requests.count == 2)
    }

    @Test func `a call that is retried isn't hedged`() async throws {
        let server = PacedServer(clock) { $0 == 1 ? (.zero, .status(503)) : (.seconds(5), .status(200)) }
        #expect(try await result(stack(server)).get().http.statusCode == 200)
        #expect(server.requests.count == 2)
        #expect(!steps.all.contains { $0.contains("hedged") })
    }

    @Test func `a call that failed before the delay is retried`() async throws {
        let server = PacedServer(clock) { (.milliseconds(500), .status($0 == 1 ? 503 : 200)) }
        #expect(try await result(stack(server)).get().http.statusCode == 200)
        #expect(server.requests.count == 2)
    }

    @Test func `both requests are attempts in the events of a call`() async throws {
        let server = PacedServer(clock) { (.milliseconds($0 == 1 ? 9000 : 100), .status(204)) }
        _ = await result(stack(server))
        #expect(
            steps.all == [
                "began", "decided hedged [1.0]", "decided hedgeWon [1.1]", "attempt 1: cancelled, 1.100 s",
                "attempt 2: 204 No Content, 0.100 s", "ended: 204",
            ])
    }

    @Test func `a hedge that lost is the second attempt`() async throws {
        let server = PacedServer(clock) { (.milliseconds($0 == 1 ? 1500 : 9000), .status(204)) }
        _ = await result(stack(server))
        #expect(
            steps.all == [
                "began", "decided hedged [1.0]", "attempt 1: 204 No Content, 1.500 s", "attempt 2: cancelled, 0.500 s",
                "ended: 204",
            ])
    }

    @Test func `the steps of a request that has lost are not reported`() async throws {
        let server = PacedServer(clock) { (.milliseconds($0 == 1 ? 9000 : 100), .status(204)) }
        _ = await result(stack(ReportingClient(upstream: server)))
        #expect(steps.all.filter { $0.hasPrefix("decided over") } == ["decided over []"])
    }

    // Deadlines.

    @Test func `the deadline of a call ends both requests, and both are in the report`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(100), .status(200)) }
        let client = stack(server.decoratedByOthers) {
            $0.deadline = .seconds(5)
            $0.attemptDeadline = nil
        }
        let error = await #expect(throws: URLError.self) { try await result(client).get() }
        #expect(error?.code == .timedOut)
        #expect(error?.retries?.attempts.map(\.duration) == [.seconds(5), .seconds(4)])
        #expect(server.cancelled.count == 2)
    }

    @Test func `each request has the whole limit of an attempt`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(100), .status(200)) }
        let error = await #expect(throws: URLError.self) {
            try await result(stack(server.decoratedByOthers) { $0.attemptDeadline = .seconds(10) }).get()
        }
        #expect(error?.retries?.attempts.map(\.start) == [.zero, .seconds(1)])
        #expect(error?.retries?.attempts.map(\.duration) == [.seconds(10), .seconds(10)])
    }

    // Breakers.

    @Test func `a circuit breaker counts each request`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(2), .status(503)) }
        let client = stack(server) { $0.breaker = CircuitBreakerPolicy(failuresInARow: 2) }
        _ = await result(client, for: .seconds(4))
        #expect(steps.all.contains { $0.hasPrefix("breaker opened") })
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
    }

    @Test func `a request that lost is no failure of the server`() async throws {
        let server = PacedServer(clock) { (.seconds($0.isMultiple(of: 2) ? 1 : 100), .status(200)) }
        let client = stack(server) {
            $0.breaker = CircuitBreakerPolicy(failuresInARow: 1)
            $0.budget = RetryBudget(capacity: 100, earnedBySuccess: 1)
        }
        for _ in 0..<3 { #expect(try await result(client).get().http.statusCode == 200) }
        #expect(server.requests.count == 6)
    }

    // Queues and credentials.

    @Test func `a request that waits in a queue is not hedged`() async throws {
        let server = PacedServer(clock) { _ in (.milliseconds(500), .status(200)) }
        let client = QueueingClient(upstream: server, clock: clock)
            .hedging(.always(after: .seconds(1)), time: clock.time)
        #expect(try await result(client).get().http.statusCode == 200)
        #expect(server.requests.count == 1)
    }

    @Test func `a request that waits for a credential is not hedged`() async throws {
        let server = PacedServer(clock) { _ in (.milliseconds(500), .status(200)) }
        let tokens = RefreshingCredential(time: clock.time) { [clock] _ in
            try await clock.sleep(for: .seconds(3))
            return ExpiringCredential(.bearer("t"))
        }
        #expect(try await result(stack(server) { $0.credential = .refreshing(tokens) }).get().http.statusCode == 200)
        #expect(server.requests.count == 1)
    }

    // Streams.

    @Test func `the stream of the first head is delivered, and that of the other request is released`() async throws {
        let ends = Locked<[String]>([])
        let server = PacedServer(clock) { number in
            let body = Locked([Data("\(number)".utf8), Data("!".utf8)])
            let stream = BodyStream { body.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
            let observed = stream.observed { error in ends.withLock { $0.append(error == nil ? "read" : "released") } }
            return (number == 1 ? .seconds(9) : .seconds(1), .stream(observed))
        }
        let client = StubbornClient(upstream: server).hedging(.always(after: .seconds(1)), time: clock.time)
        let call = Task {
            var request = try TaxEndpoint().makeAPIRequest()
            request.wantsStream = true
            var text = ""
            for try await chunk in try await client.send(request).chunks {
                text += String(decoding: chunk, as: UTF8.self)
            }
            return text
        }
        await clock.run(for: .seconds(3))
        #expect(try await call.value == "2!")
        #expect(ends.withLock { $0 } == ["read"])
        await clock.run(for: .seconds(9))
        #expect(ends.withLock { $0 } == ["read", "released"])
    }

    // Cancellation.

    @Test func `both requests end when the caller is cancelled, at any event`() async throws {
        for count in 1...12 {
            let clock = TestClock(), seen = Tally(), begun = Tally(), ended = Tally()
            let server = PacedServer(clock) { (.milliseconds(1000 * $0), .status(503)) }
            let call = Locked<Task<APIResponse, any Error>?>(nil), start = Tally()
            let client = server.hedging(.always(after: .milliseconds(300)), time: clock.time)
                .retrying(RetryPolicy(base: .zero, overloadBase: .zero), time: clock.time)
            let task = Task {
                try await start.reached(1)
                var request = try APIRequest(URLRequest(url: #require(URL(string: "x"))), for: TaxEndpoint())
                request.context.observe { signal in
                    switch signal {
                    case .began: begun.add()
                    case .ended: ended.add()
                    default: break
                    }
                    if seen.add() == count { call.withLock { $0 }?.cancel() }
                }
                return try await client.send(request)
            }
            call.withLock { $0 = task }
            start.add()
            await clock.run(for: .seconds(5))
            let result = await task.result
            if case .failure(let error) = result { #expect(error is CancellationError, "event \(count)") }
            #expect(server.requests.count <= 2, "event \(count)")
            #expect(begun.count == ended.count, "event \(count)")
            #expect(clock.sleeperCount <= 1, "event \(count)")
        }
    }

    @Test func `a cancelled call ends at once, even if its requests ignore that`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(60), .status(200)) }
        let client = StubbornClient(upstream: server).hedging(.always(after: .seconds(1)), time: clock.time)
        let call = Task { try await client.send(.get, "x") }
        await clock.run(for: .seconds(2))
        #expect(server.requests.count == 2)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await clock.run(for: .seconds(60))
    }
}

/// Calls one after the other. Every second one is hedged, although its first request is about to be answered.
@Suite struct HedgeMemoryTests {
    @Test(.timeLimit(.minutes(10))) func `hedges that were not needed leave nothing behind`() async throws {
        let calls = isThorough ? 200_000 : 2000
        let dead = Tally(), arrivals = Tally(), clock = TestClock()
        let hedge = Locked(Promise<Void>())
        let server = PunctualClient { request in
            let hasLost = request.urlRequest.value(forHTTPHeaderField: "X-Late") != nil && arrivals.add() % 2 == 0
            if hasLost {
                hedge.withLock { $0 }.resolve(.success(()))
                try await clock.sleep(for: .seconds(1))
            } else if request.urlRequest.value(forHTTPHeaderField: "X-Late") != nil {
                try await hedge.withLock { $0 }.value {}
            }
            return try .answer(200, to: request)
        }
        let isLate = Locked(false), alarms = Locked<Set<Int>>([]), lastID = Tally(), system = TimeSource.system
        let time = TimeSource(
            now: system.now, sleep: { _ in },
            alarm: { _, call in
                if isLate.withLock({ $0 }) { call() }
                let id = lastID.add()
                alarms.withLock { _ = $0.insert(id) }
                return { alarms.withLock { _ = $0.remove(id) } }
            }, date: system.date, random: system.random)
        let client = server.hedging(
            .always(after: .seconds(1)), budget: RetryBudget(capacity: 1000, earnedBySuccess: 1), time: time)
        for call in 0..<calls {
            isLate.withLock { $0 = call.isMultiple(of: 2) }
            hedge.withLock { $0 = Promise() }
            let url = try #require(URL(string: "x"))
            let headers: HeaderFields = call.isMultiple(of: 2) ? ["X-Late": "1"] : [:]
            let urlRequest = try URLRequest(.get, url, headers: headers)
            var request = APIRequest(urlRequest, for: RawEndpoint(urlRequest))
            let canary = Canary(dead)
            request.context.observe { _ in withExtendedLifetime(canary) {} }
            _ = try await client.send(request)
        }
        try await dead.reached(calls)
        #expect(arrivals.count == calls)
        #expect(alarms.withLock { $0.count } == 0)
        #expect(clock.sleeperCount == 0)
    }
}

/// Counts when it is deallocated.
private final class Canary: Sendable {
    private let dead: Tally

    init(_ dead: Tally) { self.dead = dead }

    deinit { dead.add() }
}

/// A client whose requests wait in a queue for 3 s.
private struct QueueingClient: ClientDecorator {
    let upstream: any APIClient
    let clock: TestClock

    func send(_ request: APIRequest) async throws -> APIResponse {
        request.context.emit(.queued)
        try await clock.sleep(for: .seconds(3))
        request.context.emit(.admitted(after: .seconds(3)))
        return try await upstream.send(request)
    }
}

/// A client that reports the end of each request.
private struct ReportingClient: ClientDecorator {
    let upstream: any APIClient

    var traits: ClientTraits { inheritedTraits(waits: false) }

    func send(_ request: APIRequest) async throws -> APIResponse {
        defer { request.context.emit(.decided(name: "over")) }
        return try await upstream.send(request)
    }
}

/// A client whose requests cannot be cancelled.
private struct StubbornClient: ClientDecorator {
    let upstream: any APIClient

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await Task { try await upstream.send(request) }.value
    }
}
