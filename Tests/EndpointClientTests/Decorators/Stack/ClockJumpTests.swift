import EndpointTesting
import Testing

/// A clock that is set back while clients count on it.
@Suite struct ClockJumpTests {
    private let clock = TestClock()
    private let server = MoodyServer()

    @Test func `a breaker's pause becomes no longer than it was`() async throws {
        let client = MockClient(server.answer).circuitBreaking(clock: clock, random: { 0.5 })
        clock.advance(by: .seconds(1000))
        for _ in 0..<5 { _ = try await client.send(.get, "x") }
        clock.advance(by: .seconds(-1000))
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "x") }
        clock.advance(by: .seconds(10))
        #expect(try await client.send(.get, "x").http.statusCode == 503)
    }

    @Test func `used up refreshes come back within a minute`() async throws {
        let refreshes = Tally()
        let tokens = RefreshingCredential(clock: clock) { _ in
            refreshes.add()
            throw URLError(.timedOut)
        }
        let client = MockClient(server.answer).authorizing(with: tokens)
        clock.advance(by: .seconds(1000))
        for _ in 0..<4 { _ = try? await client.send(.get, "x") }
        clock.advance(by: .seconds(-1000))
        _ = try? await client.send(.get, "x")
        #expect(refreshes.count == 3)
        clock.advance(by: .seconds(60))
        _ = try? await client.send(.get, "x")
        #expect(refreshes.count == 4)
    }

    @Test func `an attempt that took less than no time is tried again and told`() async throws {
        let clock = clock
        server.turn { request in
            clock.advance(by: .seconds(-5))
            return try .answer(503, to: request)
        }
        let steps = Steps()
        let client = MockClient(server.answer).retrying(clock: clock, random: { 0 }).metering(clock: clock, steps.note)
        let response = try await client.send(.get, "x")
        #expect(response.retries?.attempts.map(\.duration) == [.seconds(-5), .seconds(-5), .seconds(-5)])
        #expect(steps.all.last == "ended: 503")
    }

    @Test func `a race goes on as long as the jump, and ends`() async throws {
        let never = Tally()
        defer { never.add() }
        server.turn { request in
            try await never.reached(1)
            return try .answer(200, to: request)
        }
        let client = MockClient(server.answer).timingOut(after: .seconds(5), clock: clock)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        clock.advance(by: .seconds(-100))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(105))
        await #expect(throws: URLError.self) { try await call.value }
    }

    @Test(.timeLimit(.minutes(10)), arguments: OrderedStack.orders.indices)
    func `whatever the order, calls end while the clock jumps`(order: Int) async throws {
        let stack = OrderedStack(seed: UInt64(order))
        let server = ErraticServer(stack.clock, stack.dice, jumps: true)
        let base: any APIClient = order.isMultiple(of: 2) ? server.careful : server.careless
        let client = stack.around(base, OrderedStack.orders[order])
        let calls = isThorough ? 200 : 5
        var all = 0
        for _ in 0..<calls {
            _ = try? await client.send(.get, "x")
            let arrivals = server.close().arrivals
            #expect(arrivals <= 6)
            all += arrivals
            stack.clock.advance(by: .seconds(stack.dice.roll(30)))
        }
        #expect(all > calls / 4)
    }
}
