import EndpointTesting
import Testing

@testable import EndpointClient

/// What a log and a trace show of calls that a cache answers.
@Suite struct CachedLogTests {
    private static let app = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private let clock = TestClock()
    private let entries = Locked<[LogEntry]>([])
    private let cache = HTTPCache.memory()

    private func client(from level: LogLevel = .debug, _ control: String = "max-age=60") -> any APIClient {
        let headers: HeaderFields = ["Cache-Control": control, "ETag": "\"a\""]
        let server = MockClient(baseURL: URL(string: "https://api.example/v1")) { request in
            let isKnown = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") != nil
            return try .answer(
                isKnown ? 304 : 200, headers: headers, body: Data((isKnown ? "" : "[1]").utf8), to: request)
        }
        return server.standard { stack in
            stack.time = clock.time
            stack.cache = cache
            stack.traceParent = { Self.app }
            stack.log = LogSink { entry in entries.withLock { $0.append(entry) } }.from(level)
        }
    }

    /// The entries of the second of two calls, with so many seconds between them.
    private func log(of client: any APIClient, after wait: Int = 5) async throws -> [LogEntry] {
        _ = try await client.send(.get, "books")
        await client.flush()
        entries.withLock { $0 = [] }
        clock.advance(by: .seconds(wait))
        _ = try await client.send(.get, "books")
        await cache.refreshes.settle()
        await client.flush()
        return entries.withLock { $0 }
    }

    @Test func `a hit is one line, which names the cache and the trace`() async throws {
        let log = try await log(of: client(from: .info))
        #expect(
            log.map(\.message) == [
                "#2 GET books → 200 OK, 3 bytes from the cache, 0.000 s [trace 4bf92f3577b34da6a3ce929d0e0e4736]"
            ])
        #expect(log.first?.fields["trace"] == .text("4bf92f3577b34da6a3ce929d0e0e4736"))
        #expect(log.first?.fields["span"] != nil)
    }

    @Test func `a hit has a line of its own among the details, and nothing is sent or tried`() async throws {
        let log = try await log(of: client())
        #expect(log.map { $0.fields["event"] } == [.text("began"), .text("cacheHit"), .text("ended")])
        #expect(log.dropFirst().first?.message == "#2 cacheHit: age 5.0, timeLeft 55.0")
    }

    @Test func `a confirmation is an attempt with a span, and no failure`() async throws {
        let log = try await log(of: client(), after: 61)
        #expect(log.map { $0.fields["event"] }.contains(.text("cacheRevalidated")))
        #expect(log.last?.message.hasPrefix("#2 GET books → 200 OK, 3 bytes, ") == true)
        #expect(log.allSatisfy { $0.level <= .info })
        let sent = log.filter { $0.fields["event"] == .text("sent") }
        #expect(sent.map { $0.fields["status"] } == [.integer(304)])
        #expect(sent.map { $0.fields["trace"] } == [.text("4bf92f3577b34da6a3ce929d0e0e4736")])
    }

    @Test func `a refresh while a stale response is used belongs to the call and the trace that began it`() async throws
    {
        let log = try await log(of: client(from: .debug, "max-age=1, stale-while-revalidate=60"))
        #expect(log.contains { $0.fields["event"] == .text("cacheStale") })
        #expect(log.allSatisfy { $0.fields["call"] == .integer(2) })
        let sent = log.filter { $0.fields["event"] == .text("sent") }
        #expect(sent.map { $0.fields["trace"] } == [.text("4bf92f3577b34da6a3ce929d0e0e4736")])
        let line = "#2 GET books → 200 OK, 3 bytes from the cache, 0.000 s [trace 4bf92f3577b34da6a3ce929d0e0e4736]"
        #expect(log.filter { $0.level >= .info }.map(\.message) == [line])
    }
}
