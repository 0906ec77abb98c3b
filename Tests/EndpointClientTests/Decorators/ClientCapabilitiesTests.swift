import EndpointTesting
import Testing

/// What a client from another package says about itself counts as much as what ours say.
@Suite struct ClientCapabilitiesTests {
    private struct PlacedDecorator: ClientDecorator, DeadlineEnforcing {
        let upstream: any APIClient
        let order: LayerOrder?
        var name: String { "Placed" }

        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
    }

    private struct BufferingDecorator: ClientDecorator, FlushableClient {
        let upstream: any APIClient
        let flushes = Tally()

        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
        func flushEvents() async { flushes.add() }
    }

    @Test func `the base URL of a transport decides where a credential goes`() async throws {
        let sent = Locked<[String?]>([])
        let transport = ForeignTransport { request in
            sent.withLock { $0.append(request.urlRequest.value(forHTTPHeaderField: "Authorization")) }
            return try .answer(200, to: request)
        }
        let client = transport.decoratedByOthers.authorizing(.bearer("t"))
        for url in ["x", "https://foreign.example/x", "https://other.example/x"] {
            _ = try await client.send(.get, url)
        }
        #expect(sent.withLock { $0 } == ["Bearer t", "Bearer t", nil])
    }

    @Test func `relative and absolute requests share the breaker of the base URL`() async throws {
        let transport = ForeignTransport { _ in throw URLError(.timedOut) }
        let client = transport.circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), time: TestClock().time)
        await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        let error = await #expect(throws: BreakerOpenError.self) {
            try await client.send(.get, "https://foreign.example/x")
        }
        #expect(error?.host == "foreign.example")
        await #expect(throws: URLError.self) { try await client.send(.get, "https://other.example/x") }
    }

    @Test func `a decorator that enforces deadlines is given no task of its own`() async throws {
        let clock = TestClock()
        let client = PunctualClient { request in
            #expect(clock.sleeperCount == 0)
            return try .answer(200, to: request)
        }
        let stack = PlacedDecorator(upstream: client, order: nil).timingOut(after: .seconds(5), time: clock.time)
        #expect(try await stack.send(.get, "x").http.statusCode == 200)
    }

    @Test func `a decorator enforces deadlines no better than the client that it wraps`() {
        let mock = MockClient.always(.status(200))
        #expect(!PlacedDecorator(upstream: mock, order: nil).enforcesDeadline)
        #expect(!mock.authorizing(.bearer("t")).enforcesDeadline)
        #expect(mock.authorizing(.bearer("t")).retrying().enforcesDeadline)
        #expect(mock.timingOut(after: .seconds(1)).enforcesDeadline)
    }

    @Test func `a decorator takes its place beside another one`() {
        let mock = MockClient.always(.status(200))
        func stack(_ order: LayerOrder?) -> String { "\(PlacedDecorator(upstream: mock.retrying(), order: order))" }
        #expect(stack(.inside(.retrying)).hasSuffix("(Retrying belongs inside Placed)") == false)
        #expect(stack(.inside(.retrying)).hasSuffix("(Placed belongs inside Retrying)"))
        #expect(stack(.outside(.retrying)) == "Placed › Retrying › Mock")
        #expect(stack(nil) == "Placed › Retrying › Mock")
        #expect(LayerOrder.inside(.tracing) < .retrying)
        #expect(LayerOrder.inside(.tracing) < .outside(.retrying))
    }

    @Test func `a client flushes every layer`() async {
        let decorator = BufferingDecorator(upstream: MockClient.always(.status(200)))
        await decorator.retrying().flush()
        #expect(decorator.flushes.count == 1)
    }

    @Test func `a client flushes the layers of its fallback`() async {
        let decorator = BufferingDecorator(upstream: MockClient.always(.status(200)))
        await MockClient.always(.status(503)).fallingBack(to: decorator.retrying()).retrying().flush()
        #expect(decorator.flushes.count == 1)
    }
}
