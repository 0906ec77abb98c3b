import EndpointTesting
import Testing

@testable import EndpointClient

/// What each decorator does with a stream: one test for each row of the table in `Streaming.md`.
@Suite(.timeLimit(.minutes(5))) struct DecoratedStreamTests {
    private struct NotesEndpoint: StreamEndpoint, IdempotencyKeyedEndpoint {
        typealias Content = String

        let framing = LineFraming()

        func makeRequest() throws -> URLRequest { try .post("notes") }
    }

    private let clock = TestClock()
    private let steps = Steps()

    private let notes = MockReply.stream(chunks: [Data("one\n".utf8), Data("two\n".utf8)])

    private var broken: MockReply { notes.resetAfter(bytes: 4) }
    private var silent: MockReply { notes.resetAfter(bytes: 0) }

    private func mock(_ replies: MockReply...) -> MockClient {
        MockClient { replies.reduce(On(NotesEndpoint.self)) { $0.then($1) } }
    }

    private func code(_ error: (any Error)?) -> URLError.Code? { (error as? URLError)?.code }

    // Retries and fallbacks.

    @Test func `a stream is retried before its head arrives, but not after it`() async throws {
        let mock = mock(.fail(.refused), broken, notes)
        let (read, error) = await mock.retryingAtOnce().stream(NotesEndpoint()).read()
        #expect(read == ["one"])
        #expect(code(error) == .networkConnectionLost)
        #expect(mock.requests.count == 2)
    }

    @Test func `a head followed by no byte isn't retried`() async throws {
        let mock = mock(notes.resetAfter(bytes: 0), notes)
        let (read, error) = await mock.retryingAtOnce().stream(NotesEndpoint()).read()
        #expect(read.isEmpty)
        #expect(code(error) == .networkConnectionLost)
        #expect(mock.requests.count == 1)
    }

    @Test func `a fallback answers before the head of a stream, but not after it`() async throws {
        let other = mock(.stream(chunks: [Data("other\n".utf8)]))
        let client = mock(.fail(.refused), broken).fallingBack(to: other)
        #expect(await client.stream(NotesEndpoint()).read().0 == ["other"])
        let (read, error) = await client.stream(NotesEndpoint()).read()
        #expect(read == ["one"])
        #expect(code(error) == .networkConnectionLost)
        #expect(other.requests.count == 1)
    }

    // Deadlines.

    @Test(arguments: [TimingOutClient.Scope.call, .attempt])
    func `a deadline limits the time until the head of a stream`(scope: TimingOutClient.Scope) async throws {
        let pieces = [Data("one\n".utf8), Data("two\n".utf8)]
        let slow = MockReply.stream(chunks: pieces, every: .seconds(60), time: clock.time)
        let client = TimingOutClient(
            mock(slow, notes.delayed(by: .seconds(60), time: clock.time)), after: .seconds(10), scope: scope,
            time: clock.time)
        var read = client.stream(NotesEndpoint()).makeAsyncIterator()
        #expect(try await read.next() == "one")
        async let second = read.next()
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        #expect(try await second == "two")
        async let late = client.stream(NotesEndpoint()).read()
        await clock.sleepers(2)
        clock.advance(by: .seconds(10))
        #expect(code(await late.1) == .timedOut)
    }

    // Logs, meters, traces.

    private func log(
        _ client: some APIClient, showing details: LogDetails = [], _ use: (any APIClient) async throws -> Void
    ) async throws -> [LogEntry] {
        let entries = Locked<[LogEntry]>([])
        let sink = LogSink { entry in entries.withLock { $0.append(entry) } }
        let client = client.logging(to: sink, showing: details, time: clock.time)
        try await use(client)
        await client.flush()
        return entries.withLock { $0 }
    }

    @Test func `a log has the beginning, the bytes and the end of a stream`() async throws {
        let entries = try await log(mock(notes)) { _ = await $0.stream(NotesEndpoint()).read() }
        #expect(
            entries.map(\.message) == [
                "#1 POST notes NotesEndpoint", "#1 POST notes → 200 OK, stream started, 0.000 s",
                "#1 POST notes → 200 OK, a stream of 8 bytes, 0.000 s",
            ])
        #expect(entries.map(\.level) == [.debug, .debug, .info])
        #expect(entries.last?.fields["bytes"] == .integer(8))
    }

    @Test func `a log has an error in the middle of a stream`() async throws {
        let entries = try await log(mock(broken)) { _ = await $0.stream(NotesEndpoint()).read() }
        let last = try #require(entries.last)
        #expect(last.message.hasPrefix("#1 POST notes failed after 4 bytes, 0.000 s: "))
        #expect(last.level == .error)
        #expect(last.fields["bytes"] == .integer(4))
    }

    @Test func `a log has the headers of a stream that breaks off`() async throws {
        let broken = MockReply.status(200, headers: ["X-A": "1"], body: Data("one\ntwo\n".utf8)).resetAfter(bytes: 4)
        let entries = try await log(mock(broken), showing: .headers) { _ = await $0.stream(NotesEndpoint()).read() }
        #expect(entries.dropFirst().first?.message == "#1 POST notes → 200 OK, stream started, 0.000 s\nX-A: 1")
    }

    @Test func `a log has the end of a stream that is no longer read`() async throws {
        let entries = try await log(mock(notes)) { client in
            for try await _ in client.stream(NotesEndpoint()) { break }
        }
        let last = try #require(entries.last)
        #expect(last.message.hasPrefix("#1 POST notes failed after 4 bytes, 0.000 s: "))
        #expect(last.level == .notice)
    }

    @Test func `the end event of a stream comes when the stream has ended`() async throws {
        let events = Locked<[CallEvent]>([])
        let clock = clock
        let slow = MockReply.stream(
            chunks: [Data("one\n".utf8), Data("two\n".utf8)], every: .seconds(60),
            time: TimeSource(LeapingClock(clock: clock)))
        let client = mock(slow).metering(time: clock.time) { event in events.withLock { $0.append(event) } }
        var read = client.stream(NotesEndpoint()).makeAsyncIterator()
        #expect(try await read.next() == "one")
        #expect(events.withLock { $0.map(\.step.words) } == ["began", "streaming: 200"])
        #expect(try await read.next() == "two")
        #expect(try await read.next() == nil)
        #expect(events.withLock { $0.map(\.step.words) } == ["began", "streaming: 200", "ended: 200"])
        let end = try #require(events.withLock { $0.last })
        #expect(end.elapsed == .seconds(60))
        #expect(end.streamedBytes == 8)
        #expect(end.description == "#1 POST notes NotesEndpoint, 60.000 s: ended with 200 OK, a stream after 8 bytes")
    }

    @Test func `the metrics of a stream are complete at its end`() async throws {
        let server = try LoopbackServer { _ in .text("one\ntwo\n") }
        let totals = Locked<[Duration?]>([])
        let client = LiveClient(baseURL: server.url).metering { event in
            totals.withLock { $0.append(event.metrics?.total) }
        }
        #expect(await client.stream(NotesEndpoint()).read().0 == ["one", "two"])
        let all = totals.withLock { $0 }
        #expect(all.count == 3)
        #expect(all.last.flatMap(\.self) != nil)
    }

    @Test func `an event that is kept doesn't keep the connection open`() async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let events = Locked<[CallEvent]>([])
        let client = LiveClient(baseURL: server.url).metering { event in events.withLock { $0.append(event) } }
        body.yield(Data("one\n".utf8))
        for try await _ in client.stream(NotesEndpoint()) { break }
        await server.connectionsClosed()
        #expect(
            events.withLock { $0.map(\.step.words) } == ["began", "streaming: 200", "ended: CancellationError"])
    }

    /// Draws nothing but sevens.
    private var sevens: TimeSource {
        var time = clock.time
        time.random = { 7 }
        return time
    }

    @Test func `the span of a request ends with the head of its stream`() async throws {
        let client = mock(notes).tracing(time: sevens).metering(steps.note)
        var read = client.stream(NotesEndpoint()).makeAsyncIterator()
        #expect(try await read.next() == "one")
        #expect(steps.all.map { $0.prefix { $0 != " " } } == ["began", "sending", "sent", "streaming:"])
    }

    @Test(arguments: [("end", [4, 4]), ("break", [4]), ("leave", [4])])
    func `decorators around one stream see its bytes and its end once each`(way: String, chunks: [Int]) async throws {
        let recording = Recording()
        let ends = Locked<[Int64?]>([])
        let note: @Sendable (CallEvent) -> Void = { event in
            if case .ended = event.step { ends.withLock { $0.append(event.streamedBytes) } }
        }
        let client = mock(way == "break" ? broken : notes)
            .recording(into: recording, baseURL: try #require(URL(string: "https://api.example.com")))
            .circuitBreaking(time: clock.time).metering(note).metering(note)
        if way == "leave" {
            for try await _ in client.stream(NotesEndpoint()) { break }
        } else {
            _ = await client.stream(NotesEndpoint()).read()
        }
        #expect(ends.withLock { $0 } == Array(repeating: Int64(chunks.reduce(0, +)), count: 2))
        #expect(recording.cassette.interactions.map { $0.chunks.map(\.length) } == [chunks])
        #expect((recording.cassette.interactions.first?.interruption != nil) == (way != "end"))
    }

    // What changes the request.

    @Test func `a stream has the key of its call and everything else that is added`() async throws {
        let mock = mock(.fail(.refused), notes)
        let client = mock.authorizing(.bearer("token")).adapting {
            $0.urlRequest.setValue("de", forHTTPHeaderField: "Accept-Language")
        }
        .retryingAtOnce().addingIdempotencyKeys { "\"1\"" }
        #expect(await client.stream(NotesEndpoint()).read().0 == ["one", "two"])
        #expect(mock.requests.map(\.wantsStream) == [true, true])
        #expect(mock.headers("Idempotency-Key") == ["\"1\"", "\"1\""])
        #expect(mock.headers("Accept-Language") == ["de", "de"])
        #expect(mock.headers("Authorization") == ["Bearer token", "Bearer token"])
    }

    @Test func `a stream that is refused with 401 is requested again with a new credential`() async throws {
        let mock = mock(.status(401), notes)
        let tokens = RefreshingCredential(ExpiringCredential(.bearer("old")), time: clock.time) { _ in
            ExpiringCredential(.bearer("new"))
        }
        #expect(await mock.authorizing(with: tokens).stream(NotesEndpoint()).read().0 == ["one", "two"])
        #expect(mock.headers("Authorization") == ["Bearer old", "Bearer new"])
    }

    // Circuit breakers.

    private func breaking(_ replies: [MockReply], successesToClose: Int = 2) -> some APIClient {
        MockClient { replies.reduce(On(NotesEndpoint.self)) { $0.then($1) } }
            .circuitBreaking(
                CircuitBreakerPolicy(failuresInARow: 2, successesToClose: successesToClose),
                time: clock.time.drawing { 0.5 }
            ).metering(steps.note)
    }

    @Test func `a stream that breaks off before its first byte counts as a failure of the server`() async throws {
        let client = breaking([silent, silent, notes])
        for _ in 1...2 { #expect(code(await client.stream(NotesEndpoint()).read().1) == .networkConnectionLost) }
        #expect(await client.stream(NotesEndpoint()).read().1 is BreakerOpenError)
        #expect(steps.all.count { $0 == "breaker opened 10.000 s" } == 1)
        #expect(steps.all.drop { $0 != "breaker opened 10.000 s" }.dropFirst().first == "ended: URLError")
    }

    @Test func `a stream that breaks off after its first byte isn't a failure of the server`() async throws {
        let client = breaking([broken, broken, broken, notes])
        for _ in 1...3 { #expect(code(await client.stream(NotesEndpoint()).read().1) == .networkConnectionLost) }
        #expect(await client.stream(NotesEndpoint()).read().1 == nil)
        #expect(!steps.all.contains { $0.hasPrefix("breaker") })
    }

    @Test func `a stream that ends, or is no longer read, counts as a success`() async throws {
        let client = breaking([silent, notes, silent, notes, silent, notes])
        for turn in 1...3 {
            _ = await client.stream(NotesEndpoint()).read()
            if turn == 1 {
                for try await _ in client.stream(NotesEndpoint()) { break }
            } else {
                #expect(await client.stream(NotesEndpoint()).read().1 == nil)
            }
        }
        #expect(!steps.all.contains { $0.hasPrefix("breaker") })
    }

    @Test func `the head of a stream closes a half-open breaker`() async throws {
        let client = breaking([.fail(.timedOut), .fail(.timedOut), notes, notes], successesToClose: 1)
        for _ in 1...2 { _ = await client.stream(NotesEndpoint()).read() }
        clock.advance(by: .seconds(10))
        var probe = client.stream(NotesEndpoint()).makeAsyncIterator()
        #expect(try await probe.next() == "one")
        #expect(steps.all.contains("breaker closed"))
        #expect(await client.stream(NotesEndpoint()).read().0 == ["one", "two"])
    }

    // Faults and redirects.

    @Test func `a fault comes before the head of a stream or truncates its collected body`() async throws {
        let dropped = mock(notes).chaos(seed: 1, [.drop(chance: 1)])
        #expect(code(await dropped.stream(NotesEndpoint()).read().1) == .networkConnectionLost)
        let mock = mock(notes)
        let (read, error) = await mock.chaos(seed: 1, [.truncate(chance: 1)]).stream(NotesEndpoint()).read()
        #expect(read.joined(separator: "\n").count < 7)
        #expect(error == nil)
        #expect(mock.requests.map(\.wantsStream) == [false])
    }

    @Test(arguments: Engine.allCases)
    func `a redirect is followed to the stream`(engine: Engine) async throws {
        let server = try LoopbackServer { $0.path == "/v1/notes" ? .redirect(307, to: "/v1/new") : .text("one\n") }
        #expect(await engine.client(server).stream(NotesEndpoint()).read().0 == ["one"])
    }
}
