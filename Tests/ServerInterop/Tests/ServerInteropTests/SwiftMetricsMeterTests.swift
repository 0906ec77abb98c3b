import EndpointTesting
import HouseholdAPI
import MetricsTestKit
import ServerInterop
import Testing

@Suite struct SwiftMetricsMeterTests {
    private let metrics = TestMetrics()

    private func dimensions(host: String = "127.0.0.1", status: String) -> [(String, String)] {
        [("endpoint", "BookEndpoint"), ("host", host), ("status", status)]
    }

    @Test func `calls and attempts are counted and timed by endpoint, host and status`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/v1/books/1" ? .json(#"{"id": "1", "title": "Momo", "author": "Ende"}"#) : .status(503)
        }
        try await withClient(of: server.url) { client in
            let metered = client.retrying(RetryPolicy(attempts: 2, base: .zero, overloadBase: .zero))
                .meteringWithSwiftMetrics(factory: metrics)
            _ = try await metered.request(BookEndpoint(id: "1"))
            _ = try await metered.request(BookEndpoint(id: "1"))
            await #expect(throws: HTTPError.self) { try await metered.request(BookEndpoint(id: "2")) }
        }
        #expect(try metrics.expectCounter("endpoint_calls", dimensions(status: "2xx")).totalValue == 2)
        #expect(try metrics.expectCounter("endpoint_calls", dimensions(status: "5xx")).totalValue == 1)
        #expect(try metrics.expectCounter("endpoint_attempts", dimensions(status: "5xx")).totalValue == 2)
        #expect(try metrics.expectTimer("endpoint_call_duration", dimensions(status: "2xx")).values.count == 2)
        let attempts = try metrics.expectTimer("endpoint_attempt_duration", dimensions(status: "5xx")).values
        #expect(attempts.count == 2 && attempts.allSatisfy { $0 > 0 })
        let retries = [("host", "127.0.0.1"), ("event", "retrying")]
        #expect(try metrics.expectCounter("endpoint_events", retries).totalValue == 1)
    }

    @Test func `a failure is counted by its kind, and its time is positive`() async throws {
        try await withClient(of: try #require(URL(string: "https://nothing.invalid"))) { client in
            let metered = client.meteringWithSwiftMetrics(factory: metrics)
            await #expect(throws: URLError.self) { try await metered.request(BookEndpoint(id: "1")) }
        }
        let failed = dimensions(host: "nothing.invalid", status: "unknownHost")
        #expect(try metrics.expectCounter("endpoint_calls", failed).totalValue == 1)
        #expect(try metrics.expectTimer("endpoint_call_duration", failed).values.allSatisfy { $0 > 0 })
    }

    @Test func `connections are counted by whether they had carried an earlier exchange`() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": "1", "title": "Momo", "author": "Ende"}"#) }
        let metered = LiveClient(baseURL: server.url).retrying().meteringWithSwiftMetrics(factory: metrics)
        for _ in 0..<3 { _ = try await metered.request(BookEndpoint(id: "1")) }
        let connections = { (reused: String) in
            try metrics.expectCounter("endpoint_connections", [("host", "127.0.0.1"), ("reused", reused)]).totalValue
        }
        #expect(try connections("false") == 1)
        #expect(try connections("true") == 2)
    }

    @Test func `a hundred hosts, paths and queries add no further dimensions`() async throws {
        let mock = MockClient { request in try .json("{}", to: request) }
        let metered = mock.meteringWithSwiftMetrics(factory: metrics)
        for number in 0..<100 {
            try await metered.raw(URLRequest(url: try #require(URL(string: "https://h\(number).example/\(number)"))))
        }
        #expect(metrics.counters(label: "endpoint_calls").count == 1)
        #expect(metrics.counterTotal(label: "endpoint_calls") == 100)
    }
}
