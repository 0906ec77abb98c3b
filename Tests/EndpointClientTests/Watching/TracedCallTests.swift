import Testing

@testable import EndpointCore
@testable import EndpointTesting

/// Each request that is sent is a span of its own in the trace of its call, and the events say which.
@Suite struct TracedCallTests {
    private static let app = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private let events = Locked<[CallEvent]>([])
    private let policy = RetryPolicy(attempts: 2, base: .zero, overloadBase: .zero)

    private var reports: [SendReport] {
        events.withLock { $0 }.compactMap { event in
            if case .sent(let report) = event.step { report } else { nil }
        }
    }

    @Sendable private func note(_ event: CallEvent) {
        events.withLock { $0.append(event) }
    }

    private func span(_ request: RecordedRequest) throws -> TraceContext {
        try #require(request.header("traceparent").flatMap { TraceContext(traceparent: $0) })
    }

    /// A server that fails once, refuses the first credential, and sends on to another place.
    private func server(leadingTo target: URL) throws -> LoopbackServer {
        let requests = Tally()
        return try LoopbackServer { request in
            switch (request.path, requests.add()) {
            case ("/token", _): .json(#"{"token": "new"}"#)
            case (_, 1): .status(503)
            case _ where request.header("Authorization") != "Bearer new": .status(401)
            case ("/a", _): .status(307, headers: ["Location": "/b"])
            default: .status(302, headers: ["Location": "\(target)/c?api_key=0123456789abcdef"])
            }
        }
    }

    @Test func `attempts, redirects, replays and token requests are spans of their own`() async throws {
        let other = try LoopbackServer { _ in .status(200) }, server = try server(leadingTo: other.url)
        let plain = LiveClient(baseURL: server.url)
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
            _ = try await plain.send(.get, "token")
            return ExpiringCredential(.bearer("new"))
        }
        let client = LiveClient(baseURL: server.url).standard { stack in
            (stack.deadline, stack.attemptDeadline) = (nil, nil)
            stack.retry = policy
            stack.credential = .refreshing(tokens)
            stack.traceParent = { Self.app }
            stack.meter = note
        }
        #expect(try await client.send(.get, "a").http.statusCode == 200)

        let requests = server.requests + other.requests
        try #require(requests.map(\.path) == ["/a", "/a", "/token", "/a", "/b", "/c"])
        let spans = try requests.map(span)
        #expect(Set(spans.map(\.span)).count == 6)
        #expect(Set(spans.map(\.traceID)) == ["4bf92f3577b34da6a3ce929d0e0e4736"])

        // The client that requests the token has no meter and reports nothing.
        let reported = spans.filter { $0 != spans[2] }
        #expect(reports.map { $0.trace?.traceparent } == reported.map(\.traceparent))
        #expect(reports.map(\.resendCount) == [0, 1, 2, 3, 4])
        #expect(reports.map(\.status) == [503, 401, 307, 302, 200])
        #expect(reports.map(\.errorType) == ["503", "401", nil, nil, nil])
        #expect(reports.map(\.method) == Array(repeating: "GET", count: 5))
        #expect(reports.map(\.endpoint) == Array(repeating: "RawEndpoint", count: 5))
        #expect(reports.prefix(3).map(\.url) == Array(repeating: "\(server.url)/a", count: 3))
        #expect(reports.last?.url == "\(other.url)/c?api_key={{secret}}")
        #expect(reports.map(\.serverAddress) == Array(repeating: "127.0.0.1", count: 5))
        #expect(reports.map(\.serverPort) == Array(repeating: Int(server.port), count: 4) + [Int(other.port)])
    }

    @Test func `every event has the span of the call, which is the parent of its requests' spans`() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        let client = LiveClient(baseURL: server.url).standard { stack in
            stack.traceParent = { Self.app }
            stack.meter = note
        }
        _ = try await client.send(.get, "a")
        let events = events.withLock { $0 }
        #expect(events.map(\.step.words).first == "began")
        #expect(events.map(\.trace?.traceID) == events.map { _ in "4bf92f3577b34da6a3ce929d0e0e4736" })
        let call = try #require(events.first?.trace)
        #expect(call.parentSpanID == "00f067aa0ba902b7")
        #expect(events.last?.trace == call)
        #expect(reports.map { $0.trace?.parentSpanID } == [call.spanID])
        #expect(reports.first?.trace?.spanID != call.spanID)
        #expect(events.map(\.server) == events.map { _ in Origin(server.url) })
        let kinds = events.map(\.step.words).map { $0.split(separator: " ").first }
        #expect(kinds == ["began", "sending", "sent", "attempt", "ended:"])
    }

    @Test func `a request without a response has the kind of its error`() async throws {
        let client = try LiveClient(baseURL: #require(URL(string: "http://127.0.0.1:1"))).tracing().metering(note)
        await #expect(throws: URLError.self) { try await client.send(.get, "a") }
        #expect(reports.map(\.status) == [nil])
        #expect(reports.map(\.errorType) == ["unreachable"])
    }

    @Test func `a call that isn't traced sends no header and reports no request, but has its server`() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        _ = try await LiveClient(baseURL: server.url).standard { $0.meter = note }.send(.get, "a")
        #expect(server.requests.map { $0.header("traceparent") } == [nil])
        #expect(reports.isEmpty)
        let events = events.withLock { $0 }
        #expect(events.allSatisfy { $0.trace == nil && $0.server == Origin(server.url) })
    }

    @Test func `a request that a breaker refuses isn't reported`() async throws {
        let mock = MockClient.always(.status(500))
        let client = mock.circuitBreaking(CircuitBreakerPolicy(failuresInARow: 1)).tracing().metering(note)
        _ = try await client.send(.get, "a")
        await #expect(throws: BreakerOpenError.self) { try await client.send(.get, "a") }
        #expect(reports.count == 1)
    }

    @Test func `a decorator that sends twice reports two spans`() async throws {
        struct Twice: ClientDecorator {
            let upstream: any APIClient

            func send(_ request: APIRequest) async throws -> APIResponse {
                _ = try await upstream.send(request)
                return try await upstream.send(request)
            }
        }
        let mock = MockClient.always(.status(200))
        _ = try await Twice(upstream: mock).tracing().send(.get, "a")
        #expect(Set(mock.headers("traceparent")).count == 2)
    }

    @Test func `calls made while authorizing or editing a request belong to its trace`() async throws {
        let mock = MockClient.always(.status(200)), plain = MockClient.always(.status(200))
        let client = mock.authorizing {
            _ = try await plain.send(.get, "token")
            return .bearer("t")
        }
        .adapting { _ in _ = try await plain.tracing(parent: { "no" }).send(.get, "settings") }
        _ = try await client.tracing(parent: { Self.app }).send(.get, "a")
        let contexts = (plain.headers("traceparent") + mock.headers("traceparent")).map {
            $0.flatMap { TraceContext(traceparent: $0) }
        }
        #expect(contexts.map { $0?.traceID } == contexts.map { _ in "4bf92f3577b34da6a3ce929d0e0e4736" })
        #expect(Set(contexts).count == 3)
    }

    @Test func `a tracer makes the spans, and its headers are sent`() async throws {
        let ended = Locked<[String]>([])
        let tracer = CallTracer { _ in
            "call"
        } send: { report, _, send in
            let response = try await send(["X-Span": "\(report.resendCount)"])
            ended.withLock { $0.append("\(report): \(response.http.statusCode)") }
            return response
        }
        let server = try LoopbackServer { request in
            request.path == "/a" ? .status(307, headers: ["Location": "/b"]) : .status(404)
        }
        let client = LiveClient(baseURL: server.url).tracing(with: tracer).metering(note)
        _ = try await client.send(.get, "a", headers: ["x-span": "own"])
        #expect(server.requests.map { $0.header("X-Span") } == ["0", "1"])
        #expect(ended.withLock { $0 } == ["GET \(server.url)/a: 307", "GET \(server.url)/b: 404"])
        #expect(reports.map(\.trace) == [nil, nil])
    }

    @Test func `a decorator may make a span of its own work, beside those of the requests`() async throws {
        struct Looking: ClientDecorator {
            let upstream: any APIClient

            func send(_ request: APIRequest) async throws -> APIResponse {
                let found = try await request.traced { try .answer(404, to: $0) }
                return found.http.statusCode == 404 ? try await upstream.send(request) : found
            }
        }
        let mock = MockClient.always(.status(200))
        _ = try await Looking(upstream: mock).tracing(parent: { Self.app }).metering(note).send(.get, "a")
        #expect(reports.map(\.status) == [404, 200])
        #expect(reports.map(\.resendCount) == [0, 1])
        #expect(Set(reports.map { $0.trace?.spanID }).count == 2)
        #expect(Set(reports.map { $0.trace?.parentSpanID }).count == 1)
    }
}
