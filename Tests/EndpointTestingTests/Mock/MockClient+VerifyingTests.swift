import EndpointTesting
import Testing

/// A mock is strict: what it was not told is an error, and so is what nobody asked for.
@Suite struct MockMissTests {
    private let milk = Note(id: "1")

    @Test func `says which stubs come near a request without an answer, and where they stand`() async throws {
        let client = MockClient {
            On(NoteEndpoint(id: "1")).reply(milk)
            On(PictureEndpoint.self).reply(Data())
        }
        let line = #line - 3
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(NoteEndpoint(id: "2"))
        }
        let text = error.description
        #expect(text.contains("GET notes/2"))
        #expect(text.contains("/notes/1 → /notes/2"))
        #expect(text.contains("On(NoteEndpoint: GET notes/1), MockMissTests.swift:\(line): 0 of 1 answer given"))
        #expect(text.contains("On(PictureEndpoint.self), MockMissTests.swift:\(line + 1)"))
    }

    @Test func `says that all answers were given`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk).then(milk) }
        for _ in 0..<2 { _ = try await client.request(NoteEndpoint(id: "1")) }
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(NoteEndpoint(id: "1"))
        }
        #expect(error.reason == .exhausted(last: 1, recorded: 2))
        #expect(error.description.contains("2 of 2 answers given"))
    }

    @Test func `refuses everything when it has no stubs`() async {
        let client = MockClient {}
        await #expect(throws: UnmatchedRequest.self) { try await client.request(NoteEndpoint(id: "1")) }
    }

    @Test func `does not take one host for another`() async throws {
        let client = MockClient { On(.get, "https://a.example.com/notes").anyTimes() }
        let url = try #require(URL(string: "https://b.example.com/notes"))
        let request = APIRequest(.get(url), for: PictureEndpoint())
        let error = try await #require(throws: UnmatchedRequest.self) { try await client.send(request) }
        #expect(error.description.contains("https://a.example.com → https://b.example.com"))
    }

    @Test func `shows no secret when it refuses`() async throws {
        let client = MockClient { On(.get, "notes?access_token=abcdef123456") }
        let url = try #require(URL(string: "notes?access_token=ghijkl789012"))
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.send(APIRequest(.get(url), for: PictureEndpoint()))
        }
        var texts = "\(error) \(error.localizedDescription)"
        dump(error, to: &texts)
        #expect(!texts.contains("abcdef123456"))
        #expect(!texts.contains("ghijkl789012"))
    }

    @Test func `misses an answer that nobody asked for`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk).then(milk) }
        let line = #line - 1
        _ = try await client.request(NoteEndpoint(id: "1"))
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.unused == ["On(NoteEndpoint.self), MockMissTests.swift:\(line): 1 of 2 answers given"])
    }

    @Test func `remembers a miss that was swallowed`() async throws {
        let client = MockClient { On(NoteEndpoint.self).optional() }
        _ = try? await client.request(PictureEndpoint())
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.unmatched.count == 1)
    }

    @Test func `says why a stub fits nothing`() async throws {
        let client = MockClient { On(NoteEndpoint(id: "..")).reply(milk) }
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.description.contains("whose request cannot be made"))
    }

    @Test func `does not miss what is optional or comes any number of times`() throws {
        let client = MockClient {
            On(NoteEndpoint.self).reply(milk).optional()
            On(NoteEndpoint.self).reply(milk).anyTimes()
        }
        try client.verify()
    }

    @Test func `misses what comes before any number of answers`() throws {
        let client = MockClient { On(NoteEndpoint.self).fail(.offline).then(milk).anyTimes() }
        #expect(throws: UnmetExpectations.self) { try client.verify() }
    }

    @Test func `verifies at the end of a scope`() async {
        await #expect(throws: UnmetExpectations.self) {
            try await MockClient.using {
                On(NoteEndpoint.self).reply(milk)
            } body: { _ in
            }
        }
    }

    @MainActor @Test func `runs a scope where its caller runs`() async throws {
        var texts: [String] = []
        try await MockClient.using {
            On(NoteEndpoint.self).reply(milk)
        } body: { client in
            MainActor.assertIsolated()
            texts.append(try await client.request(NoteEndpoint(id: "1")).text)
        }
        #expect(texts == ["Milk"])
    }

    @Test func `lets the failure of a scope pass before its own`() async {
        await #expect(throws: URLError.self) {
            try await MockClient.using {
                On(NoteEndpoint.self).reply(milk)
            } body: { _ in
                throw URLError(.cancelled)
            }
        }
    }

    @Test func `knows in which order calls came`() async throws {
        let client = MockClient { On(NoteEndpoint.self) { Note(id: $0.id) }.anyTimes() }
        for id in ["1", "2", "3"] { _ = try await client.request(NoteEndpoint(id: id)) }
        try client.verify(order: NoteEndpoint(id: "1"), NoteEndpoint(id: "3"))
        let error = try #require(throws: UnmetOrder.self) {
            try client.verify(order: NoteEndpoint(id: "2"), NoteEndpoint(id: "1"))
        }
        #expect(error.missing == 1)
        #expect(error.description.contains("✘ GET notes/1"))
    }
}
