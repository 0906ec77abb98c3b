import EndpointTesting
import HouseholdAPI
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import ServerInterop
import Testing
import Tracing

/// A Hummingbird server that calls the household API, with everything of this package.
@Suite struct TitlesServerTests {
    @Test func `a server calls an API, and its log, metrics and trace show the calls`() async throws {
        let household = try LoopbackServer { request in
            request.path == "/v1/books/1"
                ? .json(#"{"id": "1", "title": "Momo", "author": "Michael Ende"}"#)
                : .json(#"{"code": "no_such_book", "message": "There is no such book."}"#, status: 404)
        }
        let (metrics, tracer) = (TestMetrics(), InMemoryTracer())
        MetricsSystem.bootstrap(metrics)
        InstrumentationSystem.bootstrap(tracer)
        let (entries, log) = AsyncStream.makeStream(of: LogEvent.self)
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "server") { _ in StreamingLogHandler(entries: log) }
        let environment = Environment(baseURL: household.url.appendingPathComponent("v1"))

        let server = Task {
            try await serveTitles(from: environment, port: 0, logger: logger) { running.yield($0) }
        }
        let port = try #require(await ports.first { _ in true })
        let caller = URLSessionClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(port)/titles")))
        let good = try await caller.raw(try .get("1"))
        let bad = try await caller.raw(try .get("2"))
        let ended = await entries.filter { $0.metadata?["event"] == "ended" }.prefix(2).reduce(into: []) {
            $0.append($1)
        }
        server.cancel()
        _ = await server.result

        #expect(good.data == Data("Momo".utf8))
        #expect(bad.http.statusCode == 500)
        #expect(ended.map(\.level) == [.info, .error])
        #expect(ended.map { $0.metadata?["status"] } == ["200", "404"])
        #expect(ended.allSatisfy { $0.metadata?["hb.request.id"] != nil && $0.metadata?["endpoint"] == "BookEndpoint" })
        #expect(metrics.counterTotal(label: "endpoint_calls") == 2)
        let spans = tracer.finishedSpans
        let calls = spans.filter { $0.kind == .client }
        #expect(calls.map(\.operationName) == ["GET BookEndpoint", "GET BookEndpoint"])
        #expect(calls.map(\.parentSpanID) == spans.filter { $0.kind == .server }.map(\.spanID))
        #expect(household.requests.map { $0.header(InMemoryTracer.spanIDKey) } == calls.map(\.spanID))
    }
}

/// A log whose entries can be awaited, because the library writes them on a queue of its own.
private struct StreamingLogHandler: LogHandler {
    let entries: AsyncStream<LogEvent>.Continuation
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        entries.yield(event)
    }
}
