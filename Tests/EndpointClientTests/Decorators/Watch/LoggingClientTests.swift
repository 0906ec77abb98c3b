import EndpointTesting
import Testing

@Suite struct LoggingClientTests {
    private let clock = TestClock()
    private let entries = Locked<[LogEntry]>([])

    private var sink: LogSink {
        LogSink { [entries] entry in entries.withLock { $0.append(entry) } }
    }

    private func log(
        _ client: some APIClient, to sink: LogSink? = nil, showing details: LogDetails = [],
        redaction: Redaction = .standard, _ method: HTTPMethod = .get, _ url: String = "x"
    ) async throws -> [LogEntry] {
        let client = client.logging(to: sink ?? self.sink, showing: details, redaction: redaction, clock: clock)
        _ = try? await client.send(method, url)
        await client.flush()
        return entries.withLock { $0 }
    }

    @Test func `begins and ends each call with a line`() async throws {
        let lines = try await log(MockClient.always(.status(200, json: "[]")), .delete, "x?a=1").map(\.message)
        #expect(lines == ["#1 DELETE x?a=1 RawEndpoint", "#1 DELETE x?a=1 → 200 OK, 2 bytes, 0.000 s"])
    }

    @Test(
        arguments: [
            (.status(200), .info), (.status(503), .error), (.fail(.timedOut), .error),
            (MockReply { _ in throw CancellationError() }, .notice),
        ] as [(MockReply, LogLevel)])
    func `the end of a call matters as much as its result`(reply: MockReply, level: LogLevel) async throws {
        #expect(try await log(MockClient.always(reply)).last?.level == level)
    }

    @Test func `leaves out what matters less than the sink wants`() async throws {
        let client = MockClient.always(.status(503)).retryingAtOnce()
        let events = try await log(client, to: sink.from(.notice)).map { $0.fields["event"] }
        #expect(events == ["retrying", "retrying", "gaveUp", "ended"])
    }

    @Test(
        arguments: [
            (.status(200), .debug, ["began", "ended"]), (.status(200), .info, ["ended"]), (.status(200), .notice, []),
            (.status(404), .warning, ["ended"]), (.status(404), .error, ["ended"]),
            (.fail(.timedOut), .error, ["ended"]),
            (MockReply { _ in throw CancellationError() }, .notice, ["ended"]),
            (MockReply { _ in throw CancellationError() }, .warning, []),
        ] as [(MockReply, LogLevel, [String])])
    func `tells of the end where it matters enough`(reply: MockReply, lowest: LogLevel, events: [String]) async throws {
        #expect(try await log(MockClient.always(reply), to: sink.from(lowest)).map { $0.fields["event"] } == events)
    }

    @Test func `an entry has fields for programs`() async throws {
        let entry = try await log(MockClient.always(.status(200, json: "[]")), .get, "x?q=1").last
        #expect(
            entry?.fields == [
                "call": "1", "event": "ended", "endpoint": "RawEndpoint", "method": "GET", "url": "x?q=1",
                "elapsed": "0.000", "status": "200", "bytes": "2",
            ])
    }

    @Test func `JSON is one line, however many the message has`() async throws {
        let entries = try await log(
            MockClient.always(.status(200, json: "[1,\n2]")), showing: [.bodies, .headers, .commands])
        #expect(entries.map { $0.message.contains("\n") } == [true, true])
        for entry in entries {
            #expect(!entry.json.contains("\n"))
            let fields = try JSONDecoder().decode([String: String].self, from: Data(entry.json.utf8))
            #expect(fields["message"] == entry.message)
            #expect(fields["level"] == entry.level.rawValue)
        }
    }

    @Test func `shows each request as a command`() async throws {
        let entries = try await log(
            MockClient.always(.status(200)), showing: .commands, .get, "https://api.example.com/x?a=b c")
        #expect(entries.first?.message.split(separator: "\n").last == "curl 'https://api.example.com/x?a=b%20c'")
        #expect(entries.last?.message.contains("curl") == false)
    }

    @Test func `shows the headers of an answer, by name`() async throws {
        let client = MockClient.always(.status(200, headers: ["X-B": "2", "X-A": "1", "Set-Cookie": "s3cret=s3cret"]))
        let message = try await log(client, showing: .headers).last?.message ?? ""
        #expect(message.contains("X-A: 1\nX-B: 2"))
        #expect(!message.contains("s3cret"))
    }

    @Test func `shows at most 4 KiB of a body`() async throws {
        let body = Data(String(repeating: "x ", count: 50_000).utf8)
        let client = MockClient.always(.status(200, headers: ["Content-Type": "text/plain"], body: body))
        let message = try await log(client, showing: .bodies).last?.message ?? ""
        let shown = message.split(separator: "\n").last.map { $0.filter { $0 == "x" }.count } ?? 0
        #expect((2000...2048).contains(shown))
    }

    @Test func `the body of the answer stays whole for its reader`() async throws {
        let body = Data(repeating: UInt8(ascii: "x"), count: 100_000)
        let client = MockClient.always(.status(200, body: body)).logging(to: sink, showing: .bodies)
        #expect(try await client.send(.get, "x").data == body)
    }

    @Test func `knows a secret that only the app knows`() async throws {
        struct Refusal: LocalizedError {
            var errorDescription: String? { "no token for swordfish" }
        }
        let client = MockClient.always(.status(200)).authorizing(
            with: RefreshingCredential(clock: clock) { _ in throw Refusal() })
        let redaction = Redaction.standard.redacting(values: ["swordfish"])
        let entries = try await log(client, redaction: redaction, .get, "x?q=swordfish")
        #expect(entries.count == 4)
        for entry in entries { #expect(!"\(entry.json) \(entry.message)".contains("swordfish")) }
    }

    @Test(arguments: [
        CallStep.noCredential(because: "no\ntoken for swordfish"), .fellBack(because: "no\nanswer for swordfish"),
        .warned("no\nplace for swordfish"),
    ])
    func `tells reasons in one line, and without secrets`(step: CallStep) async throws {
        let client = MockClient { request in
            request.context.emit(step)
            return try .answer(200, to: request)
        }
        let entry = try await log(client, redaction: .standard.redacting(values: ["swordfish"])).dropFirst().first
        let (message, reason) = try (#require(entry?.message), #require(entry?.fields["reason"]))
        for text in [message, reason] {
            #expect(text.contains("{{secret}}") && !text.contains("swordfish") && !text.contains("\n"))
        }
    }

    @Test func `a sink that throws harms no call and gets the next entry`() async throws {
        let written = Tally()
        let sink = LogSink { _ in
            written.add()
            throw URLError(.unknown)
        }
        let client = MockClient.always(.status(200)).logging(to: sink)
        #expect(try await client.send(.get, "x").http.statusCode == 200)
        await client.flush()
        #expect(written.count == 2)
    }

    @Test func `a sink that blocks holds up no call, and says what it missed`() async throws {
        let gate = DispatchSemaphore(value: 0), arrived = Tally()
        let sink = LogSink { [entries] entry in
            if arrived.add() == 1 { gate.wait() }
            entries.withLock { $0.append(entry) }
        }
        let client = MockClient { try .answer(200, to: $0) }.logging(to: sink)
        _ = try await client.send(.get, "x")
        try await arrived.reached(1)
        for _ in 0..<599 { _ = try await client.send(.get, "x") }
        gate.signal()
        await client.flush()
        let entries = entries.withLock { $0 }
        let dropped = entries.compactMap { $0.fields["count"].flatMap(Int.init) }.reduce(0, +)
        #expect(entries.filter { $0.fields["call"] != nil }.count + dropped == 1200)
        #expect(dropped >= 196)
    }

    @Test func `warns once of a stack out of order`() async throws {
        let client = MockClient.always(.status(200)).retrying().authorizing(.bearer("t")).logging(to: sink)
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        await client.flush()
        let warnings = entries.withLock { $0 }.filter { $0.level == .warning }.map(\.message)
        #expect(warnings == ["#1 the client is out of order: Authorizing belongs inside Retrying"])
    }
}
