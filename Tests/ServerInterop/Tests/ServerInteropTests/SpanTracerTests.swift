import EndpointTesting
import HouseholdAPI
import InMemoryTracing
import ServerInterop
import Testing
import Tracing

@Suite struct SpanTracerTests {
    private let tracer = InMemoryTracer()

    @Test func `each attempt is a client span, and its context is sent`() async throws {
        let server = try LoopbackServer { request in
            request.connection > 0 ? .status(503, headers: ["X-Secret": "s"]) : .status(200)
        }
        try await withClient(of: server.url) { client in
            let traced = client.retrying(RetryPolicy(attempts: 2, base: .zero, overloadBase: .zero))
                .spanning(tracer: tracer)
            try await traced.raw(try .get("a", query: ["api_key": "0123456789abcdef"]))
        }
        let spans = tracer.finishedSpans
        #expect(spans.count == 2)
        #expect(server.requests.map { $0.header(InMemoryTracer.spanIDKey) } == spans.map(\.spanID))
        let span = try #require(spans.first)
        #expect(span.operationName == "GET RawEndpoint")
        #expect(span.kind == .client)
        #expect(span.attributes.get("http.request.method") == .string("GET"))
        #expect(span.attributes.get("server.address") == .string("127.0.0.1"))
        #expect(span.attributes.get("server.port") == .int64(Int64(server.port)))
        #expect(span.attributes.get("http.response.status_code") == .int64(503))
        #expect(span.attributes.get("error.type") == .string("503"))
        #expect(span.attributes.get("url.full") == .string("\(server.url)/v1/a?api_key={{secret}}"))
        #expect(span.status?.code == .error)
        #expect(!"\(spans)".contains("0123456789abcdef"))
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `a span is a child of the task's, and a good answer leaves its status unset`() async throws {
        let client = MockClient { request in try .json("{}", to: request) }.spanning(tracer: tracer)
        try await tracer.withSpan("parent") { parent in
            try await client.raw(try .get("a"))
            #expect(tracer.finishedSpans.first?.parentSpanID == parent.context.inMemorySpanContext?.spanID)
        }
        #expect(tracer.finishedSpans.first?.status == nil)
    }

    @Test func `a wrapped client runs inside the span`() async throws {
        let client = MockClient { request in
            #expect(ServiceContext.current?.inMemorySpanContext?.spanID == "span-1")
            return try .json("{}", to: request)
        }
        try await client.spanning(tracer: tracer).raw(try .get("a"))
        #expect(tracer.finishedSpans.count == 1)
    }

    @Test func `a failure ends the span with its kind, but without its text`() async throws {
        struct OwnError: Error { let text = "secret" }
        let client = MockClient { request in
            throw request.urlRequest.url?.path == "a" ? URLError(.timedOut) : OwnError() as any Error
        }
        let traced = client.spanning(tracer: tracer)
        await #expect(throws: URLError.self) { try await traced.raw(try .get("a")) }
        await #expect(throws: OwnError.self) { try await traced.raw(try .get("b")) }
        let spans = tracer.finishedSpans
        #expect(spans.map { $0.attributes.get("error.type") } == [.string("timedOut"), .string("unknown")])
        #expect(spans.allSatisfy { $0.status?.code == .error && $0.errors.isEmpty })
        #expect(!"\(spans)".contains("secret"))
    }

    @Test func `each redirect is a span, and so is each request of a refresh`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/v1/a" where request.header("Authorization") == "Bearer new":
                .status(307, headers: ["Location": "/v1/b"])
            case "/v1/a": .status(401)
            default: .status(200)
            }
        }
        try await withClient(of: server.url) { client in
            let tokens = RefreshingCredential(ExpiringCredential(.bearer("old"))) { _ in
                try await client.raw(try .get("token"))
                return ExpiringCredential(.bearer("new"))
            }
            _ = try await tracer.withSpan("parent") { _ in
                try await client.authorizing(with: tokens).spanning(tracer: tracer).raw(try .get("a"))
            }
        }
        #expect(server.requests.map(\.path) == ["/v1/a", "/v1/token", "/v1/a", "/v1/b"])
        let spans = tracer.finishedSpans.filter { $0.kind == .client }
        #expect(server.requests.map { $0.header(InMemoryTracer.spanIDKey) } == spans.map(\.spanID))
        #expect(Set(spans.map(\.spanID)).count == 4)
        #expect(Set(spans.map(\.traceID)).count == 1)
        #expect(Set(spans.map(\.parentSpanID)).count == 1)
        let counts = spans.map { $0.attributes.get("http.request.resend_count") }
        #expect(counts == [nil, nil, .int64(1), .int64(2)])
    }

    @Test func `a tracing client belongs outside of retries`() async throws {
        let client = MockClient { request in try .json("{}", to: request) }
        #expect(!"\(client.standard.spanning(tracer: tracer))".contains("belongs"))
        #expect("\(client.spanning(tracer: tracer).retrying())".contains("Retrying belongs inside Tracing"))
    }
}
