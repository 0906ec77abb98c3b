import EndpointTesting
import Testing

/// What a command, a test and a miss have in place of values.
@Suite struct PlaceholderTests {
    private struct Unlocking: JsonEndpoint {
        typealias Content = [String: Int]

        var door: String
        var phrase: String
        var digits: Int
        var notes: [String: String] = [:]

        func makeRequest() throws -> URLRequest {
            try .post("doors/\(door)", body: .json(["phrase": phrase]))
        }
    }

    private let endpoint = Unlocking(
        door: "front", phrase: "k3k3-1", digits: 775_301, notes: ["k3a": "k3b", "k3c": "k3d"])

    private func failure(_ redaction: Redaction) async throws -> HTTPError {
        let client = MockClient(redaction: redaction) {
            On(Unlocking.self).status(
                422, headers: ["X-Lease": "k3k3-2"], json: #"{"message":"Locked","lease":"k3k3-3","n":7}"#)
        }
        return try await #require(throws: HTTPError.self) { try await client.request(endpoint) }
    }

    @Test func `a reproduction has placeholders of the same types, and says so`() async throws {
        let reproduction = try await failure(.standard).reproduction(of: endpoint)
        let source = "// Values are replaced by {{string}}, {{value}}, 0 and false. Redaction.showingValues shows them."
        #expect(reproduction.test.hasPrefix("\(source)\n@Test func `POST doors/front answers 422`()"))
        #expect(reproduction.test.contains(#""X-Lease": "{{value}}""#))
        #expect(reproduction.test.contains(##"json: #"{"message": "Locked", "lease": "{{string}}", "n": 0}"#"##))
        let call = #"(door: "front", phrase: "{{string}}", digits: 0, notes: ["{{string}}": "{{string}}"])"#
        #expect(reproduction.test.contains(call))
        #expect(reproduction.curl.contains(#"--data-raw '{"phrase": "{{string}}"}'"#))
        #expect(reproduction.curl.hasSuffix("&& : 'Redaction.showingValues shows the values'"))
        #expect(!"\(reproduction)".contains("k3"))
    }

    @Test func `one of a mock has the values`() async throws {
        let reproduction = try await failure(.showingValues).reproduction(of: endpoint)
        #expect(reproduction.test.hasPrefix("@Test"))
        for text in ["k3k3-1", "k3k3-2", "k3k3-3", "775301", "k3b"] { #expect(reproduction.test.contains(text)) }
        #expect(reproduction.curl.contains(#"'{"phrase":"k3k3-1"}'"#))
        #expect(!reproduction.curl.contains("showingValues"))
    }

    private struct Posting: VoidEndpoint {
        let body: Data

        func makeRequest() throws -> URLRequest { try .post("doors/front", body: .json(body)) }
    }

    private func miss(_ redaction: Redaction?) async throws -> String {
        let recorded = Interaction.Request(
            "POST", "https://h/doors/front",
            body: .init(Data(#"{"phrase":"k3k3-0","n":1,"a":[1]}"#.utf8), contentType: "application/json"))
        let cassette = Cassette([Interaction(recorded, .response(.init(200)))])
        let replay = Replay(cassette, redaction: redaction ?? .showingValues)
        let client =
            redaction.map { _ in ReplayingClient(replay, baseURL: URL(string: "https://h/")!) }
            ?? ReplayingClient(cassette, baseURL: URL(string: "https://h/")!)
        let body = Data(#"{"phrase":"k3k3-9","n":true,"a":[1,2]}"#.utf8)
        let error = try await #require(throws: UnmatchedRequest.self) {
            try await client.request(Posting(body: body))
        }
        return error.description
    }

    @Test func `a miss quotes the values that differ`() async throws {
        let text = try await miss(nil)
        #expect(text.contains(#"$.phrase "k3k3-0" → "k3k3-9""#))
        #expect(text.contains("$.n 1 → true"))
    }

    @Test func `a miss of the redaction of a client says their types`() async throws {
        let text = try await miss(.standard)
        #expect(text.contains("$.phrase text of 8 characters → another text of 8 characters"))
        #expect(text.contains("$.n number → boolean"))
        #expect(!text.contains("k3"))
    }
}
