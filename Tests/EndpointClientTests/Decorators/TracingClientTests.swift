import EndpointTesting
import Testing

@Suite struct TracingClientTests {
    private let mock = MockClient.always(.status(200))

    private static func numbers() -> @Sendable () -> UInt64 {
        let tally = Tally()
        return { UInt64(tally.add()) }
    }

    private func contexts(_ mock: MockClient) -> [TraceContext?] {
        mock.headers("traceparent").map { $0.flatMap { TraceContext(traceparent: $0) } }
    }

    @Test func `each call is a new trace when the app is in none`() async throws {
        let client = mock.tracing(random: Self.numbers())
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        #expect(
            mock.headers("traceparent") == [
                "00-00000000000000010000000000000002-0000000000000003-03",
                "00-00000000000000040000000000000005-0000000000000006-03",
            ])
    }

    @Test func `a call is a span of the trace that the app is in`() async throws {
        let parent = TraceContext(trace: TraceID(high: 7, low: 8), span: 9, isSampled: false)
        _ = try await mock.tracing(parent: { parent.traceparent }, random: Self.numbers()).send(.get, "x")
        #expect(contexts(mock) == [TraceContext(trace: parent.trace, span: 1, isSampled: false)])
    }

    @Test func `a request that has the header keeps it, even a broken one`() async throws {
        _ = try await mock.tracing().send(.get, "x", headers: ["Traceparent": "mine"])
        #expect(mock.headers("traceparent") == ["mine"])
    }

    @Test func `each attempt is a span of its own in the same trace`() async throws {
        let mock = MockClient.always(.status(503)), policy = RetryPolicy(base: .zero, overloadBase: .zero)
        let client = mock.retrying(policy, clock: TestClock(), random: Dice(seed: 1).fraction)
        _ = try await client.tracing().send(.get, "x")
        let contexts = try contexts(mock).map { try #require($0) }
        #expect(Set(contexts.map(\.trace)).count == 1)
        #expect(Set(contexts.map(\.span)).count == 3)
    }

    @Test(arguments: [Double.nan, -.infinity, -1, 0, 1, 2, 1e300, .infinity])
    func `a draw that is none traps nowhere`(draw: Double) async throws {
        let mock = MockClient { On(RawEndpoint.self).fail(.reset).then(.status(200)) }
        let policy = RetryPolicy(base: .zero, overloadBase: .zero)
        let client = mock.retrying(policy, clock: TestClock(), random: { draw }).tracing()
        #expect(try await client.send(.get, "x").http.statusCode == 200)
        #expect(contexts(mock).map { $0 != nil } == [true, true])
    }
}
