import EndpointTesting
import Testing

/// The answer to a prompt, piece by piece.
struct ChatEndpoint: EventStreamEndpoint, JsonEndpoint {
    typealias Content = ChatDelta

    let prompt: String

    func makeRequest() throws -> URLRequest {
        try .post("chat", body: .json(["prompt": prompt]))
    }

    var endsExplicitly: Bool { true }

    func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<ChatDelta> {
        if event.data == "[DONE]" { return .end }
        return .content(try content(from: response, with: Data(event.data.utf8)))
    }
}

struct ChatDelta: Codable, Hashable, Sendable {
    let text: String
}

/// The books as they are added and changed.
struct BookEventsEndpoint: EventStreamEndpoint, JsonEndpoint {
    struct Content: Codable, Sendable {
        let title: String
    }

    func makeRequest() throws -> URLRequest { try .get("books/events") }
}

private func chat(client: any APIClient) async throws {
    for try await delta in client.stream(ChatEndpoint(prompt: "Hello")) { print(delta.text, terminator: "") }
}

private func openedChat(client: any APIClient) async throws {
    let (http, deltas) = try await client.stream(ChatEndpoint(prompt: "Hello")).open()
    print(http.value(forHTTPHeaderField: "x-request-id") ?? "no identifier")
    for try await delta in deltas { print(delta.text, terminator: "") }
}

private func events(client: any APIClient) async throws {
    for try await event in client.stream(BookEventsEndpoint()) { print(event.title) }
}

private func allEvents(client: any APIClient) async throws {
    for try await event in client.stream(BookEventsEndpoint(), reconnecting: .standard) { print(event.title) }
}

private func observedEvents(client: any APIClient) -> ContentStream<BookEventsEndpoint> {
    client.stream(BookEventsEndpoint(), reconnecting: .standard).observed { state in
        if case .waiting(let until, _) = state { print("Connects again at \(until)") }
    }
}

private func lines() throws -> [Data?] {
    var framing = LineFraming()
    framing.append(Data("first\nsec".utf8))
    let first = try framing.next()  // first
    let none = try framing.next()  // nil: more bytes are needed
    framing.append(Data("ond".utf8))
    framing.finish()
    let second = try framing.next()  // second

    return [first, none, second]
}

@Suite struct StreamingListings {
    @Test func `the answer of a language model is a stream`() async throws {
        let text = "data: {\"text\": \"Hel\"}\n\ndata: {\"text\": \"lo\"}\n\ndata: [DONE]\n\n"
        let server = try LoopbackServer { _ in .data(Data(text.utf8), type: "text/event-stream") }
        let client = LiveClient(baseURL: server.url, limits: .init(idle: .seconds(600)))
        try await chat(client: client)
        var deltas: [String] = []
        for try await delta in client.stream(ChatEndpoint(prompt: "Hello")) { deltas.append(delta.text) }
        #expect(deltas == ["Hel", "lo"])
        #expect(await server.received(2).map(\.method) == ["POST", "POST"])
    }

    /// The clock stands still, so that nothing comes after the end, and the connection stays open.
    @Test func `the end of an answer ends the loop while the connection is open`() async throws {
        let chunks = ["data: {\"text\": \"Hel\"}\n\ndata: [DONE]\n\n", ": still here\n\n"].map { Data($0.utf8) }
        let client = MockClient {
            On(ChatEndpoint.self).stream(chunks: chunks, every: .seconds(1), time: TestClock().time)
        }
        try await openedChat(client: client)
        try client.verify()
    }

    @Test func `events are read, also by a stream that reconnects`() async throws {
        let server = try LoopbackServer { request in
            request.header("Last-Event-ID") == "1"
                ? .status(204)
                : .data(Data("retry: 0\nid: 1\ndata: {\"title\": \"Momo\"}\n\n".utf8), type: "text/event-stream")
        }
        let client = LiveClient(baseURL: server.url, limits: .init(idle: .seconds(600)))
        try await events(client: client)
        try await allEvents(client: client)
        for try await event in observedEvents(client: client) { #expect(event.title == "Momo") }
        #expect(await server.received(5).map { $0.header("Last-Event-ID") } == [nil, nil, "1", nil, "1"])
    }

    @Test func `a mock can break off a stream`() async throws {
        let clock = TestClock()

        let client = MockClient {
            On(ChatEndpoint.self).stream(
                events: [#"{"text": "Hel"}"#, #"{"text": "lo"}"#, "[DONE]"].map { ServerSentEvent(data: $0) },
                every: .milliseconds(50), time: clock.time)
            On(BookEventsEndpoint.self).stream(events: [ServerSentEvent(data: #"{"title": "Momo"}"#)])
                .resetAfter(bytes: 10)
        }

        let time = Task {
            for _ in 1...2 {
                await clock.sleepers(1)
                clock.advance(by: .milliseconds(50))
            }
        }
        try await chat(client: client)
        await time.value
        await #expect(throws: URLError.self) { try await events(client: client) }
        try client.verify()
    }

    @Test func `a framing cuts chunks into lines`() throws {
        #expect(try lines() == ["first", nil, "second"].map { $0.map { Data($0.utf8) } })
    }
}
