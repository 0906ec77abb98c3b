import EndpointTesting
import Testing

/// Streams that a server gives from a cassette, as a client over a socket receives them.
@Suite(.timeLimit(.minutes(10))) struct ServedStreamTests {
    private struct Ticks: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { try .get("ticks") }
    }

    private let events = ["one", "two", "three"].map { ServerSentEvent(data: $0) }

    /// The events, one in each piece and second; or cut off by a failure in the middle of the third.
    private func recorded(
        _ interruption: URLError.Code? = nil, status: Int = 200, method: String = "GET",
        headers: HeaderFields = [:]
    ) -> Cassette {
        let pieces = events.map(\.encoded)
        let body = Data(pieces.joined()).dropLast(interruption == nil ? 0 : 8)
        let lengths = [pieces[0].count, pieces[1].count, body.count - pieces[0].count - pieces[1].count]
        let fields: HeaderFields = ["Content-Type": "text/event-stream"] + headers
        return Cassette([
            Interaction(
                .init(method, "https://api.example.com/v1/ticks"),
                .response(.init(status, headers: fields, body: method == "HEAD" || status == 204 ? Data() : body)),
                chunks: zip(lengths, 0...).map { .init(length: $0, time: .seconds($1)) },
                interruption: interruption.map { .init($0) })
        ])
    }

    private func client(of server: LoopbackServer) -> LiveClient {
        // The tests beside this one may keep all threads that the pieces need.
        LiveClient(baseURL: server.url.appendingPathComponent("v1"), limits: .init(idle: .seconds(600)))
    }

    /// Everything that a server sends until it ends the connection, or gets another request.
    private func answer(_ cassette: Cassette, _ method: String = "GET") async throws -> String {
        try await LoopbackServer(serving: cassette).answer(
            to: "\(method) /v1/ticks HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    }

    @Test func `the recorded pieces are served as chunks`() async throws {
        let text = try await answer(recorded(headers: ["Content-Length": "35", "Transfer-Encoding": "chunked"]))
        let head = "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        let chunks = "b\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\nd\r\ndata: three\n\n\r\n0\r\n\r\n"
        #expect(text == "HTTP/1.1 200 OK\r\n\(head)\(chunks)")
    }

    @Test func `all pieces are served at once without a clock, and the connection is kept`() async throws {
        let server = try LoopbackServer(serving: recorded(), allowRepeats: true)
        let client = client(of: server)
        for _ in 1...2 {
            #expect(try await client.stream(Ticks()).reduce(into: []) { $0.append($1) } == events)
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `each piece is served at its recorded time with a time source`() async throws {
        let clock = TestClock()
        let server = try LoopbackServer(serving: recorded(), pace: clock.time)
        var ticks = client(of: server).stream(Ticks()).makeAsyncIterator()
        #expect(try await ticks.next() == events[0])
        for event in events.dropFirst() {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(999))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .milliseconds(1))
            #expect(try await ticks.next() == event)
        }
        #expect(try await ticks.next() == nil)
    }

    @Test func `an interrupted stream breaks off after its pieces`() async throws {
        let server = try LoopbackServer(serving: recorded(.networkConnectionLost))
        var read: [ServerSentEvent] = []
        let error = await #expect(throws: URLError.self) {
            for try await event in client(of: server).stream(Ticks()) { read.append(event) }
        }
        #expect(error?.code == .networkConnectionLost)
        #expect(read == Array(events.prefix(2)))
    }

    @Test func `an interrupted body fails for clients without streams too`() async throws {
        let server = try LoopbackServer(serving: recorded(.networkConnectionLost), allowRepeats: true)
        let request = APIRequest(try Ticks().makeRequest(), for: Ticks())
        for engine in 1...2 {
            let error = await #expect(throws: URLError.self) {
                if engine == 1 { return try await client(of: server).send(request) }
                let v1 = server.url.appendingPathComponent("v1")
                return try await URLSessionClient(baseURL: v1, limits: .init(idle: .seconds(600))).send(request)
            }
            #expect(error?.code == .networkConnectionLost)
        }
    }

    @Test func `a stream interrupted by a timeout stays open`() async throws {
        let server = try LoopbackServer(serving: recorded(.timedOut))
        let (text, next) = try await server.connected { client in
            client.send("GET /v1/ticks HTTP/1.1\r\nHost: h\r\n\r\n")
            let text = client.read(until: "data:\r\n")
            client.setTimeout(milliseconds: 200)
            return (text, client.read())
        }
        #expect(text.hasSuffix("5\r\ndata:\r\n"))
        #expect(next == .silence)
    }

    @Test func `a body without pieces is served with its length`() async throws {
        var cassette = recorded()
        cassette.interactions[0].chunks = []
        let text = try await answer(cassette)
        #expect(text.contains("Content-Length: 35\r\n"))
        #expect(!text.contains("chunked"))
    }

    @Test(arguments: [("HEAD", 200), ("GET", 204)])
    func `a response that can't have a body is served without one`(method: String, status: Int) async throws {
        let text = try await answer(recorded(status: status, method: method), method)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.hasSuffix("\r\n\r\n"))
        #expect(!text.contains("chunked"))
    }

    @Test func `a web page may read a stream if cross-origin access is allowed`() throws {
        let replay = Replay(recorded(), matching: .standard.ignoring(.host))
        let request = RecordedRequest("GET", "/v1/ticks", headers: ["Origin": "http://localhost:3000"])
        guard case .stream(let response, _) = replay.reply(to: request, allowsCrossOrigin: true) else {
            Issue.record("The pieces are not streamed.")
            return
        }
        #expect(response.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    }
}
