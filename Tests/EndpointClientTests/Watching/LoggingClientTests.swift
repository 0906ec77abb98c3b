import Testing

@testable import EndpointClient
@testable import EndpointCore
@testable import EndpointTesting

@Suite struct LoggingClientTests {
    private let clock = TestClock()
    private let entries = Locked<[LogEntry]>([])
    /// 2025-01-31T09:05:07.250Z
    private let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_738_314_307.25) }

    private var sink: LogSink {
        LogSink { [entries] entry in entries.withLock { $0.append(entry) } }
    }

    private func log(
        _ client: some APIClient, to sink: LogSink? = nil, showing details: LogDetails = [],
        redaction: Redaction = .showingValues, _ method: HTTPMethod = .get, _ url: String = "x"
    ) async throws -> [LogEntry] {
        let client = client.logging(
            to: sink ?? self.sink, showing: details, redaction: redaction, time: clock.time.dated(now))
        _ = try? await client.send(method, url)
        await client.flush()
        return entries.withLock { $0 }
    }

    @Test func `each call is logged with a line at its beginning and at its end`() async throws {
        let lines = try await log(MockClient.always(.status(200, json: "[]")), .delete, "x?a=1").map(\.message)
        #expect(lines == ["#1 DELETE x?a=1 RawEndpoint", "#1 DELETE x?a=1 → 200 OK, 2 bytes, 0.000 s"])
    }

    @Test(
        arguments: [
            (.status(200), .info), (.status(503), .error), (.fail(.timedOut), .error),
            (MockReply { _ in throw CancellationError() }, .notice),
        ] as [(MockReply, LogLevel)])
    func `the level of a call's end depends on the result`(reply: MockReply, level: LogLevel) async throws {
        #expect(try await log(MockClient.always(reply)).last?.level == level)
    }

    @Test func `the end of a cancelled call is logged as a sentence`() async throws {
        let entry = try await log(MockClient { _ in throw CancellationError() }).last
        #expect(entry?.message == "#1 GET x failed, 0.000 s: The call was cancelled.")
        #expect(entry?.fields["error"] == .text("The call was cancelled."))
    }

    @Test func `entries below the level of the sink are left out`() async throws {
        let client = MockClient.always(.status(503)).retryingAtOnce()
        let events = try await log(client, to: sink.from(.notice)).map { $0.fields["event"]?.description }
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
    func `the end of a call is logged if its level is high enough`(reply: MockReply, lowest: LogLevel, events: [String])
        async throws
    {
        let entries = try await log(MockClient.always(reply), to: sink.from(lowest))
        #expect(entries.map { $0.fields["event"]?.description } == events)
    }

    @Test func `timings are logged if they are asked for and known`() async throws {
        let measured = MockReply { request in
            var response = try APIResponse.json("", to: request)
            response.metrics = ExchangeMetrics(total: .milliseconds(9), remoteAddress: "192.0.2.1")
            return response
        }
        let line = "#1 GET x → 200 OK, 0 bytes, 0.000 s"
        let message = try await log(MockClient.always(measured), showing: .timings).last?.message
        #expect(message == "\(line)\ntotal 0.009 s, connection to 192.0.2.1")
        #expect(try await log(MockClient.always(.status(200)), showing: .timings).last?.message == line)
        #expect(try await log(MockClient.always(measured)).last?.message == line)
    }

    /// A server that takes 0.12 s.
    private var slow: ForeignTransport {
        ForeignTransport { [clock] request in
            clock.advance(by: .milliseconds(120))
            return try .answer(200, to: request)
        }
    }

    @Test func `a line has the time in UTC, the level and the host`() async throws {
        let lines = try await log(slow).map(\.line)
        #expect(
            lines == [
                "2025-01-31T09:05:07.250Z debug foreign.example #1 GET x RawEndpoint",
                "2025-01-31T09:05:07.370Z info foreign.example #1 GET x → 200 OK, 0 bytes, 0.120 s",
            ])
    }

    @Test func `the host of an entry is the request's, or else the client's`() async throws {
        let absolute = try await log(slow, .get, "https://other.example:8443/x")
        #expect(absolute.map(\.host) == ["other.example:8443", "other.example:8443"])
        #expect(try await log(slow).last?.host == "foreign.example")
        let entry = try await log(MockClient.always(.status(200))).last
        #expect(entry?.host == nil)
        #expect(entry?.line == "2025-01-31T09:05:07.250Z info #1 GET x → 200 OK, 0 bytes, 0.000 s")
    }

    @Test func `an entry has fields for programs`() async throws {
        let entry = try await log(MockClient.always(.status(200, json: "[]")), .get, "x?q=1").last
        #expect(
            entry?.fields == [
                "call": .integer(1), "event": .text("ended"), "endpoint": .text("RawEndpoint"),
                "method": .text("GET"), "url": .text("x?q=1"), "elapsed": .seconds(0.0), "status": .integer(200),
                "bytes": .integer(2),
            ])
    }

    @Test func `an entry in JSON is one line, however many the message has`() async throws {
        let entries = try await log(
            MockClient.always(.status(200, json: "[1,\n2]")), showing: [.bodies, .headers, .commands])
        #expect(entries.map { $0.message.contains("\n") } == [true, true])
        for entry in entries {
            #expect(!entry.json.contains("\n"))
            let fields = try #require(JSONValue(json: Data(entry.json.utf8)))
            #expect(fields["message"] == .string(entry.message))
            #expect(fields["level"] == .string(entry.level.rawValue))
        }
    }

    @Test func `numbers in an entry are numbers in JSON`() async throws {
        let json = try await log(slow).last?.json
        #expect(
            json == """
                {"bytes":0,"call":1,"elapsed":0.12,"endpoint":"RawEndpoint","event":"ended","host":"foreign.example",\
                "level":"info","message":"#1 GET x → 200 OK, 0 bytes, 0.120 s","method":"GET","status":200,\
                "time":"2025-01-31T09:05:07.370Z","url":"x"}
                """)
    }

    /// The table of the page "Decorate a client".
    @Test(
        arguments: [
            (
                .retrying(after: .milliseconds(250), because: .status(503)),
                #"{"after":0.25,"reason":"503 Service Unavailable"}"#
            ),
            (.gaveUp(.notIdempotent), #"{"reason":"the request is not safe to repeat"}"#),
            (
                .redirected(status: 302, to: Origin(URL(string: "https://b.example")!)!),
                #"{"status":302,"to":"https://b.example"}"#
            ),
            (.queued, "{}"), (.admitted(after: .seconds(2)), #"{"after":2}"#), (.waitingForCredential, "{}"),
            (.replaying, "{}"), (.noCredential(because: "why"), #"{"reason":"why"}"#),
            (.refreshFailed(because: "why"), #"{"reason":"why"}"#),
            (.breakerOpened(for: .seconds(10)), #"{"pause":10}"#),
            (.breakerClosed, "{}"), (.breakerRejected(for: .milliseconds(9_500)), #"{"pause":9.5}"#),
            (.fellBack(because: "why"), #"{"reason":"why"}"#), (.warned("why"), #"{"reason":"why"}"#),
            (.decided(name: "cacheHit"), "{}"),
            (
                .decided(name: "cacheHit", fields: ["age": .seconds(.milliseconds(1500)), "url": .text("other")]),
                #"{"age":1.5}"#
            ),
        ] as [(CallStep, String)])
    func `each event has fixed fields of its own`(step: CallStep, own: String) async throws {
        let client = MockClient { request in
            request.context.emit(step)
            return try .answer(200, to: request)
        }
        let entry = try #require(try await log(client).dropFirst().first)
        let common = ["call", "elapsed", "endpoint", "event", "level", "message", "method", "time", "url"]
        guard case .object(var fields)? = JSONValue(json: Data(entry.json.utf8)) else { throw URLError(.unknown) }
        for name in common { #expect(fields.removeValue(forKey: name) != nil, "\(name)") }
        #expect(.object(fields) == JSONValue(json: Data(own.utf8)))
    }

    @Test func `each request can be logged as a command`() async throws {
        let entries = try await log(
            MockClient.always(.status(200)), showing: .commands, .get, "https://api.example.com/x?a=b c")
        #expect(entries.first?.message.split(separator: "\n").last == "curl 'https://api.example.com/x?a=b%20c'")
        #expect(entries.last?.message.contains("curl") == false)
    }

    @Test func `the headers of an answer are logged, sorted by name`() async throws {
        let client = MockClient.always(.status(200, headers: ["X-B": "2", "X-A": "1", "Set-Cookie": "s3cret=s3cret"]))
        let message = try await log(client, showing: .headers).last?.message ?? ""
        #expect(message.contains("X-A: 1\nX-B: 2"))
        #expect(!message.contains("s3cret"))
    }

    @Test func `at most 4 KiB of a body are logged`() async throws {
        let body = Data(String(repeating: "x ", count: 50_000).utf8)
        let client = MockClient.always(.status(200, headers: ["Content-Type": "text/plain"], body: body))
        let message = try await log(client, showing: .bodies).last?.message ?? ""
        let shown = message.split(separator: "\n").last.map { $0.filter { $0 == "x" }.count } ?? 0
        #expect((2000...2048).contains(shown))
    }

    @Test
    func `the redaction of a client shows structure, the values of harmless headers, and commands with placeholders`()
        async throws
    {
        let answer = MockReply.status(200, headers: ["X-Lease": "k3k3"], json: #"{"lease":"k3k3","n":[1,2]}"#)
        let message = try await log(MockClient.always(answer), showing: [.headers, .bodies], redaction: .standard).last?
            .message
        #expect(message?.hasSuffix("\nX-Lease: {{value}}\n{\"lease\": string, \"n\": [number × 2]}") == true)
        #expect(message?.contains("\nContent-Type: application/json\n") == true)
        let failure = MockReply.status(422, json: #"{"detail":"too short","pin":"k3k3"}"#)
        let failed = try await log(MockClient.always(failure), showing: .bodies, redaction: .standard).last?.message
        #expect(failed?.hasSuffix("\n{\"detail\": \"too short\", \"pin\": string}") == true)
    }

    @Test func `no line is longer than its bound`() async throws {
        let long = String(repeating: "x", count: 300_000)
        let answer = MockReply.status(200, headers: ["X-Long": long], json: #"{"\#(long)":"\#(long)"}"#)
        for redaction in [Redaction.standard, .showingValues] {
            _ = try await log(
                MockClient.always(answer), showing: [.commands, .headers, .bodies], redaction: redaction, .post,
                "https://h/\(long)")
        }
        let lines = entries.withLock { $0 }.flatMap { $0.message.split(separator: "\n") }
        #expect(lines.count >= 8)
        #expect(lines.allSatisfy { $0.utf8.count < (1 << 17) + 100 })
        #expect(lines.count { $0.utf8.count > 10_000 } <= 2)
    }

    @Test func `a logged body is returned whole`() async throws {
        let body = Data(repeating: UInt8(ascii: "x"), count: 100_000)
        let client = MockClient.always(.status(200, body: body)).logging(to: sink, showing: .bodies)
        #expect(try await client.send(.get, "x").data == body)
    }

    @Test func `a value that the app names as a secret isn't logged`() async throws {
        struct Refusal: LocalizedError {
            var errorDescription: String? { "no token for swordfish" }
        }
        let client = MockClient.always(.status(200)).authorizing(
            with: RefreshingCredential(time: clock.time) { _ in throw Refusal() })
        let redaction = Redaction.standard.redacting(values: ["swordfish"])
        let entries = try await log(client, redaction: redaction, .get, "x?q=swordfish")
        #expect(entries.count == 4)
        for entry in entries { #expect(!"\(entry.json) \(entry.message)".contains("swordfish")) }
    }

    @Test(arguments: [
        CallStep.noCredential(because: "no\ntoken for swordfish"), .fellBack(because: "no\nanswer for swordfish"),
        .warned("no\nplace for swordfish"), .refreshFailed(because: "no\ntoken for swordfish"),
    ])
    func `reasons are logged in one line and without secrets`(step: CallStep) async throws {
        let client = MockClient { request in
            request.context.emit(step)
            return try .answer(200, to: request)
        }
        let entry = try await log(client, redaction: .standard.redacting(values: ["swordfish"])).dropFirst().first
        let (message, reason) = try (#require(entry?.message), #require(entry?.fields["reason"]?.description))
        for text in [message, reason] {
            #expect(text.contains("{{secret}}") && !text.contains("swordfish") && !text.contains("\n"))
        }
    }

    @Test func `a secret of the fallback isn't logged when the answer repeats it`() async throws {
        let answer = MockReply.status(
            200, headers: ["Content-Type": "text/plain"], body: Data("from swordfish-and-chips".utf8))
        let mirror = MockClient.always(answer).authorizing(.bearer("swordfish-and-chips"))
        let client = MockClient.always(.status(503)).fallingBack(to: mirror)
        #expect(try await log(client, showing: .bodies).last?.message.hasSuffix("\nfrom {{secret}}") == true)
    }

    @Test(arguments: [(LogLevel.debug, LogLevel.warning), (.error, .error)])
    func `the notice of dropped events has the last date and a level that is written`(
        lowest: LogLevel, level: LogLevel
    ) {
        let entry = LogEntry.dropped(2, at: now(), lowest: lowest)
        #expect(entry.line == "2025-01-31T09:05:07.250Z \(level) 2 events were dropped: the log sink is too slow")
        #expect(entry.json.contains(#""count":2,"event":"dropped""#))
    }

    @Test func `a notice of one dropped event has a singular, and JSON doesn't escape slashes`() {
        let entry = LogEntry.dropped(1, at: now(), lowest: .debug)
        #expect(entry.message == "1 event was dropped: the log sink is too slow")
        #expect(LogEntry(date: now(), level: .info, message: "GET books/1").json.contains(#""GET books/1""#))
    }

    @Test func `a time is logged to the millisecond`() {
        #expect(LogEntry.Value.seconds(.microseconds(120_678)) == .seconds(0.121))
    }

    @Test func `a sink that is limited twice keeps the higher level`() async throws {
        #expect(try await log(MockClient.always(.status(200)), to: sink.from(.error).from(.info)).isEmpty)
    }

    @Test(arguments: [(LogDetails.bodies, "hello"), (.headers, "Content-Type: text/plain")])
    func `details that weren't asked for aren't logged`(details: LogDetails, line: String) async throws {
        let answer = MockReply.status(200, headers: ["Content-Type": "text/plain"], body: Data("hello".utf8))
        let message = try await log(MockClient.always(answer), showing: details).last?.message
        #expect(message == "#1 GET x → 200 OK, 5 bytes, 0.000 s\n\(line)")
    }

    @Test func `a log with redaction off shows what the client's own redaction hides`() async throws {
        let client = MockClient(redaction: .showingValues.redacting(values: ["swordfish"])) { request in
            try .answer(headers: ["Content-Type": "text/plain"], body: Data("from swordfish".utf8), to: request)
        }
        #expect(try await log(client, showing: .bodies).last?.message.hasSuffix("\nfrom {{secret}}") == true)
        let message = try await log(client, showing: .bodies, redaction: .off).last?.message
        #expect(message?.hasSuffix("\nfrom swordfish") == true)
    }

    @Test func `the entry of a sent request has its own fields and the kind of its failure`() async throws {
        let client = MockClient { request in
            let url = URL(string: "https://b.example/y")
            let report = SendReport(method: "GET", url: url, server: nil, redaction: .standard)
            request.context.emit(.sent(report.ended(with: .failure(URLError(.timedOut)))))
            return try .answer(200, to: request)
        }
        let fields = try await log(client, .post, "x").dropFirst().first?.fields
        #expect(fields?["method"] == .text("GET"))
        #expect(fields?["url"] == .text("https://b.example/y"))
        #expect(fields?["error"] == .text("timedOut"))
    }

    @Test func `a sink that throws disturbs no call and gets the next entry`() async throws {
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

    @Test func `a sink that blocks delays no call and learns how much it missed`() async throws {
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
        let dropped = entries.compactMap { entry in
            if case .integer(let count) = entry.fields["count"] { count } else { nil }
        }.reduce(0, +)
        #expect(entries.filter { $0.fields["call"] != nil }.count + dropped == 1200)
        #expect(dropped >= 196)
    }

    @Test func `the calls of two clients with one sink have different numbers`() async throws {
        let sink = sink
        let clients = [sink, sink.from(.info)].map { MockClient.always(.status(200)).logging(to: $0) }
        for client in clients + clients {
            _ = try await client.send(.get, "x")
            await client.flush()
        }
        let ends = entries.withLock { $0 }.filter { $0.level == .info }
        #expect(ends.map { $0.message.prefix(2) } == ["#1", "#2", "#3", "#4"])
    }

    @Test func `a stack out of order is logged once as a warning`() async throws {
        let client = MockClient.always(.status(200)).retrying().authorizing(.bearer("t")).logging(to: sink)
        for _ in 0..<2 { _ = try await client.send(.get, "x") }
        await client.flush()
        let warnings = entries.withLock { $0 }.filter { $0.level == .warning }.map(\.message)
        #expect(warnings == ["#1 decorators are in the wrong order: Authorizing belongs inside Retrying"])
    }
}
