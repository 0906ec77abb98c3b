import EndpointCore
import Testing

@Suite struct ContentErrorTests {
    private func error(_ body: String, _ redaction: Redaction = .standard) throws -> ContentError {
        let answer = try APIResponse(
            http: response(200, ["Content-Type": "application/json"]), body: .data(Data(body.utf8)))
        return try #require(throws: ContentError.self) {
            try UserEndpoint().read(answer, to: UserEndpoint().makeAPIRequest(), redaction: redaction)
        }
    }

    @Test func `an error describes the request, the status, the mistake and the structure of the body`() throws {
        let error = try error(#"{"id":1,"nome":"Ann"}"#)
        let sentence =
            #"GET /v1/users/1 → 200, but "name" is missing at User (root). Body: {"id": number, "nome": string}"#
        #expect(error.description == sentence)
        #expect(error.localizedDescription == sentence)
        let shown = try self.error(#"{"id":1,"nome":"Ann"}"#, .showingValues)
        #expect(shown.localizedDescription.hasSuffix(#"Body: {"id":1,"nome":"Ann"}"#))
    }

    @Test func `a content error has the place, the decoder's error and the body`() throws {
        let error = try error(#"{"id": 1, "name": "Ann", "tags": [1]}"#)
        #expect(error.codingPath == ["tags", "0"])
        #expect(error.underlying != nil)
        #expect(error.body.count == 37)
    }

    @Test func `an error shows at most 512 bytes of the body`() throws {
        let body = #"{"id":1,"nome":"\#(String(repeating: "x ", count: 500))"}"#
        let error = try error(body, .showingValues)
        #expect((240...256).contains(error.description.count { $0 == "x" }))
        #expect(try !self.error(body).description.contains("x"))
        #expect(error.body.count > 1000)
    }

    @Test func `a content error shows no secret, however it is printed`() throws {
        let error = try error(#"{"id": 1, "access_token": "canary", "n": "#)
        var dumped = ""
        dump(error, to: &dumped)
        #expect(![error.description, String(reflecting: error), dumped].joined().contains("canary"))
    }

    @Test func `an endpoint can provide its own content error description`() throws {
        let error = try ContentError("the CSV has no header", from: response(), with: Data())
        #expect(error.description == "/v1/users/1 → 200, but the CSV has no header.")
    }
}
