import EndpointTesting
import Testing

@Suite struct CassetteCheckingTests {
    private func cassette(_ status: Int, _ body: String, path: String = "notes/1") -> Cassette {
        let response = Interaction.Response(
            status, headers: [HeaderField("Content-Type", "application/json")], body: Data(body.utf8))
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
        #expect(error.description.contains("#1 GET /v1/notes/1 → 200, but"))
    }

    @Test func `accepts an answer that the endpoint turns into an error`() throws {
        try cassette(404, "{}").check(NoteEndpoint(id: "1"))
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
