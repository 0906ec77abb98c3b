import EndpointTesting
import Testing

@Suite struct CassetteCheckingTests {
    private func cassette(_ status: Int, _ body: String, path: String = "notes/1") -> Cassette {
        let response = Interaction.Response(
            status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
        return Cassette([Interaction(.init("GET", "https://api.example.com/v1/\(path)"), .response(response))])
    }

    @Test func `recorded answers of an endpoint are read below any base URL`() throws {
        #expect(try cassette(200, #"{"id": "1", "text": "Milk"}"#).check(NoteEndpoint(id: "1")) == 1)
    }

    @Test func `an answer that the endpoint can't read is found`() throws {
        let error = try #require(throws: CassetteError.self) {
            try cassette(200, #"{"id": 1, "text": "Milk"}"#).check(NoteEndpoint(id: "1"))
        }
        #expect(error.description.hasPrefix("1 of 1 recorded answer cannot be read by NoteEndpoint."))
        #expect(error.description.contains("#1 GET /v1/notes/1 → 200, but"))
    }

    @Test func `an answer that the endpoint turns into an error is accepted`() throws {
        try cassette(404, "{}").check(NoteEndpoint(id: "1"))
    }

    @Test func `a successful answer for which the endpoint throws its own error is found unless accepted`()
        throws
    {
        let cassette = cassette(200, #"{"ok": false}"#, path: "status")
        let error = try #require(throws: CassetteError.self) { try cassette.check(StatusEndpoint()) }
        let problem = "#1 GET https://api.example.com/v1/status → 200, but NotOK()"
        #expect(error.reason == .contract(endpoint: "StatusEndpoint", checked: 1, problems: [problem]))
        #expect(try cassette.check(StatusEndpoint(), accepting: { $0 is NotOK }) == 1)
        #expect(try self.cassette(503, "", path: "status").check(StatusEndpoint()) == 1)
    }

    @Test func `the error of an endpoint that can't make its request is passed on`() {
        #expect(throws: RequestError.self) { try cassette(404, "{}").check { _ in NoteEndpoint(id: "") } }
    }

    @Test func `a check without any answer fails`() {
        #expect(throws: CassetteError.self) {
            try cassette(200, "{}", path: "notes/2").check(NoteEndpoint(id: "1"))
        }
        #expect(throws: CassetteError.self) { try Cassette().check(NoteEndpoint(id: "1")) }
    }

    @Test func `a check compares the query too`() throws {
        try cassette(200, "", path: "picture?size=1").check(PictureEndpoint())
        #expect(throws: CassetteError.self) {
            try cassette(200, "", path: "picture?size=2").check(PictureEndpoint())
        }
    }

    @Test func `a check can read with a closure`() {
        let cassette = cassette(200, "{}")
        #expect(throws: CassetteError.self) {
            try cassette.check { $0.url.contains("/notes/") ? NoteEndpoint(id: "1") : nil }
        }
    }
}

private struct NotOK: Error {}

/// Throws an error of its own for every answer that does not say `ok`.
private struct StatusEndpoint: Endpoint {
    func makeRequest() throws -> URLRequest { try .get("status") }

    func validate(_ response: URLResponse?, with body: Data) throws {}

    func content(from response: URLResponse?, with body: Data) throws {
        guard body == Data("ok".utf8) else { throw NotOK() }
    }
}
