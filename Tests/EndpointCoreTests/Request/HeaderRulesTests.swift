import Testing

@_spi(EndpointTool) @testable import EndpointCore

@Suite struct HeaderRulesTests {
    @Test(arguments: [
        ("Accept", "a/b"), ("X-Empty", ""), ("x", "a b\tc"), ("X-E", "é"),
        ("!#$%&'*+-.^_`|~9", "x"),
    ])
    func `valid headers are accepted`(name: String, value: String) throws {
        try HeaderRules.check(name: name, value: value)
    }

    @Test(arguments: [
        "", " ", "a b", "a:", "a\r\nb", "a\n", "a\0", "é", "a(", "a/b", "a\"", "{a}", "a,b", "a=b", "a@b", "[a]", "a?",
        "a;b", "a\\b", "<a>",
    ])
    func `a name that isn't a token is refused`(name: String) {
        #expect(throws: RequestError(.headerName(name))) { try HeaderRules.check(name: name, value: "x") }
    }

    @Test(arguments: [
        "a\nb", "a\rb", "a\r\nb", "a\n", "\na", "a\0", "\u{7F}", "a\u{1B}b", "\u{1}", " ", "\t", " a", "a ", "a\t",
        "\ta",
    ])
    func `a value with a control character or a space at an end is refused`(value: String) {
        #expect(throws: RequestError(.headerValue(name: "X"))) { try HeaderRules.check(name: "X", value: value) }
    }

    @Test(arguments: [
        "Content-Length", "Transfer-Encoding", "Host", "Connection", "Expect", "TE", "Trailer", "Upgrade", "Keep-Alive",
        "Proxy-Connection",
        "hOsT", "content-length", "te",
    ])
    func `headers that only the client sets are refused`(name: String) {
        #expect(throws: RequestError(.reservedHeader(name))) { try HeaderRules.check(name: name, value: "x") }
        #expect(HeaderRules.isReserved(name))
    }

    @Test func `the fields of a connection, and those that Connection names, are not end to end`() {
        let fields: HeaderFields = [
            "Connection": "close, X-Hop,\tX-Other", "x-hop": "1", "X-OTHER": "1", "Keep-Alive": "5",
            "Proxy-Connection": "close", "Proxy-Authenticate": "Basic", "Proxy-Authentication-Info": "1",
            "Proxy-Authorization": "Basic x", "TE": "trailers", "Trailer": "X", "Transfer-Encoding": "chunked",
            "Upgrade": "h2c", "Content-Length": "1", "Host": "a", "Authorization": "Bearer x",
        ]
        #expect(fields.endToEnd == ["Content-Length": "1", "Host": "a", "Authorization": "Bearer x"])
    }

    @Test(arguments: ["Content-Type", "Hosts", "X-Host", "Authorization", "T", "Cookie"])
    func `header names that the client doesn't set are accepted`(name: String) {
        #expect(!HeaderRules.isReserved(name))
    }

    @Test func `a token has exactly the characters of RFC 9110`() {
        let token = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let all = (0...0x17F).compactMap { Unicode.Scalar(UInt32($0)) }.map(String.init)
        #expect(Set(all.filter(HeaderRules.isToken)) == Set(token.map(String.init)))
        #expect(!HeaderRules.isToken(""))
    }

    @Test(arguments: [
        ("GET", "GET"), ("get", "GET"), ("Patch", "PATCH"), ("patch", "PATCH"), ("pOsT", "POST"),
        ("options", "OPTIONS"), ("delete", "DELETE"),
        ("put", "PUT"), ("head", "HEAD"), ("trace", "TRACE"), ("connect", "CONNECT"), ("propfind", "propfind"),
        ("M-SEARCH", "M-SEARCH"),
    ])
    func `known methods are written in upper case`(method: String, normal: String) throws {
        #expect(try HeaderRules.normalised(method: method) == normal)
    }

    @Test(arguments: ["", " ", "GET ", "GET / HTTP/1.1\r\nX: y", "GE T", "GET\n", "GÉT", "get\0", "po\u{17F}t"])
    func `a method that isn't a token is refused`(method: String) {
        #expect(throws: RequestError(.method(method))) { try HeaderRules.normalised(method: method) }
    }
}
