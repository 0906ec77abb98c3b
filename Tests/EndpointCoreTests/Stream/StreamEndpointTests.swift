import EndpointCore
import Testing

@Suite struct StreamEndpointTests {
    struct Tick: Decodable, Hashable, Sendable {
        let price: Int
    }

    struct TickEndpoint: EventStreamEndpoint, JsonEndpoint {
        typealias Content = Tick

        func makeRequest() throws -> URLRequest { try .get("ticks?key=k3y-1973x2") }
    }

    struct RowsEndpoint: JsonLinesEndpoint {
        typealias Content = Tick

        func makeRequest() throws -> URLRequest { try .get("rows", headers: ["Accept": "application/jsonl"]) }
    }

    struct LogEndpoint: StreamEndpoint {
        typealias Content = String

        let framing = LineFraming(limit: 100)

        func makeRequest() throws -> URLRequest { try .get("log") }
    }

    struct RawEventsEndpoint: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { try .get("raw") }
    }

    struct ChunksEndpoint: StreamEndpoint {
        typealias Content = Data

        let framing = ChunkFraming()

        func makeRequest() throws -> URLRequest { try .get("chunks") }
    }

    /// An endpoint that skips elements, and whose stream has a mark at its end.
    struct ChatEndpoint: EventStreamEndpoint, JsonEndpoint {
        typealias Content = Tick

        struct Failure: APIFailure, Decodable {
            let error: [String: String]
            var exchange = FailedExchange()
        }

        var endsExplicitly: Bool { true }

        func makeRequest() throws -> URLRequest { try .get("chat") }

        func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<Tick> {
            switch (event.type, event.data) {
            case (_, "[DONE]"): return .end
            case ("ping", _): return .skip
            case ("error", let data): throw try JSONDecoder().decode(Failure.self, from: Data(data.utf8))
            default: break
            }
            let tick = try content(from: response, with: Data(event.data.utf8))
            if event.type == "last" { return .last(tick) }
            return .content(tick, mayBeLast: event.type == "finish")
        }
    }

    private static let events: HeaderFields = ["Content-Type": "text/event-stream; charset=utf-8"]

    @Test func `the data of an event is JSON`() async throws {
        let ticks = try await read(
            TickEndpoint(), Self.events, "data: {\"price\":\ndata: 1}\n\n", ": ping\n\nevent: x\ndata: {\"pri",
            "ce\": 2}\r\n\r\n")
        #expect(ticks.contents == [Tick(price: 1), Tick(price: 2)])
        #expect(ticks.error == nil)
    }

    @Test func `an event is its own content`() async throws {
        let events = try await read(RawEventsEndpoint(), Self.events, "id: 3\nevent: a\ndata: x\n\n")
        #expect(events.contents == [ServerSentEvent(data: "x", type: "a", id: "3")])
        #expect(RawEventsEndpoint().content(from: nil, with: Data("x".utf8)) == ServerSentEvent(data: "x"))
    }

    @Test func `an endpoint can skip elements`() async throws {
        let ticks = try await read(
            ChatEndpoint(), Self.events, "event: ping\ndata: 1\n\ndata: {\"price\": 1}\n\ndata: [DONE]\n\n")
        #expect(ticks.contents == [Tick(price: 1)])
        #expect(ticks.error == nil)
    }

    @Test func `an element after the mark of the end is not read`() async throws {
        for mark in ["data: [DONE]\n\n", "event: last\ndata: {\"price\": 2}\n\n"] {
            let ticks = try await read(
                ChatEndpoint(), Self.events, "data: {\"price\": 1}\n\n", mark + "data: bad\n\n", "data: bad\n\n")
            #expect(ticks.contents == (mark.hasPrefix("event") ? [Tick(price: 1), Tick(price: 2)] : [Tick(price: 1)]))
            #expect(ticks.error == nil)
        }
    }

    @Test func `a stream whose mark is missing is incomplete`() async throws {
        let ticks = try await read(ChatEndpoint(), Self.events, "data: {\"price\": 1}\n\n")
        #expect(ticks.contents == [Tick(price: 1)])
        #expect((ticks.error as? StreamError)?.reason == .incomplete)
        #expect(
            ticks.error?.localizedDescription
                == "GET /v1/users/1 → 200, but the stream ended before it was complete: the mark of its end is missing."
        )
        #expect(try await (read(ChatEndpoint(), Self.events, []).error as? StreamError)?.reason == .incomplete)
    }

    @Test func `a stream may end without its mark after a content that may be the last`() async throws {
        let finish = "event: finish\ndata: {\"price\": 1}\n\n", more = "data: {\"price\": 2}\n\n"
        for body in [finish, finish + more] {
            let ticks = try await read(ChatEndpoint(), Self.events, body)
            #expect(ticks.contents.count == (body == finish ? 1 : 2))
            #expect(ticks.error == nil)
        }
    }

    @Test func `an error in the stream has its own message in its sentence`() async throws {
        let body = "data: {\"price\": 1}\n\nevent: error\ndata: {\"error\": {\"message\": \"Too much load.\"}}\n\n"
        let ticks = try await read(ChatEndpoint(), Self.events, body)
        #expect(ticks.contents == [Tick(price: 1)])
        #expect(ticks.error is ChatEndpoint.Failure)
        #expect(ticks.error?.localizedDescription == "GET /v1/users/1 → 200 OK: \"Too much load.\"")
    }

    @Test func `each line is JSON, and empty lines are left out`() async throws {
        let rows = try await read(
            RowsEndpoint(), ["Content-Type": "application/x-ndjson"], "{\"price\":1}\n\n{\"pr", "ice\":2}")
        #expect(rows.contents == [Tick(price: 1), Tick(price: 2)])
    }

    @Test func `each line is a text`() async throws {
        let lines = try await read(LogEndpoint(), [:], "one\r", "\ntwo\n\nthr", "ee")
        #expect(lines.contents == ["one", "two", "", "three"])
    }

    @Test func `each chunk is a content`() async throws {
        let chunks = try await read(ChunksEndpoint(), [:], "one", "two")
        #expect(chunks.contents == [Data("one".utf8), Data("two".utf8)])
    }

    @Test func `an element that doesn't decode is an error after those before it`() async throws {
        let ticks = try await read(
            TickEndpoint(), Self.events, "data: {\"price\":1}\n\ndata: {\"password\":\"c4n4ry\"}\n\n")
        #expect(ticks.contents == [Tick(price: 1)])
        let error = try #require(ticks.error as? ContentError)
        #expect(
            error.localizedDescription
                == "GET /v1/users/1 → 200, but \"price\" is missing at Tick (root). Body: {\"password\": string}")
        #expect(error.request?.url?.relativeString == "ticks?key=%7B%7Bsecret%7D%7D")
    }

    @Test func `a line that is cut off in a character is an error`() async throws {
        let lines = try await read(LogEndpoint(), [:], [Data("one\n".utf8), Data([0x61, 0xE2, 0x82])])
        #expect(lines.contents == ["one"])
        let error = try #require(lines.error as? ContentError)
        #expect(error.problem == "the line is not UTF-8 at byte 1")
    }

    @Test func `JSON that is cut off is an error`() async throws {
        let rows = try await read(
            RowsEndpoint(), ["Content-Type": "application/x-ndjson"], "{\"price\":1}\n{\"price\":")
        #expect(rows.contents == [Tick(price: 1)])
        let error = try #require(rows.error as? ContentError)
        #expect(error.problem == "the body is not valid JSON: it is cut off at byte 9")
    }

    @Test func `an event that is cut off is dropped`() async throws {
        let ticks = try await read(TickEndpoint(), Self.events, "data: {\"price\":1}\n\ndata: {\"price\":2}\n")
        #expect(ticks.contents == [Tick(price: 1)])
        #expect(ticks.error == nil)
    }

    @Test func `the error for a long line names the limit and what was asked`() async throws {
        let lines = try await read(LogEndpoint(), [:], "one\n", String(repeating: "x", count: 101))
        #expect(lines.contents == ["one"])
        let error = try #require(lines.error as? StreamError)
        #expect(
            error.localizedDescription
                == "GET /v1/users/1 → 200, but a line is longer than 100 bytes, the limit of its framing.")
        #expect(error.request?.httpMethod == "GET")
        #expect(error.category == .unreadable)
    }

    @Test func `a stream of another media type is an error`() async throws {
        let page = try await read(TickEndpoint(), ["Content-Type": "text/html"], "<p>Sign in</p>")
        let error = try #require(page.error as? StreamError)
        #expect(error.reason == .mediaType("text/html", expected: "text/event-stream"))
        #expect(
            error.localizedDescription == "GET /v1/users/1 → 200, but the body is text/html, not text/event-stream.")
        #expect(try await read(TickEndpoint(), [:], "data: {\"price\":1}\n\n").contents == [Tick(price: 1)])
    }

    @Test func `a failing status is an error with its body`() async throws {
        let request = try TickEndpoint().makeStreamRequest()
        let answer = APIResponse(http: try response(503), body: .data(Data("later".utf8)))
        let error = #expect(throws: HTTPError.self) {
            try ContentReader(answer, to: request, of: TickEndpoint(), framing: EventFraming()) { .standard }
        }
        #expect(error?.body == Data("later".utf8))
        #expect(error?.request?.httpMethod == "GET")
    }

    private struct CarefulEndpoint: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { try .get("careful", headers: ["Accept": "text/*"]) }

        func validate(_ response: URLResponse?, with body: Data) throws {
            if !body.isEmpty { throw ContentError("it has a body", from: response, with: body) }
        }
    }

    @Test func `a good status is validated without a body, and a 204 without the media type`()
        async throws
    {
        let request = try CarefulEndpoint().makeStreamRequest()
        for (status, type) in [(200, "text/event-stream"), (204, "text/plain")] {
            let answer = APIResponse(
                http: try response(status, ["Content-Type": type]), body: .data(Data("data: x\n\n".utf8)))
            var reader = try ContentReader(answer, to: request, of: CarefulEndpoint(), framing: EventFraming()) {
                .standard
            }
            #expect(try await reader.next()?.data == "x")
        }
    }

    @Test func `an endpoint's own Accept is kept`() throws {
        let request = try CarefulEndpoint().makeStreamRequest().urlRequest
        #expect(request.value(forHTTPHeaderField: "Accept") == "text/*")
    }

    @Test func `the request asks for a stream in the media type of the framing`() throws {
        let ticks = try TickEndpoint().makeStreamRequest()
        #expect(ticks.wantsStream)
        #expect(ticks.urlRequest.value(forHTTPHeaderField: "Accept") == "text/event-stream")
        #expect(
            try RowsEndpoint().makeStreamRequest().urlRequest.value(forHTTPHeaderField: "Accept") == "application/jsonl"
        )
        #expect(try LogEndpoint().makeStreamRequest().urlRequest.value(forHTTPHeaderField: "Accept") == nil)
    }

    private func read<E: StreamEndpoint>(
        _ endpoint: E, _ headers: HeaderFields, _ chunks: String...
    ) async throws -> (contents: [E.Content], error: (any Error)?) {
        try await read(endpoint, headers, chunks.map { Data($0.utf8) })
    }

    /// What is read of a body that arrives in chunks, and the error that it ends with.
    private func read<E: StreamEndpoint>(
        _ endpoint: E, _ headers: HeaderFields, _ chunks: [Data]
    ) async throws -> (contents: [E.Content], error: (any Error)?) {
        let body = AsyncStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        let answer = APIResponse(
            http: try response(200, headers), body: .stream(BodyStream { await body.first { _ in true } }))
        var contents: [E.Content] = []
        do {
            var reader = try ContentReader(
                answer, to: try endpoint.makeStreamRequest(), of: endpoint, framing: endpoint.framing
            ) { .standard }
            while let content = try await reader.next() { contents.append(content) }
        } catch {
            return (contents, error)
        }
        return (contents, nil)
    }
}
