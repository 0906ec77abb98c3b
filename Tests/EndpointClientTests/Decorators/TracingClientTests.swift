import Testing

@testable import EndpointCore
@testable import EndpointTesting

@Suite struct TracingClientTests {
    private let mock = MockClient.always(.status(200))

    /// Draws 1, 2, 3, and so on.
    private static func numbers() -> TimeSource {
        let tally = Tally()
        var time = TimeSource.system
        time.random = { UInt64(tally.add()) }
        return time
    }

    private func contexts(_ mock: MockClient) -> [TraceContext?] {
        mock.headers("traceparent").map { $0.flatMap { TraceContext(traceparent: $0) } }
    }

    @Test func `each call begins a new trace when the app has none`() async throws {
        let client = mock.tracing(time: Self.numbers())
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        #expect(
            mock.headers("traceparent") == [
                "00-00000000000000010000000000000002-0000000000000005-03",
                "00-00000000000000060000000000000007-000000000000000a-03",
            ])
    }

    @Test func `a call is part of the app's span`() async throws {
        let parent = TraceContext(trace: TraceID(high: 7, low: 8), span: 9, isSampled: false)
        _ = try await mock.tracing(parent: { parent.traceparent }, time: Self.numbers()).send(.get, "x")
        #expect(contexts(mock) == [TraceContext(trace: parent.trace, span: 3, isSampled: false)])
    }

    @Test func `a request that has the header continues its trace`() async throws {
        let own = TraceContext(trace: TraceID(high: 7, low: 8), span: 9, isSampled: false)
        let client = mock.tracing(time: Self.numbers())
        _ = try await client.send(.get, "x", headers: ["Traceparent": own.traceparent])
        #expect(contexts(mock) == [TraceContext(trace: own.trace, span: 3, isSampled: false)])
    }

    @Test func `a malformed traceparent header is sent unchanged`() async throws {
        _ = try await mock.tracing().send(.get, "x", headers: ["Traceparent": "mine"])
        #expect(mock.headers("traceparent") == ["mine"])
    }

    @Test func `each attempt is a span of its own in the same trace`() async throws {
        let mock = MockClient.always(.status(503)), policy = RetryPolicy(base: .zero, overloadBase: .zero)
        let client = mock.retrying(policy, time: TestClock().time.drawing(Dice(seed: 1).fraction))
        _ = try await client.tracing().send(.get, "x")
        let contexts = try contexts(mock).map { try #require($0) }
        #expect(Set(contexts.map(\.trace)).count == 1)
        #expect(Set(contexts.map(\.span)).count == 3)
    }

    @Test func `each attempt has a span of its own over a client that makes none`() async throws {
        let server = Locked<[String?]>([]), mock = MockClient.always(.status(503))
        let client = ClosureClient { request in
            server.withLock { $0.append(request.urlRequest.value(forHTTPHeaderField: "traceparent")) }
            return try await mock.send(request)
        }
        let policy = RetryPolicy(base: .zero, overloadBase: .zero)
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("t"))) { _ in ExpiringCredential(.bearer("u")) }
        let refusing = MockClient { On(RawEndpoint.self).status(401).then(.status(200)) }
        _ = try await client.retrying(policy, time: TestClock().time).fallingBack(to: client).tracing().send(.get, "x")
        #expect(Set(server.withLock { $0 }).count == 4)
        #expect(server.withLock { $0 }.allSatisfy { $0 != nil })
        _ = try await refusing.authorizing(with: tokens).tracing().send(.get, "x")
        #expect(Set(refusing.headers("traceparent")).count == 2)
    }
}

/// A client that responds with a closure, and does not support traces.
private struct ClosureClient: APIClient {
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await answer(request)
    }
}
