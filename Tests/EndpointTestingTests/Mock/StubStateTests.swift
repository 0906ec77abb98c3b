import EndpointTesting
import Testing

/// The errors for requests that no stub answers.
@Suite struct StubStateTests {
    private let milk = Note(id: "1")

    @Test func `the error for an unmatched request names the nearest stubs with their locations`() async throws {
        let client = MockClient {
            On(NoteEndpoint(id: "1")).reply(milk)
            On(PictureEndpoint.self).reply(Data())
        }
        let line = #line - 3
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(NoteEndpoint(id: "2"))
        }
        let text = error.description
        #expect(text.hasPrefix("No stub matches this request.\n\n  GET notes/2"))
        #expect(!text.contains("cassette"))
        #expect(text.contains("/notes/1 → /notes/2"))
        #expect(text.contains("On(NoteEndpoint: GET notes/1), StubStateTests.swift:\(line): 0 of 1 reply used"))
        #expect(text.contains("On(PictureEndpoint.self), StubStateTests.swift:\(line + 1)"))
    }

    @Test func `the error for an exhausted stub says that all answers were given`() async throws {
        let client = MockClient { On(NoteEndpoint.self).reply(milk).then(milk) }
        for _ in 0..<2 { _ = try await client.request(NoteEndpoint(id: "1")) }
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(NoteEndpoint(id: "1"))
        }
        #expect(error.reason == .exhausted(last: 1, recorded: 2))
        #expect(error.description.hasPrefix("The stub for this request has no replies left.\n  GET notes/1"))
        #expect(error.description.contains("anyTimes()"))
        #expect(error.description.contains("2 of 2 replies used"))
    }

    @Test func `a mock without stubs matches no request`() async {
        let client = MockClient {}
        let error = await #expect(throws: UnmatchedRequest.self) { try await client.request(NoteEndpoint(id: "1")) }
        #expect(error?.userMessage == "Something went wrong. Try again.")
        #expect(error?.localizedDescription == error?.description)
        #expect(
            error?.description == """
                No stub matches this request.

                  GET notes/1          NoteEndpoint
                  The mock has no stubs.
                """)
    }

    @Test func `stubs distinguish hosts`() async throws {
        let client = MockClient { On(.get, "https://a.example.com/notes").anyTimes() }
        let url = try #require(URL(string: "https://b.example.com/notes"))
        let request = APIRequest(try .get(url), for: PictureEndpoint())
        let error = try await #require(throws: UnmatchedRequest.self) { try await client.send(request) }
        #expect(error.description.contains("https://a.example.com → https://b.example.com"))
    }

    @Test func `the error for an unmatched request shows no secret`() async throws {
        let client = MockClient { On(.get, "notes?access_token=abcdef123456") }
        let url = try #require(URL(string: "notes?access_token=ghijkl789012"))
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.send(APIRequest(try .get(url), for: PictureEndpoint()))
        }
        let echoing = try URLRequest.get("me/mnopqr345678", headers: ["Authorization": "Bearer mnopqr345678"])
        let repeated = try await #require(throws: UnmatchedRequest.self) {
            try await client.send(APIRequest(echoing, for: PictureEndpoint()))
        }
        var texts = "\(error) \(error.localizedDescription) \(repeated)"
        dump(error, to: &texts)
        dump(repeated, to: &texts)
        for secret in ["abcdef123456", "ghijkl789012", "mnopqr345678"] { #expect(!texts.contains(secret)) }
    }
}
