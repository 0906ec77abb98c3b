import EndpointTesting
import Testing

@testable import EndpointClient

/// How a loop ends, and what is known before its first element.
@Suite(.timeLimit(.minutes(5))) struct StreamEndTests {
    @Test(arguments: Engine.allCases)
    func `the loop ends at the mark while the server keeps the connection open`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(.events, pieces) }
        body.yield(Data("data: a\n\ndata: [DONE]\n\ndata: never\n\n".utf8))
        let (texts, error) = await engine.client(server).stream(MarkedEndpoint()).read()
        #expect(texts == ["a"])
        #expect(error == nil)
        body.finish()
    }

    #if os(Linux)
        @Test func `the connection is used again after the mark`() async throws {
            let (pieces, body) = AsyncStream<Data>.makeStream()
            let server = try LoopbackServer { request in
                request.path == "/v1/next" ? .status(204) : .stream(.events, pieces)
            }
            let clock = TestClock()
            let client = CURLClient(server, limits: .init(deadline: nil, idle: nil), time: clock.time)
            let isRead = AwaitableValue(false)
            let observed = client.metering(time: clock.time) { event in
                if case .ended = event.step { isRead.update { $0 = true } }
            }
            body.yield(Data("data: a\n\ndata: [DONE]\n\n".utf8))
            for try await _ in observed.stream(MarkedEndpoint()) {}
            body.finish()
            await isRead.wait { $0 }
            #expect(try await client.get("next").http.statusCode == 204)
            #expect(server.requestCount == 2)
            #expect(server.connectionCount == 1)
        }
    #endif

    @Test(arguments: Engine.allCases)
    func `an end of the body before the mark is an error`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .events("data: a\n\n") }
        let (texts, error) = await engine.client(server).stream(MarkedEndpoint()).read()
        #expect(texts == ["a"])
        #expect((error as? StreamError)?.reason == .incomplete)
    }

    @Test(arguments: Engine.allCases)
    func `the head is there before the first element`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let head = LoopbackResponse(headers: ["Content-Type": "text/event-stream", "x-request-id": "req-1"])
        let server = try LoopbackServer { _ in .stream(head, pieces) }
        let (http, contents) = try await engine.client(server).stream(MarkedEndpoint()).open()
        #expect(http.value(forHTTPHeaderField: "x-request-id") == "req-1")
        body.yield(Data("data: a\n\ndata: [DONE]\n\n".utf8))
        body.finish()
        #expect(await contents.read().0 == ["a"])
        #expect(server.requestCount == 1)
    }

    @Test func `a second loop over an opened stream sends a request`() async throws {
        let client = MockClient { On(MarkedEndpoint.self).reply(.mark("a")).anyTimes() }
        let (_, contents) = try await client.stream(MarkedEndpoint()).open()
        #expect(client.requests.count == 1)
        for count in 1...2 {
            #expect(await contents.read().0 == ["a"])
            #expect(client.requests.count == count)
        }
    }

    @Test func `opening a stream throws what its loop throws`() async throws {
        let client = MockClient { On(MarkedEndpoint.self).status(404).anyTimes() }
        let error = await #expect(throws: HTTPError.self) { try await client.stream(MarkedEndpoint()).open() }
        #expect(error?.status == 404)
    }

    @Test func `opening a stream that reconnects waits for a response`() async throws {
        let clock = TestClock()
        let client = MockClient { On(MarkedEndpoint.self).status(503).reply(.mark("a")) }
        let stream = client.stream(
            MarkedEndpoint(), reconnecting: .standard, time: TimeSource(LeapingClock(clock: clock)).drawing { 0 })
        let (http, contents) = try await stream.open()
        #expect(http.statusCode == 200)
        #expect(await contents.read().0 == ["a"])
        try client.verify()
    }

    @Test(arguments: Engine.allCases)
    func `an error that comes instead of events is shown`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in
            .data(
                Data(#"{"error": {"message": "The model is overloaded.", "code": "overloaded"}}"#.utf8),
                type: "application/json")
        }
        let (texts, error) = await engine.client(server).stream(MarkedEndpoint()).read()
        #expect(texts == [])
        #expect(
            error?.localizedDescription
                == "GET /v1/marked → 200, but the body is application/json, not text/event-stream: "
                + "\"The model is overloaded.\" (overloaded).")
    }

    @Test(arguments: Engine.allCases)
    func `an error that never ends is not waited for`(engine: Engine) async throws {
        let (pieces, _) = AsyncStream<Data>.makeStream()
        let clock = TestClock()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(headers: ["Content-Type": "text/html"]), pieces)
        }
        let client = engine.client(server, limits: .init(deadline: nil, idle: nil), time: clock.time)
        let reading = Task { await client.stream(MarkedEndpoint()).read() }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(250))
        #expect(
            (await reading.value.1 as? StreamError)?.reason == .mediaType("text/html", expected: "text/event-stream"))
    }

    @Test func `the states of a stream are observed`() async throws {
        let clock = TestClock()
        let client = MockClient {
            On(MarkedEndpoint.self).status(503).reply(.status(200, body: Data("id: 7\ndata: a\n\n".utf8)))
                .reply(.mark("b"))
        }
        let states = Locked<[String]>([])
        let time = TimeSource(LeapingClock(clock: clock)).drawing { 0 }.dated { clock.time.date() }
        let start = time.date()
        let stream = client.stream(MarkedEndpoint(), reconnecting: .standard, time: time).observed { state in
            states.withLock { $0.append(Self.name(state, since: start)) }
        }
        let (texts, error) = await stream.read()
        #expect(texts == ["a", "b"])
        #expect(error == nil)
        #expect(
            states.withLock { $0 } == [
                "connecting", "waiting 3 because of HTTPError", "connecting", "open 200",
                "waiting 6 because of StreamError", "connecting", "open 200",
            ])
    }

    private static func name(_ state: StreamState, since start: Date) -> String {
        switch state {
        case .connecting: "connecting"
        case .open(let http): "open \(http.statusCode)"
        case .waiting(let until, let error):
            "waiting \(Int(clamping: Int64(until.timeIntervalSince(start)))) because of \(error.map { "\(type(of: $0))" } ?? "-")"
        @unknown default: "unknown"
        }
    }

    @Test func `a stream whose mark was read doesn't reconnect`() async throws {
        let client = MockClient { On(MarkedEndpoint.self).reply(.mark("a")) }
        let (texts, error) = await client.stream(MarkedEndpoint(), reconnecting: .standard).read()
        #expect(texts == ["a"])
        #expect(error == nil)
        try client.verify()
    }
}

/// The places of streams and calls at an origin.
@Suite(.timeLimit(.minutes(5))) struct StreamPlaceTests {
    @Test(arguments: Engine.allCases)
    func `open streams take no place of a call`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { request in
            request.path == "/v1/next" ? .status(204) : .stream(LoopbackResponse(), pieces)
        }
        let client = engine.client(server, limits: .init(idle: nil, concurrentCallsPerOrigin: 1))
        let first = try await client.stream("slow").chunks, second = try await client.stream("slow").chunks
        #expect(try await client.get("next").http.statusCode == 204)
        body.finish()
        for stream in [first, second] { #expect(await stream.read().1 == nil) }
        // The places are given back just after a reader has seen the end.
        while client.callsUnderWay > 0 { await Task.yield() }
    }

    @Test(arguments: Engine.allCases)
    func `a stream beyond their limit waits, and its timeout says so`(engine: Engine) async throws {
        let (pieces, _) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let clock = TestClock()
        let limits = ClientLimits(deadline: nil, idle: nil, concurrentStreamsPerOrigin: 1)
        let client = engine.client(server, limits: limits, time: clock.time)
        let open = try await client.stream("slow").chunks
        var request = try RawEndpoint(.get("slow")).makeAPIRequest()
        request.wantsStream = true
        request.context.deadline = Deadline(
            after: .init(.seconds(5), from: .context), of: .call, on: clock.time)
        let queued = AwaitableValue(0)
        request.context = request.context.observed { if case .queued = $0 { queued.update { $0 += 1 } } }
        let waiting = Task { [request] in try await client.send(request) }
        await queued.wait { $0 == 1 }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: URLError.self) { try await waiting.value }
        #expect(
            error?.localizedDescription.hasSuffix(
                "The call took longer than 5 s, its deadline, while it waited in the queue of "
                    + "\(server.url.absoluteString), where `concurrentStreamsPerOrigin` is 1.") == true)
        _ = open
    }
}

/// A stream with `[DONE]` at its end.
struct MarkedEndpoint: EventStreamEndpoint {
    typealias Content = String

    var endsExplicitly: Bool { true }

    func makeRequest() throws -> URLRequest { try .get("marked") }

    func content(from response: URLResponse?, with body: Data) -> String { String(decoding: body, as: UTF8.self) }

    func read(_ event: ServerSentEvent, from response: URLResponse?) -> StreamElement<String> {
        event.data == "[DONE]" ? .end : .content(event.data)
    }
}

extension MockReply {
    /// A complete stream of a ``MarkedEndpoint``.
    fileprivate static func mark(_ text: String) -> MockReply {
        .status(200, body: Data("data: \(text)\n\ndata: [DONE]\n\n".utf8))
    }
}
