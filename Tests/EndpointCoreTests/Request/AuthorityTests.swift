import Testing

@testable import EndpointCore

@Suite struct AuthorityTests {
    @Test(
        arguments: [
            ("h", "h", nil, nil), ("H:80", "h", 80, nil), ("h:", "h", nil, nil), ("h:0080", "h", 80, nil),
            ("h:65535", "h", 65_535, nil),
            ("u@h", "h", nil, "u"), ("u:p%40@h:1", "h", 1, "u:p%40"), ("@h", "h", nil, ""),
            ("[::1]", "[::1]", nil, nil),
            ("[::1]:8080", "[::1]", 8_080, nil), ("u@[::1]:1", "[::1]", 1, "u"),
        ] as [(String, String, Int?, String?)])
    func `has a host, a port and user information`(text: String, host: String, port: Int?, user: String?) throws {
        let authority = try Authority(text[...])
        #expect(authority.host.text == host)
        #expect(authority.port == port)
        #expect(authority.userinfo.map(String.init) == user)
    }

    @Test(arguments: [
        "", ":", ":80", "h:0", "h:65536", "h:99999", "h:99999999999999999999", "h:-1", "h:+1", "h: 1", "h:1:2", "h:a",
        "h:١", "[::1]x",
        "h]", "::1", "[::1]:a", "h b", "%2F", "h%", "é", "h:80\u{301}", "\u{301}h",
    ])
    func `refuses a malformed host or port`(text: String) {
        #expect(throws: RequestError(.host(text))) { try Authority(text[...]) }
        #expect(throws: RequestError(.host(text))) { try Authority("u@" + text) }
    }

    @Test(arguments: ["good\\@evil", "a@b@evil", "a b@evil", "a/b@evil", "ü@evil", "a[@evil"])
    func `refuses user information in which another parser finds another host`(text: String) {
        #expect(throws: RequestError(.host("evil"))) { try Authority(text[...]) }
    }

    @Test func `keeps a password out of its error`() {
        #expect(throws: RequestError(.host("h:0"))) { try Authority("user:secret@h:0") }
    }
}
