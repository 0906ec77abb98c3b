import EndpointTesting
import Testing

/// Unused answers and unmatched requests are errors.
@Suite struct MockVerifyingTests {
    private let milk = Note(id: "1")

    @Test func `reports an answer that was not used`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk).then(milk) }
        let line = #line - 1
        _ = try await client.request(NoteEndpoint(id: "1"))
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(
            error.unused == ["On(NoteEndpoint.self), MockClient+VerifyingTests.swift:\(line): 1 of 2 answers given"])
    }

    @Test func `reports an unmatched request whose error was discarded`() async throws {
        let client = MockClient { On(NoteEndpoint.self).optional() }
        _ = try? await client.request(PictureEndpoint())
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.unmatched.count == 1)
    }

    @Test func `hides what the redaction of the mock hides`() async throws {
        let client = MockClient(redaction: .standard.redacting(values: ["mauve-otter"])) {
            On(NoteEndpoint(id: "mauve-otter")).reply(milk)
            On(.get, "notes/mauve-otter/texts").status(204)
        }
        let miss = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(NoteEndpoint(id: "mauve-otter-2"))
        }
        let unmet = try #require(throws: UnmetExpectations.self) { try client.verify() }
        let order = try #require(throws: UnmetOrder.self) { try client.verify(order: NoteEndpoint(id: "mauve-otter")) }
        let texts = [miss, unmet, order].map { "\($0)" }
        #expect(texts.allSatisfy { $0.contains("notes/") })
        #expect(texts.filter { $0.contains("mauve-otter") } == [])
    }

    @Test func `reports why a stub matches nothing`() async throws {
        let client = MockClient { On(NoteEndpoint(id: "..")).reply(milk) }
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.description.contains("whose request cannot be made"))
    }

    @Test func `does not report unused stubs that are optional or answer any number of times`() throws {
        let client = MockClient {
            On(NoteEndpoint.self).reply(milk).optional()
            On(NoteEndpoint.self).reply(milk).anyTimes()
        }
        try client.verify()
    }

    @Test func `reports unused answers before the one that repeats any number of times`() throws {
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

    @MainActor @Test func `runs a scope on the actor of its caller`() async throws {
        var texts: [String] = []
        try await MockClient.using {
            On(NoteEndpoint.self).reply(milk)
        } body: { client in
            MainActor.assertIsolated()
            texts.append(try await client.request(NoteEndpoint(id: "1")).text)
        }
        #expect(texts == ["Milk"])
    }

    @Test func `throws the error of the scope rather than its own`() async {
        await #expect(throws: URLError.self) {
            try await MockClient.using {
                On(NoteEndpoint.self).reply(milk)
            } body: { _ in
                throw URLError(.cancelled)
            }
        }
    }

    @Test func `one call is not two`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk) }
        _ = try await client.request(NoteEndpoint(id: "1"))
        let error = try #require(throws: UnmetOrder.self) {
            try client.verify(order: NoteEndpoint(id: "1"), NoteEndpoint(id: "1"))
        }
        #expect(error.missing == 1)
    }

    @Test func `speaks of one stub and of two`() throws {
        let one = MockClient { On(NoteEndpoint.self).reply(milk) }
        let two = MockClient {
            On(NoteEndpoint.self).reply(milk)
            On(PictureEndpoint.self)
        }
        let texts = try [one, two].map { client in
            try #require(throws: UnmetExpectations.self) { try client.verify() }.description
        }
        #expect(texts[0].hasPrefix("1 stub has answers left.\n"))
        #expect(texts[1].hasPrefix("2 stubs have answers left.\n"))
    }

    private struct UnmadeEndpoint: VoidEndpoint {
        struct Problem: LocalizedError {
            var errorDescription: String? { "two\nlines" }
        }

        func makeRequest() throws -> URLRequest { throw Problem() }
    }

    @Test func `why a stub matches nothing is said on its line`() throws {
        let client = MockClient { On(UnmadeEndpoint()).reply() }
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.unused.map { $0.contains("\n") } == [false])
    }

    @Test func `verifies the order of calls`() async throws {
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
