import EndpointTesting
import Testing

/// Unused answers and unmatched requests are errors.
@Suite struct MockVerifyingTests {
    private let milk = Note(id: "1")

    @Test func `an unused answer is reported`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk).then(milk) }
        let line = #line - 1
        _ = try await client.request(NoteEndpoint(id: "1"))
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(
            error.unused == ["On(NoteEndpoint.self), MockClient+VerifyingTests.swift:\(line): 1 of 2 replies used"])
    }

    @Test func `an unmatched request is reported even if its error was discarded`() async throws {
        let client = MockClient { On(NoteEndpoint.self).optional() }
        _ = try? await client.request(PictureEndpoint())
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.unmatched.count == 1)
    }

    @Test func `the report hides what the redaction of the mock hides`() async throws {
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

    @Test func `the report says why a stub matches nothing`() async throws {
        let client = MockClient { On(NoteEndpoint(id: "..")).reply(milk) }
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.description.contains("whose request cannot be made"))
    }

    @Test func `stubs that are optional or answer any number of times aren't reported`() throws {
        let client = MockClient {
            On(NoteEndpoint.self).reply(milk).optional()
            On(NoteEndpoint.self).reply(milk).anyTimes()
        }
        try client.verify()
    }

    @Test func `unused answers before a repeating one are reported`() throws {
        let client = MockClient { On(NoteEndpoint.self).fail(.offline).then(milk).anyTimes() }
        #expect(throws: UnmetExpectations.self) { try client.verify() }
    }

    @Test func `a scope is verified at its end`() async {
        await #expect(throws: UnmetExpectations.self) {
            try await MockClient.using {
                On(NoteEndpoint.self).reply(milk)
            } body: { _ in
            }
        }
    }

    @MainActor @Test func `a scope runs on the actor of its caller`() async throws {
        var texts: [String] = []
        try await MockClient.using {
            On(NoteEndpoint.self).reply(milk)
        } body: { client in
            MainActor.assertIsolated()
            texts.append(try await client.request(NoteEndpoint(id: "1")).text)
        }
        #expect(texts == ["Milk"])
    }

    @Test func `the error of a scope is thrown rather than that of its verification`() async {
        await #expect(throws: URLError.self) {
            try await MockClient.using {
                On(NoteEndpoint.self).reply(milk)
            } body: { _ in
                throw URLError(.cancelled)
            }
        }
    }

    @Test func `one call doesn't match an order of two`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk) }
        _ = try await client.request(NoteEndpoint(id: "1"))
        let error = try #require(throws: UnmetOrder.self) {
            try client.verify(order: NoteEndpoint(id: "1"), NoteEndpoint(id: "1"))
        }
        #expect(error.missing == 1)
    }

    @Test func `the report counts one stub in the singular and two in the plural`() throws {
        let one = MockClient { On(NoteEndpoint.self).reply(milk) }
        let two = MockClient {
            On(NoteEndpoint.self).reply(milk)
            On(PictureEndpoint.self)
        }
        let texts = try [one, two].map { client in
            try #require(throws: UnmetExpectations.self) { try client.verify() }.description
        }
        #expect(texts[0].hasPrefix("1 stub has unused replies.\n"))
        #expect(texts[1].hasPrefix("2 stubs have unused replies.\n"))
    }

    private struct UnmadeEndpoint: VoidEndpoint {
        struct Problem: LocalizedError {
            var errorDescription: String? { "two\nlines" }
        }

        func makeRequest() throws -> URLRequest { throw Problem() }
    }

    @Test func `the reason why a stub matches nothing is on its line`() throws {
        let client = MockClient { On(UnmadeEndpoint()).reply() }
        let error = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(error.unused.map { $0.contains("\n") } == [false])
    }

    @Test func `the order of calls is verified`() async throws {
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
