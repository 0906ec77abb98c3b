import EndpointTesting
import Testing

@testable import EndpointClient

@Suite(.timeLimit(.minutes(5))) struct ReconnectionTests {
    private let clock = TestClock()

    @Test func `a stream continues after its last event`() async throws {
        let server = try LoopbackServer { request in
            switch request.header("Last-Event-ID") {
            case nil: .events("retry: 500\n\nid: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: cut")
            case "2": .events("data: c\n\nid: é\n\n")
            default: .status(204)
            }
        }
        let reading = Task { await stream(of: LiveClient(baseURL: server.url, limits: .patient)).read() }
        for _ in 1...2 {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(500))
        }
        let (events, error) = await reading.value
        #expect(events.map(\.data) == ["a", "b", "c"])
        #expect(events.map(\.id) == ["1", "2", "2"])
        #expect(error == nil)
        #expect(server.requestCount == 3)
    }

    @Test(arguments: Engine.allCases)
    func `a stream that broke off continues without losing an event`(engine: Engine) async throws {
        let body = LoopbackResponse(
            headers: ["Content-Type": "text/event-stream"], body: Data("id: 1\ndata: a\n\nid: 2\ndata: b\n\n".utf8))
        let server = try LoopbackServer { request in
            switch request.header("Last-Event-ID") {
            case nil: .cut(body, afterBodyBytes: 20)
            case "1": .events("id: 2\ndata: b\n\n")
            default: .status(204)
            }
        }
        let client = engine.client(server)
        let reading = Task { await stream(of: client).read() }
        for _ in 1...2 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(3))
        }
        let (events, error) = await reading.value
        #expect(events.map(\.data) == ["a", "b"])
        #expect(error == nil)
    }

    @Test func `a stream without the option is requested once`() async throws {
        let server = try LoopbackServer { _ in .events("data: a\n\n") }
        let (events, error) = await LiveClient(baseURL: server.url, limits: .patient).stream(EventsEndpoint()).read()
        #expect(events.map(\.data) == ["a"])
        #expect(error == nil)
        #expect(server.requestCount == 1)
    }

    @Test func `the last of too many failures is thrown`() async throws {
        let server = try LoopbackServer { _ in .status(503) }
        let policy = ReconnectionPolicy(failures: 2)
        let reading = Task { await stream(of: LiveClient(baseURL: server.url, limits: .patient), policy).read() }
        for _ in 1...2 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(3))
        }
        let (events, error) = await reading.value
        #expect(events == [])
        #expect((error as? HTTPError)?.status == 503)
        #expect(server.requestCount == 3)
    }

    @Test func `failures are counted from zero after something has arrived`() async throws {
        let count = AwaitableValue(0)
        let ping = LoopbackResponse(headers: ["Content-Type": "text/event-stream"], body: Data(": ping\n\n".utf8))
        let server = try LoopbackServer { _ in
            count.update { $0 += 1 }
            return switch count.value {
            case 1, 2, 4: .status(503)
            case 3: .cut(ping, afterBodyBytes: 5)
            default: .status(204)
            }
        }
        let client = LiveClient(baseURL: server.url, limits: .patient)
        let reading = Task { await stream(of: client, ReconnectionPolicy(failures: 2)).read() }
        for _ in 1...4 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(3))
        }
        #expect(await reading.value.1 == nil)
        #expect(server.requestCount == 5)
    }

    @Test func `a stream that a circuit breaker refuses is requested when the breaker allows it`() async throws {
        let whole = MockReply.stream(events: [ServerSentEvent(data: "a")])
        let silent = whole.resetAfter(bytes: 0)
        let mock = MockClient { On(EventsEndpoint.self).then(silent).then(silent).then(whole).status(204) }
        let client = mock.circuitBreaking(CircuitBreakerPolicy(failuresInARow: 2), time: clock.time.drawing { 0.5 })
        let stream = client.stream(
            EventsEndpoint(), reconnecting: .standard, time: TimeSource(LeapingClock(clock: clock)).drawing { 0 })
        let (events, error) = await stream.read()
        #expect(events.map(\.data) == ["a"])
        #expect(error == nil)
        #expect(mock.requests.count == 4)
    }

    @Test func `a permanent failure ends the stream`() async throws {
        let server = try LoopbackServer { _ in .events("data: a\n\n") }
        let client = LiveClient(baseURL: server.url, limits: .patient)
        let bad = client.stream(NumbersEndpoint(), reconnecting: .standard, time: clock.time)
        let (_, error) = await bad.read()
        #expect(error is ContentError)
        #expect(server.requestCount == 1)
    }

    @Test func `a POST isn't sent again`() async throws {
        let server = try LoopbackServer { _ in .events("data: a\n\n") }
        let client = LiveClient(baseURL: server.url, limits: .patient)
        let stream = client.stream(EventsEndpoint(method: .post), reconnecting: .standard, time: clock.time)
        let (events, error) = await stream.read()
        #expect(events.map(\.data) == ["a"])
        #expect(error == nil)
        #expect(server.requestCount == 1)
    }

    @Test func `a POST that wasn't processed is sent again`() async throws {
        let count = AwaitableValue(0)
        let client = MockClient { request in
            count.update { $0 += 1 }
            if count.value == 1 { throw URLError(.cannotConnectToHost) }
            return try .answer(body: Data("data: a\n\n".utf8), to: request)
        }
        let stream = client.stream(
            EventsEndpoint(method: .post), reconnecting: .standard, time: clock.time.drawing { 0 })
        let reading = Task { await stream.read() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let (events, error) = await reading.value
        #expect(events.map(\.data) == ["a"])
        #expect(error == nil)
        #expect(count.value == 2)
    }

    @Test func `a stream that the server has ended isn't a failure`() async throws {
        let client = MockClient {
            On(EventsEndpoint.self).reply(.status(200, body: Data("data: a\n\n".utf8))).status(503).status(204)
        }
        let reading = Task { await stream(of: client, ReconnectionPolicy(failures: 1)).read() }
        for _ in 1...2 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(3))
        }
        #expect(await reading.value.1 == nil)
        #expect(client.requests.count == 3)
    }

    @Test func `an identifier is sent without spaces at its ends`() async throws {
        let client = MockClient {
            On(EventsEndpoint.self).reply(.status(200, body: Data("id: \t7 \ndata: a\n\n".utf8))).status(204)
        }
        let reading = Task { await stream(of: client).read() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let (events, error) = await reading.value
        #expect(events.map(\.id) == ["\t7 "])
        #expect(error == nil)
        #expect(client.requests.map { $0.urlRequest.value(forHTTPHeaderField: "Last-Event-ID") } == [nil, "7"])
    }

    private struct UnsendableEndpoint: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { throw RequestError(.pathValue("mauve-otter", template: "events/{}")) }
    }

    @Test func `a stream whose request can't be built is described with the client's redaction`() async throws {
        let client = MockClient(redaction: .standard.redacting(values: ["mauve-otter"])) {}
        let (_, error) = await client.stream(UnsendableEndpoint()).read()
        #expect((error as? RequestError)?.description.contains("{{secret}}") == true)
    }

    @Test func `an identifier that can't be a header value is left out`() async throws {
        let count = AwaitableValue(0)
        let server = try LoopbackServer { _ in
            count.update { $0 += 1 }
            return count.value == 1 ? .events("id: a\u{1}b\ndata: a\n\n") : .status(204)
        }
        let reading = Task { await stream(of: LiveClient(baseURL: server.url, limits: .patient)).read() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        let (events, error) = await reading.value
        #expect(events.map(\.id) == ["a\u{1}b"])
        #expect(error == nil)
        #expect(await server.received(2).map { $0.header("Last-Event-ID") } == [nil, nil])
    }

    private struct ResumedEndpoint: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { try .get("events", headers: ["Last-Event-ID": "40"]) }
    }

    @Test(arguments: [("data: a\n\n", "40"), ("id: 41\ndata: a\n\n", "41"), ("id\ndata: a\n\n", nil)])
    func `the server's identifier replaces the caller's own, also an empty one`(body: String, id: String?) async throws
    {
        let client = MockClient {
            On(ResumedEndpoint.self).reply(.status(200, body: Data(body.utf8))).status(204)
        }
        let stream = client.stream(
            ResumedEndpoint(), reconnecting: .standard, time: TimeSource(LeapingClock(clock: clock)).drawing { 0 })
        #expect(await stream.read().1 == nil)
        #expect(client.requests.map { $0.urlRequest.value(forHTTPHeaderField: "Last-Event-ID") } == ["40", id])
    }

    @Test(arguments: Engine.allCases)
    func `the identifier survives a redirect to another origin`(engine: Engine) async throws {
        let other = try LoopbackServer { _ in .status(204) }
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(status: 307, headers: ["Location": "\(other.url)/v1/events"]))
        }
        let (_, error) = await engine.client(server).stream(ResumedEndpoint()).read()
        #expect(error == nil)
        let received = await other.received(1)
        #expect(received.map { $0.header("Last-Event-ID") } == ["40"])
        #expect(received.map { $0.header("Cache-Control") } == ["no-cache"])
    }

    @Test func `a wait before reconnecting can be cancelled`() async throws {
        let server = try LoopbackServer { _ in .events("data: a\n\n") }
        let reading = Task { await stream(of: LiveClient(baseURL: server.url, limits: .patient)).read() }
        await clock.sleepers(1)
        reading.cancel()
        #expect(await reading.value.1 is CancellationError)
        #expect(server.requestCount == 1)
    }

    private func stream(
        of client: any APIClient, _ policy: ReconnectionPolicy = .standard
    ) -> ContentStream<EventsEndpoint> {
        client.stream(EventsEndpoint(), reconnecting: policy, time: clock.time.drawing { 0 })
    }
}

private struct NumbersEndpoint: EventStreamEndpoint, JsonEndpoint {
    typealias Content = Int

    func makeRequest() throws -> URLRequest { try .get("events") }
}
