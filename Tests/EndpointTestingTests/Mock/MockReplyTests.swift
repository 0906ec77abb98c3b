import EndpointTesting
import Testing

@Suite struct MockReplyTests {
    private let milk = Note(id: "1")
    private let bread = Note(id: "2", text: "Bread")

    private struct Notes: NestedJsonEndpoint {
        typealias Content = [Note]
        static let contentKey = "notes"

        func makeRequest() throws -> URLRequest { try .get("notes") }
    }

    @Test func `a content is nested under the key of the endpoint`() async throws {
        let client = MockClient { On(Notes.self).reply([Note(id: "1")]) }
        #expect(try await client.request(Notes()) == [Note(id: "1")])
    }

    @Test func `a content is written so that the endpoint's decoder can read it`() async throws {
        let note = Note(id: "1", writtenAt: Date(timeIntervalSince1970: 1_700_000_000))
        let client = MockClient { On(SnakeNoteEndpoint.self).reply(note) }
        #expect(try await client.request(SnakeNoteEndpoint()) == note)
        let sent = try await MockClient { On(SnakeNoteEndpoint.self).reply(note) }.send(
            SnakeNoteEndpoint().makeAPIRequest())
        #expect(String(decoding: sent.data, as: UTF8.self).contains(#""written_at":"2023-11-14T22:13:20Z""#))
    }

    private enum Diary: Route {
        case notes

        var path: URLPath { "notes" }
    }

    @Test func `a content is written for a route that is read as(_:) another type`() async throws {
        let note = Note(id: "1", writtenAt: Date(timeIntervalSince1970: 1_700_000_000))
        let endpoint = Diary.notes.as(Note.self, decoder: SnakeNoteEndpoint().decoder)
        let client = MockClient { On(endpoint).reply(note) }
        #expect(try await client.request(endpoint) == note)
    }

    @Test(arguments: ["content-type", "CONTENT-TYPE", "Content-type", "content-Type", "cONTENT-tYPE", "contenT-typE"])
    func `a custom Content-Type replaces that of JSON, in any spelling`(name: String) async throws {
        let client = MockClient { On(.get, "x").status(404, headers: [name: "application/problem+json"], json: "{}") }
        let response = try await client.send(APIRequest(.get("x"), for: PictureEndpoint()))
        #expect(response.http.value(forHTTPHeaderField: "Content-Type") == "application/problem+json")
        #expect(response.http.allHeaderFields.count == 1)
    }

    @Test func `a stub without an answer can be delayed`() async throws {
        let clock = TestClock()
        let client = MockClient { On(PictureEndpoint.self).delayed(by: .seconds(5), time: clock.time) }
        let call = Task { try await client.request(PictureEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(try await call.value == Data())
    }

    @Test func `a delay belongs to the answer before it, each time it is given`() async throws {
        let clock = TestClock()
        let client = MockClient {
            On(NoteEndpoint.self).reply(milk).then(bread).times(2).delayed(by: .seconds(5), time: clock.time).then(milk)
        }
        #expect(try await client.request(NoteEndpoint(id: "1")) == milk)
        for _ in 0..<2 {
            let call = Task { try await client.request(NoteEndpoint(id: "1")) }
            await clock.sleepers(1)
            clock.advance(by: .seconds(5))
            #expect(try await call.value == bread)
        }
        #expect(try await client.request(NoteEndpoint(id: "1")) == milk)
        try client.verify()
    }

    @Test func `a speed belongs to the answer before it`() async throws {
        let clock = TestClock()
        let client = MockClient {
            On(PictureEndpoint.self).reply(Data(count: 1)).reply(Data(count: 20)).slowed(to: 10, time: clock.time)
                .resetAfter(bytes: 100).reply(Data(count: 2)).anyTimes()
        }
        #expect(try await client.request(PictureEndpoint()).count == 1)
        let call = Task { try await client.request(PictureEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        await #expect(throws: URLError.self) { try await call.value }
        for _ in 0..<2 { #expect(try await client.request(PictureEndpoint()).count == 2) }
    }

    @Test func `a delay waits on the given clock`() async throws {
        let clock = TestClock()
        let client = MockClient { On(NoteEndpoint.self).reply(milk).delayed(by: .seconds(3600), time: clock.time) }
        let call = Task { try await client.request(NoteEndpoint(id: "1")) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3600))
        #expect(try await call.value == milk)
    }

    @Test func `a slow body is delayed until its last byte would have arrived`() async throws {
        let clock = TestClock()
        let client = MockClient {
            On(PictureEndpoint.self).reply(Data(count: 100)).slowed(to: 10, time: clock.time)
        }
        let call = Task { try await client.request(PictureEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(try await call.value.count == 100)
    }

    @Test(arguments: [0, -1, .min])
    func `an answer that is given no time is not given`(count: Int) async throws {
        let client = MockClient {
            On(NoteEndpoint(id: "1")).reply(milk).times(count)
            On(NoteEndpoint(id: "2")).fail(.offline).times(count).then(milk)
            On(NoteEndpoint(id: "3")).reply(milk).times(count).anyTimes()
        }
        await #expect(throws: UnmatchedRequest.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(try await client.request(NoteEndpoint(id: "2")) == milk)
        await #expect(throws: UnmatchedRequest.self) { try await client.request(NoteEndpoint(id: "3")) }
    }

    @Test(arguments: [0, -1, .min])
    func `the slowest body comes at one byte a second`(speed: Int) async throws {
        let clock = TestClock()
        let client = MockClient { On(PictureEndpoint.self).reply(Data(count: 3)).slowed(to: speed, time: clock.time) }
        let call = Task { try await client.request(PictureEndpoint()) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(try await call.value.count == 3)
    }

    @Test func `a negative number of bytes before a reset is none`() async throws {
        let client = MockClient { On(PictureEndpoint.self).reply(Data(count: 3)).resetAfter(bytes: .min) }
        let error = await #expect(throws: URLError.self) { try await client.request(PictureEndpoint()) }
        #expect(error?.code == .networkConnectionLost)
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775808", "1e400"])
    func `a length that Foundation cannot take is an error`(length: String) async throws {
        let client = MockClient { On(PictureEndpoint.self).status(200, headers: ["Content-Length": length]) }
        await #expect(throws: URLError.self) { try await client.request(PictureEndpoint()) }
    }
}
