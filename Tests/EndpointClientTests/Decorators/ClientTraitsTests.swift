import EndpointTesting
import Testing

/// The declarations of a client from another package count as much as those of ours.
@Suite struct ClientTraitsTests {
    private struct PlacedDecorator: ClientDecorator {
        let upstream: any APIClient
        let order: LayerOrder?
        var name: String { "Placed" }
        var traits: ClientTraits { inheritedTraits(waits: false) }

        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
    }

    private struct BufferingDecorator: ClientDecorator {
        let upstream: any APIClient
        let flushes = Tally()
        var traits: ClientTraits { inheritedTraits().flushing { flushes.add() } }

        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
    }

    private struct SigningDecorator: ClientDecorator {
        let upstream: any APIClient
        let key: Locked<String>
        var traits: ClientTraits { inheritedTraits(waits: false).sending { ["X-Signature": key.withLock { $0 }] } }

        func send(_ request: APIRequest) async throws -> APIResponse {
            var request = request
            request.urlRequest.setValue(key.withLock { $0 }, forHTTPHeaderField: "X-Signature")
            return try await upstream.send(request)
        }
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
        #expect(!PlacedDecorator(upstream: mock, order: nil).traits.enforcesDeadlines)
        #expect(!mock.authorizing(.bearer("t")).traits.enforcesDeadlines)
        #expect(mock.authorizing(.bearer("t")).retrying().traits.enforcesDeadlines)
        #expect(mock.timingOut(after: .seconds(1)).traits.enforcesDeadlines)
        #expect(mock.timingOut(after: .seconds(1)).adapting { _ in }.traits.enforcesDeadlines)
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

    @Test func `a decorator that declares nothing passes on all but the place and the promise about deadlines`() async {
        let base = MockClient(baseURL: URL(string: "https://api.example.com/v1"), redaction: .off) {
            try .answer(to: $0)
        }
        let buffer = BufferingDecorator(upstream: base.authorizing(.bearer("t")).timingOut(after: .seconds(1)))
        let traits = buffer.decoratedByOthers.traits
        #expect(traits.baseOrigin?.host == "api.example.com")
        #expect(traits.redaction == .off)
        #expect(traits.sentHeaders() == ["Authorization": "Bearer t"])
        #expect(!traits.enforcesDeadlines)
        #expect(traits.order == nil)
        await traits.flush()
        #expect(buffer.flushes.count == 1)
    }

    /// What is sent now is hidden, and not what was sent when the stack was made.
    @Test func `the headers that a decorator sends are hidden where an answer repeats them`() async throws {
        let echo = MockClient { request in
            let key = request.urlRequest.value(forHTTPHeaderField: "X-Signature") ?? ""
            return try .answer(403, body: Data("The signature \(key) is wrong.".utf8), to: request)
        }
        let key = Locked("mauve otter 1"), lines = Locked<[String]>([])
        let client = SigningDecorator(upstream: echo, key: key).decoratedByOthers
            .logging(to: LogSink { entry in lines.withLock { $0.append(entry.message) } }, showing: .bodies)
        key.withLock { $0 = "mauve otter 2" }
        let error = await #expect(throws: HTTPError.self) { try await client.request(BookEndpoint()) }
        await client.flush()
        #expect(error.map { "\($0)".contains("mauve") } == false)
        #expect(lines.withLock { $0 }.contains { $0.contains("403") })
        #expect(lines.withLock { $0 }.filter { $0.contains("mauve") } == [])
    }

    @Test func `the credential of a mock with a base URL goes where that of a real client goes`() async throws {
        let mock = MockClient(baseURL: URL(string: "https://api.example.com/v1")) { try .answer(to: $0) }
        let client = mock.authorizing(.bearer("t"))
        for url in ["x", "https://api.example.com/x", "https://other.example/x"] {
            _ = try await client.send(.get, url)
        }
        #expect(mock.headers("Authorization") == ["Bearer t", "Bearer t", nil])
        #expect(!mock.traits.enforcesDeadlines)
    }

    /// It says that it enforces deadlines, and waits until it is let go.
    private struct LyingDecorator: ClientDecorator {
        let upstream: any APIClient
        let gate = Promise<Void>()
        let arrivals = Tally()

        var traits: ClientTraits {
            var traits = inheritedTraits()
            traits.enforcesDeadlines = true
            return traits
        }

        func send(_ request: APIRequest) async throws -> APIResponse {
            guard request.urlRequest.url?.absoluteString == "slow" else { return try await upstream.send(request) }
            arrivals.add()
            try await gate.value {}
            return try await upstream.send(request)
        }
    }

    @Test func `a decorator that lies about deadlines is waited for, and no other call, queue or breaker is affected`()
        async throws
    {
        let clock = TestClock(), steps = Steps()
        let server = try LoopbackServer { _ in .status(204) }
        let base = LiveClient(baseURL: server.url, limits: ClientLimits(concurrentCallsPerOrigin: 1), time: clock.time)
        let liar = LyingDecorator(upstream: base)
        let client = liar.circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1), time: clock.time)
            .timingOut(after: .seconds(5), time: clock.time).metering(time: clock.time, steps.note)
        let call = Task { try await client.send(.get, "slow") }
        try await liar.arrivals.reached(1)
        clock.advance(by: .seconds(60))
        for _ in 0..<3 { #expect(try await client.send(.get, "x").http.statusCode == 204) }
        #expect(base.callsUnderWay == 0)
        liar.gate.resolve(.success(()))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(try await client.send(.get, "x").http.statusCode == 204)
        #expect(server.requests.map(\.path) == ["/x", "/x", "/x", "/x"])
        #expect(!steps.all.contains { $0.hasPrefix("breaker") || $0 == "queued" })
    }
}
