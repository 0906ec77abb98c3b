import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MockStreamTests {
    private struct Delta: Codable, Hashable, Sendable { let text: String }

    private struct ChatEndpoint: EventStreamEndpoint, JsonEndpoint {
        typealias Content = Delta

        func makeRequest() throws -> URLRequest { try .get("chat") }
    }

    private struct DeltaLines: JsonLinesEndpoint {
        typealias Content = Delta

        func makeRequest() throws -> URLRequest { try .get("lines") }
    }

    private struct LogLines: StreamEndpoint {
        typealias Content = String
        let framing = LineFraming()

        func makeRequest() throws -> URLRequest { try .get("log") }
    }

    private struct Events: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { try .get("events") }
    }

    private let deltas = ["one", "two\nlines", "três"].map(Delta.init)

    @Test func `contents arrive as their endpoint reads them`() async throws {
        let client = MockClient {
            On(ChatEndpoint.self).stream(deltas)
            On(DeltaLines.self).stream(deltas)
            On(LogLines.self).stream(["one", "", "three"])
        }
        #expect(try await all(client.stream(ChatEndpoint())) == deltas)
        #expect(try await all(client.stream(DeltaLines())) == deltas)
        #expect(try await all(client.stream(LogLines())) == ["one", "", "three"])
        try client.verify()
    }

    @Test func `events keep their type, their identifier and their lines`() async throws {
        let events = [
            ServerSentEvent(data: "a\nb", type: "added", id: "1"), ServerSentEvent(data: "", id: "1"),
            ServerSentEvent(data: "c", id: "2"),
        ]
        let client = MockClient { On(Events.self).stream(events: events) }
        #expect(try await all(client.stream(Events())) == events)
    }

    @Test func `a reply has trailers, which a stream has at its end`() async throws {
        let client = MockClient { On(LogLines.self).stream(["one"]).trailers(["Digest": "x"]).times(2) }
        let lines = try await client.stream(LogLines()).open().contents
        #expect(lines.trailers.isEmpty)
        #expect(try await all(lines) == ["one"])
        #expect(lines.trailers == ["Digest": "x"])
        let whole = try await client.send(APIRequest(try .get("log"), for: LogLines()))
        #expect(whole.trailers == ["Digest": "x"])
    }

    @Test func `contents are separated by the interval on the clock`() async throws {
        let clock = TestClock()
        let client = MockClient { On(ChatEndpoint.self).stream(deltas, every: .milliseconds(50), time: clock.time) }
        var stream = client.stream(ChatEndpoint()).makeAsyncIterator()
        #expect(try await stream.next() == deltas[0])
        let second = Task { [clock] in
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(50))
        }
        #expect(try await stream.next() == deltas[1])
        await second.value
    }

    @Test(arguments: [0, 1, 20, 21])
    func `a connection breaks after a number of bytes`(bytes: Int) async throws {
        let client = MockClient { On(DeltaLines.self).stream(deltas).resetAfter(bytes: bytes) }
        var read: [Delta] = []
        let error = await #expect(throws: URLError.self) {
            for try await delta in client.stream(DeltaLines()) { read.append(delta) }
        }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.localizedDescription.hasPrefix("GET lines → ") == true)
        #expect(error?.localizedDescription.contains("\(bytes)") == true)
        // The first line has sixteen bytes.
        #expect(read == (bytes < 16 ? [] : [deltas[0]]))
    }

    @Test func `a request that doesn't want a stream gets the whole body, or the error`() async throws {
        let client = MockClient {
            On(.get, "lines").reply(.stream(chunks: [Data("a\n".utf8), Data(), Data("b\n".utf8)]))
            On(.get, "lines").reply(.stream(chunks: [Data("a\n".utf8)]).resetAfter(bytes: 1))
        }
        let request = try APIRequest(.get("lines"), for: DeltaLines())
        #expect(try await client.send(request).data == Data("a\nb\n".utf8))
        await #expect(throws: URLError.self) { try await client.send(request) }
    }

    @Test func `a cancelled reader stops waiting`() async throws {
        let clock = TestClock()
        let client = MockClient { On(ChatEndpoint.self).stream(deltas, every: .seconds(1), time: clock.time) }
        let reader = Task { try await all(client.stream(ChatEndpoint())) }
        await clock.sleepers(1)
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    private func all<E: StreamEndpoint>(_ stream: ContentStream<E>) async throws -> [E.Content] {
        var contents: [E.Content] = []
        for try await content in stream { contents.append(content) }
        return contents
    }
}
