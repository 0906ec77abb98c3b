import EndpointTesting
import HouseholdAPI
import InMemoryLogging
import Logging
import ServerInterop
import Testing

@Suite struct SwiftLogSinkTests {
    private let handler: InMemoryLogHandler

    init() {
        handler = InMemoryLogHandler()
    }

    private func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = level
        logger[metadataKey: "request.id"] = "7"
        return logger
    }

    @Test func `an entry has its level, its fields and the logger's own metadata, and no secret`() async throws {
        let client = MockClient { On(.get, "books/1").status(500) }.logging(to: .swiftLog(logger(.trace)))
        var request = try BookEndpoint(id: "1").makeRequest()
        request.url = URL(string: "books/1?api_key=0123456789abcdef")
        _ = try await client.send(APIRequest(request, for: BookEndpoint(id: "1")))
        await client.flush()
        let entries = handler.entries
        #expect(entries.map(\.level) == [.debug, .error])
        let last = try #require(entries.last)
        #expect(last.metadata["request.id"] == "7")
        #expect(last.metadata["endpoint"] == "BookEndpoint")
        #expect(last.metadata["event"] == "ended")
        #expect(last.metadata["status"] == "500")
        #expect("\(last.message)".contains("GET books/1"))
        #expect(!"\(entries)".contains("0123456789abcdef"))
    }

    @Test func `the levels have the names of swift-log, and the host is metadata`() async throws {
        #expect(LogLevel.allCases.allSatisfy { Logger.Level(rawValue: $0.rawValue) != nil })
        let client = MockClient { try .answer(204, to: $0) }.logging(to: .swiftLog(logger(.info)))
        try await client.raw(try .get(#require(URL(string: "https://api.example.com/a"))))
        await client.flush()
        #expect(handler.entries.map { $0.metadata["host"] } == ["api.example.com"])
    }

    @Test func `entries below the logger's level are not written`() async throws {
        let client = MockClient { On(.get, "books/1").status(204) }.logging(to: .swiftLog(logger(.notice)))
        try await client.raw(try .get("books/1"))
        await client.flush()
        #expect(handler.entries.isEmpty)
    }

    @Test func `each step has the level that it has in the library`() async throws {
        let mock = MockClient {
            On(.get, "a").status(503).then(.status(204))
        }
        let client = mock.retrying(RetryPolicy(attempts: 2, base: .zero, overloadBase: .zero))
            .logging(to: .swiftLog(logger(.debug)))
        try await client.raw(try .get("a"))
        await client.flush()
        let levels = Dictionary(handler.entries.map { ("\($0.metadata["event"] ?? "")", $0.level) }) { first, _ in first
        }
        #expect(levels == ["began": .debug, "attempted": .debug, "retrying": .notice, "ended": .info])
    }
}
