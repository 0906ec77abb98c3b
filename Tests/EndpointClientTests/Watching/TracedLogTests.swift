import EndpointTesting
import Testing

@testable import EndpointClient

/// The trace of a call in the entries of its log.
@Suite struct TracedLogTests {
    private static let app = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private let entries = Locked<[LogEntry]>([])

    /// The log of a call that is tried twice and fails.
    private func log(isTraced: Bool) async throws -> [LogEntry] {
        let client = MockClient.always(.status(503)).standard { stack in
            stack.retry = RetryPolicy(attempts: 2, base: .zero, overloadBase: .zero)
            if isTraced { stack.traceParent = { Self.app } }
            stack.log = LogSink { entry in entries.withLock { $0.append(entry) } }
            stack.logDetails = .headers
        }
        _ = try await client.send(.get, "x")
        await client.flush()
        return entries.withLock { $0 }
    }

    @Test func `every line from the level info on has the trace of its call`() async throws {
        let entries = try await log(isTraced: true).filter { $0.level >= .info }
        #expect(entries.map { $0.fields["event"] } == [.text("retrying"), .text("gaveUp"), .text("ended")])
        for entry in entries {
            let line = try #require(entry.message.split(separator: "\n").first)
            #expect(line.hasSuffix(" [trace 4bf92f3577b34da6a3ce929d0e0e4736]"))
            #expect(entry.fields["trace"] == .text("4bf92f3577b34da6a3ce929d0e0e4736"))
            #expect(entry.json.contains(#""trace":"4bf92f3577b34da6a3ce929d0e0e4736""#))
        }
        #expect(Set(entries.map { $0.fields["span"] }).count == 1)
        #expect(entries.allSatisfy { $0.fields["span"] != nil })
    }

    @Test func `a line below the level info has the trace only if it is that of a request`() async throws {
        let entries = try await log(isTraced: true).filter { $0.level < .info && $0.fields["trace"] != nil }
        #expect(Set(entries.map { $0.fields["event"] }) == [.text("sending"), .text("sent")])
        #expect(entries.allSatisfy { !$0.message.contains("[trace") })
    }

    @Test func `the log of a call that isn't traced has no trace`() async throws {
        let entries = try await log(isTraced: false)
        #expect(!entries.isEmpty)
        #expect(entries.allSatisfy { $0.fields["trace"] == nil && !$0.message.contains("trace") })
    }
}
