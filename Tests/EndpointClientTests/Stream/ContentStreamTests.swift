import EndpointTesting
import Testing

@testable import EndpointClient

@Suite(.timeLimit(.minutes(5))) struct ContentStreamTests {
    @Test(arguments: Engine.allCases)
    func `each event comes as soon as it is complete`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(.events, pieces) }
        var events = engine.client(server).stream(EventsEndpoint()).makeAsyncIterator()
        body.yield(Data("data: o".utf8))
        body.yield(Data("ne\n\ndata: two\n\ndata: thr".utf8))
        #expect(try await events.next()?.data == "one")
        #expect(try await events.next()?.data == "two")
        body.yield(Data("ee\r".utf8))
        body.yield(Data("\n\r\ndata: never\n".utf8))
        #expect(try await events.next()?.data == "three")
        body.finish()
        #expect(try await events.next() == nil)
        #expect(try await events.next() == nil)
        #expect(await server.received(1).map { $0.header("Accept") } == ["text/event-stream"])
    }

    @Test func `each loop sends a request`() async throws {
        let server = try LoopbackServer { _ in .events("data: x\n\n") }
        let stream = LiveClient(baseURL: server.url, limits: .patient).stream(EventsEndpoint())
        for _ in 1...2 {
            var count = 0
            for try await event in stream {
                #expect(event.data == "x")
                count += 1
            }
            #expect(count == 1)
        }
        #expect(server.requestCount == 2)
    }

    @Test func `a failing status is the error of the endpoint`() async throws {
        let server = try LoopbackServer { _ in .text("missing", status: 404) }
        let client = LiveClient(baseURL: server.url, limits: .patient).standard
        let (events, error) = await client.stream(EventsEndpoint()).read()
        #expect(events == [])
        #expect((error as? HTTPError)?.status == 404)
        #expect(error?.localizedDescription == "GET /events → 404 Not Found. Body: missing")
    }

    @Test func `a 204 response has no events`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let (events, error) = await LiveClient(baseURL: server.url, limits: .patient).stream(EventsEndpoint()).read()
        #expect(events == [])
        #expect(error == nil)
    }

    @Test(arguments: Engine.allCases)
    func `a stream that breaks off throws after its events`(engine: Engine) async throws {
        let body = LoopbackResponse(
            headers: ["Content-Type": "text/event-stream"], body: Data("data: x\n\ndata: y\n\n".utf8))
        let server = try LoopbackServer { _ in .cut(body, afterBodyBytes: 12) }
        let (events, error) = await engine.client(server).stream(EventsEndpoint()).read()
        #expect(events.map(\.data) == ["x"])
        #expect((error as? URLError)?.code == .networkConnectionLost)
        #expect(error?.localizedDescription.hasPrefix("GET /v1/events → ") == true)
    }

    @Test func `the error of an element has the request without its secrets`() async throws {
        let server = try LoopbackServer { request in
            .data(
                Data("{\"n\": 1}\n{\"echo\": \"\(request.header("Authorization") ?? "")\"}\n{\"n\": 2}\n".utf8),
                type: "application/jsonl")
        }
        let client = LiveClient(baseURL: server.url, limits: .patient).authorizing(.bearer("c4n4ry-c4n4ry"))
        let (rows, error) = await client.stream(RowsEndpoint()).read()
        #expect(rows == [["n": 1]])
        let sentence = try #require((error as? ContentError)?.localizedDescription)
        #expect(sentence.hasPrefix("GET /rows → 200, but "))
        #expect(!sentence.contains("c4n4ry"))
    }

    @Test(arguments: Engine.allCases)
    func `a line that never ends is an error at the limit`(engine: Engine) async throws {
        let piece = Data(repeating: 0x61, count: 64 << 10)
        let body = AsyncStream<Data> { piece }
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), body) }
        let (lines, error) = await engine.client(server).stream(LinesEndpoint()).read()
        #expect(lines == [])
        #expect(
            error?.localizedDescription
                == "GET /v1/lines → 200, but a line is longer than 1000000 bytes, the limit of its framing.")
        await server.connectionsClosed()
    }

    @Test(arguments: Engine.allCases)
    func `leaving the loop closes the connection`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(.events, pieces) }
        let client = engine.client(server)
        body.yield(Data("data: x\n\ndata: y\n\n".utf8))
        for try await _ in client.stream(EventsEndpoint()) { break }
        await server.connectionsClosed()
    }

    @Test(arguments: Engine.allCases)
    func `cancelling the task closes the connection`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(.events, pieces) }
        let client = engine.client(server)
        let hasBegun = AwaitableValue(false)
        body.yield(Data("data: x\n\n".utf8))
        let task = Task {
            for try await _ in client.stream(EventsEndpoint()) { hasBegun.update { $0 = true } }
        }
        await hasBegun.wait { $0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.connectionsClosed()
    }

    @Test func `a mock answers with a body in memory`() async throws {
        let client = MockClient {
            On(EventsEndpoint.self).reply(
                .status(200, headers: ["Content-Type": "text/event-stream"], body: Data("data: a\n\ndata: b\n\n".utf8)))
        }
        let (events, error) = await client.stream(EventsEndpoint()).read()
        #expect(events.map(\.data) == ["a", "b"])
        #expect(error == nil)
    }

    @Test func `a failed request is retried before the first event`() async throws {
        let attempts = AwaitableValue(0)
        let server = try LoopbackServer { _ in
            attempts.update { $0 += 1 }
            return attempts.value == 1 ? .status(503) : .events("data: x\n\n")
        }
        let clock = TestClock()
        let client = LiveClient(baseURL: server.url, limits: .patient).retrying(time: clock.time.drawing { 0 })
        let (events, _) = await client.stream(EventsEndpoint()).read()
        #expect(events.map(\.data) == ["x"])
        #expect(server.requestCount == 2)
    }
}

struct EventsEndpoint: EventStreamEndpoint {
    typealias Content = ServerSentEvent

    var method = HTTPMethod.get

    func makeRequest() throws -> URLRequest { try URLRequest(method, "events") }
}

private struct RowsEndpoint: JsonLinesEndpoint {
    typealias Content = [String: Int]

    func makeRequest() throws -> URLRequest { try .get("rows") }
}

private struct LinesEndpoint: StreamEndpoint {
    typealias Content = String

    let framing = LineFraming(limit: 1_000_000)

    func makeRequest() throws -> URLRequest { try .get("lines") }
}

extension LoopbackResponse {
    static let events = LoopbackResponse(headers: ["Content-Type": "text/event-stream"])
}

extension LoopbackReply {
    /// A stream of events that ends.
    static func events(_ text: String) -> LoopbackReply { .data(Data(text.utf8), type: "text/event-stream") }
}

extension AsyncSequence where Element: Sendable {
    /// What is read, and the error that it ends with.
    func read() async -> ([Element], (any Error)?) {
        var elements: [Element] = []
        do {
            for try await element in self { elements.append(element) }
        } catch {
            return (elements, error)
        }
        return (elements, nil)
    }
}
