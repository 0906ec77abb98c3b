import EndpointTesting
import HouseholdAPI
import Hummingbird
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import ServerInterop
import Testing
import Tracing

/// A Hummingbird server that calls the household API through the client of `NIOClient.swift`, with log, metrics and spans.
@Suite struct HummingbirdTests {
    @Test func `a server calls an API, and its log, metrics and trace show the call`() async throws {
        let household = try LoopbackServer { request in
            request.path == "/v1/books/1"
                ? .json(#"{"id": "1", "title": "Momo", "author": "Michael Ende"}"#)
                : .json(#"{"code": "no_such_book", "message": "There is no such book."}"#, status: 404)
        }
        let (log, metrics, tracer) = (InMemoryLogHandler(), TestMetrics(), InMemoryTracer())
        InstrumentationSystem.bootstrap(tracer)
        try await withClient(of: household.url) { client in
            let api = client.spanning().standard { $0.deadline = .seconds(20) }.meteringWithSwiftMetrics(
                factory: metrics)
            let router = Router()
            router.add(middleware: TracingMiddleware())
            router.get("titles/:id") { _, context in
                let library = api.logging(to: .swiftLog(context.logger))
                do {
                    return try await library.request(BookEndpoint(id: try context.parameters.require("id"))).title
                } catch let error as APIError {
                    throw HTTPError(.badGateway, message: error.message)
                }
            }
            let (ports, bound) = AsyncStream.makeStream(of: Int.self)
            var logger = Logger(label: "server") { _ in log }
            logger.logLevel = .debug
            let app = Application(
                router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in bound.yield(channel.localAddress?.port ?? 0) }, logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await app.run() }
                let port = try #require(await ports.first { _ in true })
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/titles/"))
                let caller = URLSessionClient(baseURL: url)
                let good = try await caller.raw(try .get("1"))
                let bad = try await caller.raw(try .get("2"))
                #expect(good.data == Data("Momo".utf8))
                #expect(bad.http.statusCode == 502)
                group.cancelAll()
            }
        }
        let ended = log.entries.filter { $0.metadata["event"] == "ended" }
        #expect(ended.map(\.level) == [.info, .error])
        #expect(ended.allSatisfy { $0.metadata["hb.request.id"] != nil && $0.metadata["endpoint"] == "BookEndpoint" })
        #expect(metrics.counterTotal(label: "endpoint_calls") == 2)
        let spans = tracer.finishedSpans
        let calls = spans.filter { $0.kind == .client }
        #expect(calls.map(\.operationName) == ["GET BookEndpoint", "GET BookEndpoint"])
        #expect(calls.map(\.parentSpanID) == spans.filter { $0.kind == .server }.map(\.spanID))
        #expect(household.requests.map { $0.header(InMemoryTracer.spanIDKey) } == calls.map(\.spanID))
    }
}
