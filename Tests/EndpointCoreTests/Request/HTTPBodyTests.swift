import EndpointCore
import Testing

@Suite struct HTTPBodyTests {
    @Test func `a value is encoded with sorted keys and so always gives the same bytes`() throws {
        let body = try HTTPBody.json(["b": "x/y", "a": "z"])
        #expect(body.data == Data(#"{"a":"z","b":"x/y"}"#.utf8))
        #expect(body.contentType == "application/json")
    }

    @Test func `a body takes encoded JSON`() {
        #expect(HTTPBody.json(Data("[1]".utf8)).data == Data("[1]".utf8))
    }

    @Test func `a value that JSON can't represent is refused`() throws {
        let error = try #require(throws: RequestError.self) { try HTTPBody.json([Double.infinity]) }
        #expect(error.description.hasPrefix("The body cannot be sent: "))
    }

    @Test func `forms, texts and bytes are written with their media types`() {
        #expect(
            HTTPBody.form(["a": "b c"])
                == HTTPBody(Data("a=b+c".utf8), contentType: "application/x-www-form-urlencoded"))
        #expect(HTTPBody.text("é") == HTTPBody(Data([0xC3, 0xA9]), contentType: "text/plain; charset=utf-8"))
        #expect(HTTPBody.binary(Data([0])) == HTTPBody(Data([0]), contentType: "application/octet-stream"))
    }
}
