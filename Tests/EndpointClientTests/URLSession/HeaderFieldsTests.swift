import Testing

@testable import EndpointClient

@Suite struct HeaderFieldsTests {
    private let defaults = HeaderFields(["Accept": "*/*", "User-Agent": "Endpoint"])

    @Test func `the later field wins, whatever the case of its name`() throws {
        let fields = try defaults.setting(["accept": "text/plain", "X-A": "1"])
        #expect(fields.values == ["accept": "text/plain", "User-Agent": "Endpoint", "X-A": "1"])
        #expect(try fields.setting(["ACCEPT": "a/b"]).values["ACCEPT"] == "a/b")
        #expect(try fields.setting(["ACCEPT": "a/b"]).values.count == 3)
    }

    @Test func `two spellings of one name leave one field, always the same`() throws {
        #expect(try defaults.setting(["x-a": "lower", "X-A": "upper"]).values["x-a"] == "lower")
        #expect(try defaults.setting(["x-a": "lower", "X-A": "upper"]).values["X-A"] == nil)
    }

    @Test(arguments: [
        "Host", "content-length", "Transfer-Encoding", "Connection", "Expect", "TE", "Trailer", "Upgrade",
    ])
    func `refuses what only the client may set`(name: String) {
        #expect(throws: RequestError(.reservedHeader(name))) { try defaults.setting([name: "1"]) }
    }

    @Test func `refuses a value that would split the message`() {
        #expect(throws: RequestError(.headerValue(name: "X-A"))) { try defaults.setting(["X-A": "1\r\nX-B: 2"]) }
    }
}
