import EndpointTesting
import Testing

@Suite struct CassetteCheckingTests {
    private func cassette(_ status: Int, _ body: String, path: String = "notes/1") -> Cassette {
        let response = Interaction.Response(
            status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
        return Cassette([Interaction(.init("GET", "https://api.example.com/v1/\(path)"), .response(response))])
    }

    @Test func `reads the recorded answers of an endpoint below any base`() throws {
        #expect(try cassette(200, #"{"id": "1", "text": "Milk"}"#).check(NoteEndpoint(id: "1")) == 1)
    }

    @Test func `finds an answer that the endpoint cannot read`() throws {
        let error = try #require(throws: ContractViolation.self) {
            try cassette(200, #"{"id": 1, "text": "Milk"}"#).check(NoteEndpoint(id: "1"))
        }
        #expect(error.checked == 1)
        #expect(error.description.hasPrefix("1 of 1 recorded answer cannot be read by NoteEndpoint."))
        #expect(error.description.contains("#1 GET /v1/notes/1 → 200, but"))
    }

    @Test func `accepts an answer that the endpoint turns into an error`() throws {
        try cassette(404, "{}").check(NoteEndpoint(id: "1"))
    }

    @Test func `finds an answer of success for which the endpoint throws an error of its own, unless it is accepted`()
        throws
    {
        let cassette = cassette(200, #"{"ok": false}"#, path: "status")
        let error = try #require(throws: ContractViolation.self) { try cassette.check(StatusEndpoint()) }
        #expect(error.problems == ["#1 GET https://api.example.com/v1/status → 200, but NotOK()"])
        #expect(try cassette.check(StatusEndpoint(), accepting: { $0 is NotOK }) == 1)
        #expect(try self.cassette(503, "", path: "status").check(StatusEndpoint()) == 1)
    }

    @Test func `passes on the error of an endpoint that cannot make its request`() {
        #expect(throws: RequestError.self) { try cassette(404, "{}").check { _ in NoteEndpoint(id: "") } }
    }

    @Test func `fails when there is nothing to read`() {
        #expect(throws: ContractViolation.self) {
            try cassette(200, "{}", path: "notes/2").check(NoteEndpoint(id: "1"))
        }
        #expect(throws: ContractViolation.self) { try Cassette().check(NoteEndpoint(id: "1")) }
    }

    @Test func `compares the query too`() throws {
        try cassette(200, "", path: "picture?size=1").check(PictureEndpoint())
        #expect(throws: ContractViolation.self) {
            try cassette(200, "", path: "picture?size=2").check(PictureEndpoint())
        }
    }

    @Test func `reads by a closure`() {
        let cassette = cassette(200, "{}")
        #expect(throws: ContractViolation.self) {
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
