import Testing

@testable import EndpointCore
@testable import EndpointTesting

@Suite struct TracingClientTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

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
                "00-00000000000000010000000000000002-0000000000000004-03",
                "00-00000000000000050000000000000006-0000000000000008-03",
            ])
    }

    @Test func `a call is part of the app's span`() async throws {
        let parent = TraceContext(trace: TraceID(high: 7, low: 8), span: 9, isSampled: false)
        _ = try await mock.tracing(parent: { parent.traceparent }, time: Self.numbers()).send(.get, "x")
        #expect(contexts(mock) == [TraceContext(trace: parent.trace, span: 2, isSampled: false)])
    }

    @Test func `a request that has the header continues its trace`() async throws {
        let own = TraceContext(trace: TraceID(high: 7, low: 8), span: 9, isSampled: false)
        let client = mock.tracing(time: Self.numbers())
        _ = try await client.send(.get, "x", headers: ["Traceparent": own.traceparent])
        #expect(contexts(mock) == [TraceContext(trace: own.trace, span: 2, isSampled: false)])
    }

    @Test func `the app's tracestate is sent unchanged with each attempt`() async throws {
        let mock = MockClient.always(.status(503)), state = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"
        let client = mock.retryingAtOnce().tracing(parent: { Self.parent }, state: { state })
        _ = try await client.send(.get, "x", headers: ["Tracestate": "other=1"])
        #expect(mock.headers("tracestate") == [state, state, state])
        #expect(Set(mock.headers("traceparent")).count == 3)
    }

    @Test func `a stack sends the app's tracestate`() async throws {
        let client = mock.standard { stack in
            (stack.traceParent, stack.traceState) = ({ Self.parent }, { "a=1" })
        }
        _ = try await client.send(.get, "x")
        #expect(mock.headers("tracestate") == ["a=1"])
    }

    @Test func `a request that has both headers keeps its tracestate`() async throws {
        let client = mock.tracing(parent: { nil }, state: { "a=1" })
        _ = try await client.send(.get, "x", headers: ["traceparent": Self.parent, "tracestate": "own=1"])
        #expect(mock.headers("tracestate") == ["own=1"])
        #expect(contexts(mock).map { $0?.traceID } == [TraceContext(traceparent: Self.parent)?.traceID])
    }

    @Test(arguments: ["", "mine", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"])
    func `a malformed traceparent of the app is dropped with its tracestate`(parent: String) async throws {
        let client = mock.tracing(parent: { parent }, state: { "a=1" }, time: Self.numbers())
        _ = try await client.send(.get, "x")
        #expect(mock.headers("traceparent") == ["00-00000000000000010000000000000002-0000000000000004-03"])
        #expect(mock.headers("tracestate") == [nil])
    }

    @Test func `a malformed traceparent of a request is dropped with its tracestate`() async throws {
        let client = mock.tracing(parent: { Self.parent }, state: { "a=1" }, time: Self.numbers())
        _ = try await client.send(.get, "x", headers: ["Traceparent": "mine", "Tracestate": "own=1"])
        #expect(mock.headers("traceparent") == ["00-00000000000000010000000000000002-0000000000000004-03"])
        #expect(mock.headers("tracestate") == [nil])
    }

    @Test func `a tracestate without a traceparent is dropped`() async throws {
        _ = try await mock.tracing().send(.get, "x", headers: ["Tracestate": "own=1"])
        #expect(mock.headers("tracestate") == [nil])
    }

    @Test(arguments: ["", "a", "a=1\r\nX: y", "A=1", "a=1,,b="])
    func `a malformed tracestate is dropped, and the trace continues`(state: String) async throws {
        _ = try await mock.tracing(parent: { Self.parent }, state: { state }).send(.get, "x")
        #expect(mock.headers("tracestate") == [nil])
        #expect(contexts(mock).map { $0?.traceID } == [TraceContext(traceparent: Self.parent)?.traceID])
    }

    @Test func `the tracestate is sent after a redirect and by a refresh of the credential`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/a" where request.header("Authorization") != "Bearer new": .status(401)
            case "/a": .status(307, headers: ["Location": "/b"])
            default: .status(204)
            }
        }
        let plain = LiveClient(baseURL: server.url)
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
            _ = try await plain.send(.get, "token")
            return ExpiringCredential(.bearer("new"))
        }
        let client = plain.authorizing(with: tokens).tracing(parent: { Self.parent }, state: { "a=1" })
        _ = try await client.send(.get, "a")
        #expect(server.requests.map(\.path) == ["/a", "/token", "/a", "/b"])
        #expect(server.requests.map { $0.header("tracestate") } == ["a=1", "a=1", "a=1", "a=1"])
    }

    @Test func `each attempt is a span of its own in the same trace`() async throws {
        let mock = MockClient.always(.status(503)), policy = RetryPolicy(base: .zero, overloadBase: .zero)
        let client = mock.retrying(policy, time: TestClock().time.drawing(Dice(seed: 1).fraction))
        _ = try await client.tracing().send(.get, "x")
        let contexts = try contexts(mock).map { try #require($0) }
        #expect(Set(contexts.map(\.trace)).count == 1)
        #expect(Set(contexts.map(\.span)).count == 3)
    }

    @Test func `a client that makes the spans itself gets requests without the header`() async throws {
        let server = Locked<[String?]>([]), mock = MockClient.always(.status(503))
        let upstream = HeaderReadingClient(upstream: mock) { header in server.withLock { $0.append(header) } }
        _ = try await upstream.retryingAtOnce().tracing().send(.get, "x")
        #expect(server.withLock { $0 } == [nil, nil, nil])
        #expect(Set(mock.headers("traceparent")).count == 3)
        _ = try await upstream.fallingBack(to: ClosureClient { try .json("{}", to: $0) }).tracing().send(.get, "x")
        #expect(server.withLock { $0 }.last != .some(nil))
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

/// Reads the `traceparent` of each request that passes.
private struct HeaderReadingClient: ClientDecorator {
    let upstream: any APIClient
    let read: @Sendable (String?) -> Void

    func send(_ request: APIRequest) async throws -> APIResponse {
        read(request.urlRequest.value(forHTTPHeaderField: "traceparent"))
        return try await upstream.send(request)
    }
}
