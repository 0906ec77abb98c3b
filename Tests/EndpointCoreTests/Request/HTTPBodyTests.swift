import EndpointCore
import Testing

@Suite struct HTTPBodyTests {
    @Test func `encodes a value with sorted keys, so that it always gives the same bytes`() throws {
        let body = try HTTPBody.json(["b": "x/y", "a": "z"])
        #expect(body.data == Data(#"{"a":"z","b":"x/y"}"#.utf8))
        #expect(body.contentType == "application/json")
    }

    @Test func `takes encoded JSON`() {
        #expect(HTTPBody.json(Data("[1]".utf8)).data == Data("[1]".utf8))
    }

    @Test func `refuses a value that JSON cannot represent`() throws {
        let error = try #require(throws: RequestError.self) { try HTTPBody.json([Double.infinity]) }
        #expect(error.description.hasPrefix("The body cannot be sent: "))
    }

    @Test func `writes forms, texts and bytes with their types`() {
        #expect(
            HTTPBody.form(["a": "b c"])
                == HTTPBody(Data("a=b+c".utf8), contentType: "application/x-www-form-urlencoded"))
        #expect(HTTPBody.text("é") == HTTPBody(Data([0xC3, 0xA9]), contentType: "text/plain; charset=utf-8"))
        #expect(HTTPBody.binary(Data([0])) == HTTPBody(Data([0]), contentType: "application/octet-stream"))
    }
}
