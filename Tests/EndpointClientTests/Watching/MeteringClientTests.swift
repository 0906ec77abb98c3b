import EndpointTesting
import Testing

@Suite struct MeteringClientTests {
    private let clock = TestClock()
    private let steps = Steps()

    /// Each exchange takes 0.12 s.
    private func script(_ answers: [MoodyServer.Mood]) -> PunctualClient {
        let number = Tally(), clock = clock
        return PunctualClient { request in
            clock.advance(by: .milliseconds(120))
            return try await answers[number.add() - 1](request)
        }
    }

    @Test func `the events of a call show two retries and a new credential`() async throws {
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old")), time: clock.time) { _ in
            ExpiringCredential(.bearer("new"))
        }
        let server = script([
            MoodyServer.status(401), MoodyServer.status(503), MoodyServer.failing(URLError(.timedOut)),
            MoodyServer.status(200),
        ])
        let client = server.authorizing(with: tokens).retrying(time: clock.time.drawing { 0 })
            .metering(time: clock.time, steps.note)
        _ = try await client.send(.get, "x")
        #expect(
            steps.all == [
                "began", "waiting for a credential", "replaying", "attempt 1: 503 Service Unavailable, 0.240 s",
                "retrying after 0.000 s: 503 Service Unavailable", "attempt 2: timed out, 0.120 s",
                "retrying after 0.000 s: timed out", "attempt 3: 200 OK, 0.120 s", "ended: 200",
            ])
    }

    @Test func `events have the metrics of each answered exchange`() async throws {
        let seen = Locked<[Duration?]>([]), number = Tally()
        let server = PunctualClient { request in
            let call = number.add()
            if call == 2 { throw URLError(.timedOut) }
            var response = try await MoodyServer.status(call == 3 ? 200 : 503)(request)
            response.metrics = ExchangeMetrics(total: .milliseconds(call))
            return response
        }
        let client = server.retrying(time: clock.time.drawing { 0 }).metering(time: clock.time) { event in
            switch event.step {
            case .attempted, .ended: seen.withLock { $0.append(event.metrics?.total) }
            default: break
            }
        }
        #expect(try await client.send(.get, "x").metrics?.total == .milliseconds(3))
        #expect(seen.withLock { $0 } == [.milliseconds(1), nil, .milliseconds(3), .milliseconds(3)])
    }

    @Test func `an event says why a call was given up`() async throws {
        let client = script([MoodyServer.status(503)]).retrying(time: clock.time).metering(time: clock.time, steps.note)
        _ = try await client.send(.post, "x")
        #expect(
            steps.all == [
                "began", "attempt 1: 503 Service Unavailable, 0.120 s", "gave up: the request is not safe to repeat",
                "ended: 503",
            ])
    }

    @Test func `an event for a missing credential hides the secret in the reason`() async throws {
        struct Refusal: LocalizedError {
            var errorDescription: String? { "refused: access_token=s3cret" }
        }
        let tokens = RefreshingCredential(time: clock.time) { _ in throw Refusal() }
        let client = script([]).authorizing(with: tokens).metering(time: clock.time, steps.note)
        await #expect(throws: Refusal.self) { try await client.send(.get, "x") }
        #expect(
            steps.all == [
                "began", "waiting for a credential", "no credential: refused: access_token={{secret}}",
                "ended: Refusal",
            ])
    }

    @Test func `a waiter that leaves doesn't emit an event for a missing credential`() async throws {
        let office = TokenOffice()
        let client = office.client(office.api, office.credential()).metering(steps.note)
        let call = Task { try await client.send(.get, "x") }
        try await office.waiting.reached(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(steps.all == ["began", "waiting for a credential", "ended: CancellationError"])
    }

    @Test func `events have the number of their call and the time since its beginning`() async throws {
        let told = Locked<[String]>([])
        let server = script([MoodyServer.status(200), MoodyServer.status(200)])
        let client = server.metering(time: clock.time) { event in
            told.withLock { $0.append("\(event.call) \(event.elapsed.brief)") }
        }
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        #expect(told.withLock { $0 } == ["1 0.000 s", "1 0.120 s", "2 0.000 s", "2 0.120 s"])
    }

    @Test func `an event has the time of day and a level`() async throws {
        let told = Locked<[String]>([])
        let client = script([MoodyServer.status(200)]).metering(
            time: clock.time.dated { Date(timeIntervalSince1970: 1000) }
        ) { event in
            told.withLock { $0.append("\((event.date.timeIntervalSince1970 * 1000).rounded()) \(event.level)") }
        }
        _ = try await client.send(.get, "x")
        #expect(told.withLock { $0 } == ["1000000.0 debug", "1000120.0 info"])
    }

    @Test func `two meters both get the events`() async throws {
        let inner = Steps()
        let client = script([MoodyServer.status(404)]).retrying(time: clock.time).metering(time: clock.time, inner.note)
            .metering(time: clock.time, steps.note)
        _ = try await client.send(.get, "x")
        #expect(steps.all == ["began", "attempt 1: 404 Not Found, 0.120 s", "ended: 404"])
        #expect(inner.all == steps.all)
    }

    @Test func `an event says where a redirect leads`() async throws {
        let server = try LoopbackServer { $0.path == "/v1/x" ? .redirect(to: "/v1/y") : .status(204) }
        _ = try await URLSessionClient(server).metering(steps.note).send(.get, "x")
        #expect(steps.all == ["began", "302 to http://127.0.0.1:\(server.port)", "ended: 204"])
    }
}
