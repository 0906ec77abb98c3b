import EndpointTesting
import Testing

@testable import EndpointClient

/// One call at a time, whose requests are answered after a time on a clock.
@Suite struct HedgingClientTests {
    private let clock = TestClock()
    private let steps = Steps()

    /// Hedges after a second.
    private func hedged(_ server: some APIClient, budget: RetryBudget = .standard) -> some ClientDecorator {
        server.hedging(.always(after: .seconds(1)), budget: budget, time: clock.time)
    }

    /// The result of a call, and when it came, after 30 s.
    private func result(
        _ client: some APIClient, _ method: HTTPMethod = .get, _ url: String = "x"
    ) async -> (Result<APIResponse, any Error>, after: Duration) {
        let start = clock.time.now()
        let call = Task { [clock, steps] in
            let result = await Result { try await client.metering(time: clock.time, steps.note).send(method, url) }
            return (result, after: clock.time.now() - start)
        }
        await clock.run(for: .seconds(30))
        return await call.value
    }

    private func status(_ result: Result<APIResponse, any Error>) throws -> Int { try result.get().http.statusCode }

    @Test func `a slow request is sent again after the delay, and the first good answer is returned`() async throws {
        let server = PacedServer(clock) { (.milliseconds($0 == 1 ? 10_000 : 200), .status($0 == 1 ? 200 : 204)) }
        let (result, time) = await result(hedged(server))
        #expect(try status(result) == 204)
        #expect(time == .milliseconds(1200))
        #expect(server.requests.count == 2)
        #expect(server.cancelled.count == 1)
        #expect(steps.all == ["began", "decided hedged [1.0]", "decided hedgeWon [1.2]", "ended: 204"])
    }

    @Test func `a request that is answered in time isn't sent again`() async throws {
        let server = PacedServer(clock) { _ in (.milliseconds(999), .status(200)) }
        #expect(try status(await result(hedged(server)).0) == 200)
        #expect(server.requests.count == 1)
        #expect(steps.all == ["began", "ended: 200"])
        #expect(clock.sleeperCount <= 1)
    }

    @Test func `a hedge that loses is cancelled`() async throws {
        let server = PacedServer(clock) { (.milliseconds($0 == 1 ? 1500 : 5000), .status($0 == 1 ? 200 : 204)) }
        let (result, time) = await result(hedged(server))
        #expect(try status(result) == 200)
        #expect(time == .milliseconds(1500))
        #expect(server.cancelled.count == 1)
        #expect(steps.all == ["began", "decided hedged [1.0]", "ended: 200"])
    }

    @Test(arguments: [429, 500, 503]) func `a failing answer is not followed by a hedge`(status: Int) async throws {
        let server = PacedServer(clock) { _ in (.milliseconds(900), .status(status)) }
        let (result, time) = await result(hedged(server))
        #expect(try self.status(result) == status)
        #expect(time == .milliseconds(900))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [true, false])
    func `a failing answer of one request does not end the other one`(isFirst: Bool) async throws {
        let server = PacedServer(clock) {
            ($0 == 1) == isFirst ? (.milliseconds(1500), .status(503)) : (.seconds(3), .status(200))
        }
        let (result, time) = await result(hedged(server))
        #expect(try status(result) == 200)
        #expect(time == (isFirst ? .seconds(4) : .seconds(3)))
    }

    @Test func `an answer that the server means ends the other request`() async throws {
        let server = PacedServer(clock) { ($0 == 1 ? .seconds(9) : .milliseconds(1), .status(404)) }
        let (result, time) = await result(hedged(server))
        #expect(try status(result) == 404)
        #expect(time == .milliseconds(1001))
    }

    @Test func `a failing status that the endpoint accepts is a good answer`() async throws {
        let server = PacedServer(clock) { ($0 == 1 ? .seconds(9) : .milliseconds(1), .status(503)) }
        let client = hedged(server)
        let call = Task { try await client.send(TaxEndpoint().makeAPIRequest()).http.statusCode }
        await clock.run(for: .milliseconds(1001))
        #expect(try await call.value == 503)
    }

    @Test func `of two failures a response is returned, and otherwise the error of the first request`() async throws {
        let lost = PacedServer.Reply.failure(URLError(.networkConnectionLost))
        let refused = PacedServer.Reply.failure(URLError(.cannotConnectToHost))
        let response = PacedServer(clock) { (.seconds(2), $0 == 1 ? lost : .status(503)) }
        #expect(try status(await result(hedged(response)).0) == 503)
        let early = PacedServer(clock) { (.seconds(2), $0 == 1 ? .status(502) : lost) }
        #expect(try status(await result(hedged(early)).0) == 502)
        let none = PacedServer(clock) { (.seconds(2), $0 == 1 ? lost : refused) }
        let (failure, time) = await result(hedged(none))
        #expect(throws: URLError(.networkConnectionLost)) { try failure.get() }
        #expect(time == .seconds(3))
    }

    @Test(arguments: [HTTPMethod.post, .put, .delete, .patch])
    func `a request that may change something is sent once`(method: HTTPMethod) async throws {
        let server = PacedServer(clock) { _ in (.seconds(5), .status(200)) }
        #expect(try status(await result(hedged(server), method).0) == 200)
        #expect(server.requests.count == 1)
    }

    @Test func `each hedge of an origin needs a twentieth of twenty calls`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(2), .status(200)) }
        let client = server.hedging(time: clock.time)
        for _ in 0..<19 { _ = await result(client) }
        #expect(server.requests.count == 19)
    }

    @Test func `no hedge is sent while the retry budget is used up, and each costs a token of it`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(2), .status(200)) }
        let client = hedged(server, budget: RetryBudget(capacity: 3, earnedBySuccess: 0.001))
        for _ in 0..<4 { _ = await result(client) }
        #expect(server.requests.count == 4 + 2)
    }

    @Test func `answers earn hedges, also without a retrying client`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(2), .status(200)) }
        let client = hedged(server, budget: RetryBudget(capacity: 4, earnedBySuccess: 1))
        for _ in 0..<6 { _ = await result(client) }
        #expect(server.requests.count == 12)
    }

    @Test func `hedges and retries share a budget`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(2), .status(503)) }
        let retrying = server.retrying(RetryPolicy(base: .zero, overloadBase: .zero), time: clock.time)
        for _ in 0..<2 { _ = await result(retrying) }
        let before = server.requests.count
        _ = await result(hedged(server))
        #expect(before == 5)
        #expect(server.requests.count == before + 1)
    }

    @Test(arguments: [429, 503, 500])
    func `no hedge is sent before the end of Retry-After`(status: Int) async throws {
        let server = PacedServer(clock) {
            $0 == 1 ? (.zero, .status(status, headers: ["Retry-After": "50"])) : (.seconds(2), .status(200))
        }
        let client = hedged(server)
        for _ in 0..<2 { _ = await result(client) }  // 30 s each.
        #expect(server.requests.count == 2)
        _ = await result(client)
        #expect(server.requests.count == 4)
    }

    @Test func `origins have their own hedges, and stacks around one client share them`() async throws {
        let server = PacedServer(clock) { _ in (.milliseconds(300), .status(200)) }
        func stack() -> some ClientDecorator { server.hedging(HedgePolicy(delay: .milliseconds(1))) }
        for _ in 0..<3 {
            let call = Task { try await stack().send(.get, "https://a.example/x") }
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(300))
            _ = try await call.value
        }
        let states = server.traits.health.hedges(HedgePolicy(delay: .milliseconds(1)), baseOrigin: nil)
        let origins = ["https://a.example", "https://b.example"].map { URL(string: $0).flatMap { Origin($0) } }
        let tokens = states.withLock { states in origins.map { states.update($0) { $0.tokens } } }
        #expect(tokens == [0.15, 0])
    }

    @Test func `a hedge is made in the caller's context`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(5), .status(200)) }
        let seen = Locked<[String]>([])
        let client = hedged(
            server.adapting { _ in
                seen.withLock { $0.append(CallerName.current) }
            })
        await CallerName.$current.withValue("before") { _ = await result(client) }
        await CallerName.$current.withValue("now") { _ = await result(client) }
        #expect(seen.withLock { $0 } == ["before", "before", "now", "now"])
    }

    @Test func `a hedge does not report the progress of its body`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(5), .status(200)) }
        let client = hedged(server)
        var request = try TaxEndpoint().makeAPIRequest()
        request.progress = { _ in }
        let call = Task { [request] in try await client.send(request) }
        await clock.run(for: .seconds(6))
        _ = try await call.value
        #expect(server.all.map { $0.progress != nil } == [true, false])
    }

    @Test func `both requests are spans of their own`() async throws {
        let server = PacedServer(clock) { _ in (.seconds(5), .status(200)) }
        _ = await result(hedged(server).tracing(time: clock.time))
        let spans = server.all.compactMap { $0.urlRequest.value(forHTTPHeaderField: "traceparent") }
        #expect(spans.count == 2)
        #expect(Set(spans).count == 2)
        #expect(Set(spans.map { $0.prefix(35) }).count == 1)
    }
}

private enum CallerName {
    @TaskLocal static var current = ""
}
