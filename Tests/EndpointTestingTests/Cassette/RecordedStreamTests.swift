import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordedStreamTests {
    private struct Ticks: EventStreamEndpoint {
        typealias Content = ServerSentEvent

        func makeRequest() throws -> URLRequest { try .get("ticks") }
    }

    private let base = URL(string: "https://api.example.com/v1")!
    private let clock = TestClock()
    private let events = ["one", "two", "three"].map { ServerSentEvent(data: $0) }

    @Test func `a stream is recorded with its pieces and their times, and replayed`() async throws {
        let cassette = try await record(
            MockClient { On(Ticks.self).stream(events: events, every: .seconds(1), time: clock.time) })
        let interaction = try #require(cassette.interactions.first)
        #expect(interaction.response?.body == Data("data: one\n\ndata: two\n\ndata: three\n\n".utf8))
        #expect(interaction.chunks.map(\.length) == [11, 11, 13])
        #expect(interaction.chunks.map(\.time) == [.zero, .seconds(1), .seconds(2)])
        #expect(interaction.interruption == nil)

        let read = try Cassette.reading(har: cassette.har().data).cassette
        #expect(read.interactions.first?.chunks == interaction.chunks)
        let replaying = ReplayingClient(read, baseURL: base)
        #expect(try await all(replaying) == events)
        try replaying.replay.verify()
    }

    @Test func `a replay can keep the recorded times`() async throws {
        let cassette = try await record(
            MockClient { On(Ticks.self).stream(events: events, every: .seconds(1), time: clock.time) })
        var replaying = ReplayingClient(cassette, baseURL: base)
        let pace = TestClock()
        replaying.pace = pace.time
        var ticks = replaying.stream(Ticks()).makeAsyncIterator()
        #expect(try await ticks.next() == events[0])
        let time = Task {
            await pace.sleepers(1)
            pace.advance(by: .seconds(1))
        }
        #expect(try await ticks.next() == events[1])
        await time.value
    }

    @Test func `a stream that breaks off is recorded and replayed as one`() async throws {
        let broken = MockClient { On(Ticks.self).stream(events: events).resetAfter(bytes: 15) }
        let recording = Recording()
        let error = await #expect(throws: URLError.self) {
            try await all(broken.recording(into: recording, baseURL: base))
        }
        #expect(error?.code == .networkConnectionLost)
        let cassette = try Cassette.reading(har: recording.cassette.har().data).cassette
        #expect(cassette.interactions.first?.interruption?.code == .networkConnectionLost)
        #expect(cassette.interactions.first?.response?.body.count == 15)

        var replayed: [ServerSentEvent] = []
        let again = await #expect(throws: URLError.self) {
            for try await event in ReplayingClient(cassette, baseURL: base).stream(Ticks()) { replayed.append(event) }
        }
        #expect(again?.code == .networkConnectionLost)
        #expect(replayed == [events[0]])
        await #expect(throws: URLError.self) {
            try await ReplayingClient(cassette, baseURL: base).send(APIRequest(.get("ticks"), for: Ticks()))
        }
    }

    @Test func `a stream left early is recorded up to there and replayed as one that breaks off`()
        async throws
    {
        let recording = Recording()
        let client = MockClient { On(Ticks.self).stream(events: events) }.recording(into: recording, baseURL: base)
        for try await _ in client.stream(Ticks()) { break }
        let cassette = try Cassette.reading(har: recording.cassette.har().data).cassette
        #expect(cassette.interactions.first?.response?.body == Data("data: one\n\n".utf8))

        for try await event in ReplayingClient(cassette, baseURL: base).stream(Ticks()) {
            #expect(event == events[0])
            break
        }
        let error = await #expect(throws: URLError.self) { try await all(ReplayingClient(cassette, baseURL: base)) }
        #expect(error?.code == .networkConnectionLost)
        #expect(error?.localizedDescription.contains("recorded until the reader left") == true)
    }

    @Test func `a stream whose reader is cancelled is replayed as one that breaks off`() async throws {
        let recording = Recording()
        let client = MockClient { On(Ticks.self).stream(events: events, every: .seconds(1), time: clock.time) }
            .recording(into: recording, baseURL: base)
        let reader = Task { try await all(client) }
        await clock.sleepers(1)
        reader.cancel()
        await #expect(throws: (any Error).self) { try await reader.value }
        let interaction = try #require(recording.cassette.interactions.first)
        #expect(interaction.interruption?.code == .networkConnectionLost)
        await #expect(throws: URLError.self) { try await all(ReplayingClient(recording.cassette, baseURL: base)) }
    }

    @Test func `a whole body is replayed in one piece`() async throws {
        let response = Interaction.Response(
            200, headers: ["Content-Type": "text/event-stream"], body: Data("data: one\n\n".utf8))
        let cassette = Cassette([Interaction(.init("GET", "https://api.example.com/v1/ticks"), .response(response))])
        #expect(try await all(ReplayingClient(cassette, baseURL: base)) == [events[0]])
    }

    /// Records all events of a client, with the time moving on.
    private func record(_ client: MockClient) async throws -> Cassette {
        let recording = Recording(time: clock.time)
        let recorded = client.recording(into: recording, baseURL: base)
        let time = Task { [clock] in
            for _ in 1..<events.count {
                await clock.sleepers(1)
                clock.advance(by: .seconds(1))
            }
        }
        #expect(try await all(recorded) == events)
        await time.value
        return recording.cassette
    }

    @discardableResult
    private func all(_ client: some APIClient) async throws -> [ServerSentEvent] {
        var read: [ServerSentEvent] = []
        for try await event in client.stream(Ticks()) { read.append(event) }
        return read
    }
}
