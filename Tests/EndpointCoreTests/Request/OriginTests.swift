import TestSupport
import Testing

@testable import EndpointCore

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://example.com", "https://example.com", 443),
        ("https://example.com:443/a?b#c", "https://example.com", 443),
        ("http://example.com:80", "http://example.com", 80), ("http://example.com:443", "http://example.com:443", 443),
        ("HTTPS://Example.COM:8443/", "https://example.com:8443", 8_443), ("https://user:pw@h/", "https://h", 443),
        ("https://h:/", "https://h", 443), ("http://[::1]:8080/x", "http://[::1]:8080", 8_080),
    ])
    func `an origin is the scheme, host and port of a URL`(text: String, description: String, port: Int) throws {
        let origin = try #require(Origin(URL(required: text)))
        #expect(origin.description == description)
        #expect(origin.port == port)
    }

    @Test(arguments: [
        "books/1", "//h/x", "https:/x", "https:///x", "https:h", "ftp://h/", "file:///etc/passwd", "data:,x",
        "mailto:a@h",
        "https://%2F/", "https://h:99999/", "https://127.1/", "ws://h",
    ])
    func `a URL of another scheme, or without a valid host, has no origin`(text: String) throws {
        #expect(try Origin(URL(required: text)) == nil)
    }

    @Test func `an explicit default port makes no difference, but scheme and host do`() throws {
        let origins = try ["https://h", "https://H:443/x", "http://h", "https://h:80", "https://g", "http://h:443"]
            .map { try #require(Origin(URL(required: $0))) }
        #expect(origins[0] == origins[1])
        #expect(Set(origins).count == 5)
    }

    @Test(arguments: [
        ("https://h", true, false), ("http://h", false, false), ("http://localhost:1", false, true),
        ("https://[::1]", true, true),
    ])
    func `an origin has the properties isSecure and isLoopback`(text: String, secure: Bool, loopback: Bool)
        throws
    {
        let origin = try #require(Origin(URL(required: text)))
        #expect(origin.isSecure == secure)
        #expect(origin.isLoopback == loopback)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80", true), ("https://[::1]", true), ("http://web1", false), ("http://h.2x", false),
        ("http://1.2.3.4.example", false), ("http://localhost", false),
    ])
    func `an origin tells addresses from names`(text: String, isAddress: Bool) throws {
        #expect(try #require(Origin(URL(required: text))).isAddress == isAddress)
    }

    @Test func `a relative URL has the origin of its base`() throws {
        let url = try #require(URL(string: "x", relativeTo: URL(string: "https://h/a/")))
        #expect(Origin(url)?.description == "https://h")
    }
}

@Suite struct AuthorityTests {
    @Test(
        arguments: [
            ("h", "h", nil, nil), ("H:80", "h", 80, nil), ("h:", "h", nil, nil), ("h:0080", "h", 80, nil),
            ("h:65535", "h", 65_535, nil),
            ("u@h", "h", nil, "u"), ("u:p%40@h:1", "h", 1, "u:p%40"), ("@h", "h", nil, ""),
            ("[::1]", "[::1]", nil, nil),
            ("[::1]:8080", "[::1]", 8_080, nil), ("u@[::1]:1", "[::1]", 1, "u"),
        ] as [(String, String, Int?, String?)])
    func `an authority has a host, a port and user information`(text: String, host: String, port: Int?, user: String?)
        throws
    {
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
    func `a malformed host or port is refused`(text: String) {
        #expect(throws: RequestError(.host(text))) { try Authority(text[...]) }
        #expect(throws: RequestError(.host(text))) { try Authority("u@" + text) }
    }

    @Test(arguments: ["good\\@evil", "a@b@evil", "a b@evil", "a/b@evil", "ü@evil", "a[@evil"])
    func `user information in which another parser finds another host is refused`(text: String) {
        #expect(throws: RequestError(.host("evil"))) { try Authority(text[...]) }
    }

    @Test func `the error of an authority doesn't contain the password`() {
        #expect(throws: RequestError(.host("h:0"))) { try Authority("user:secret@h:0") }
    }
}

@Suite struct HostNameTests {
    @Test(arguments: [
        "example.com", "a", "a-b.c_d", "xn--mnchen-3ya.de", "example.com.", "1.example", "3com.com", "127.0.0.1",
        "255.255.255.255",
        "0.0.0.0", "0xg.com", "0xgg", "[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[2001:db8::8:800:200c:417a]",
        "[::ffff:127.0.0.1]",
        "[1:2:3:4:5:6:1.2.3.4]", "[1::]", "[1:2:3:4:5:6:7::]",
    ])
    func `host names and addresses are accepted`(text: String) {
        #expect(HostName(text[...])?.text == text)
    }

    @Test(arguments: [
        "", ".", "..", "a..b", ".a", "a b", "a%2Fb", "%00", "%2F", "a/b", "a\\b", "a@b", "a:b", "a\tb", "a\r\nb",
        "münchen.de", "a\u{301}",
        "\u{212A}.com", "a!b", "a,b", "a|b", "<a>", String(repeating: "a", count: 254),
    ])
    func `malformed host names are refused`(text: String) {
        #expect(HostName(text[...]) == nil)
    }

    @Test(arguments: [
        "127.1", "2130706433", "0x7f000001", "0X7F.1", "0x", "127.0.0.1.", "127.0.0.01", "0177.0.0.1", "256.0.0.1",
        "1.2.3.4.5", "a.1",
        "1.2.3.0x4", "1.2.3.",
    ])
    func `numbers that only some parsers read as an address are refused`(text: String) {
        #expect(HostName(text[...]) == nil)
    }

    @Test(arguments: [
        "[", "]", "[]", "::1", "[::1", "::1]", "[:]", "[:::]", "[1]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]",
        "[1:2:3:4:5:6:7:8::]",
        "[::1::]", "[12345::]", "[g::]", "[fe80::1%25eth0]", "[v1.a]", "[1.2.3.4::]", "[::1.2.3]", "[::1.2.3.256]",
        "[:1::]", "[[::1]]",
    ])
    func `a malformed IPv6 address is refused`(text: String) {
        #expect(HostName(text[...]) == nil)
    }

    @Test func `a host name is in lower case`() {
        #expect(HostName("API.Example.COM")?.text == "api.example.com")
    }

    @Test(arguments: [
        "localhost", "LOCALHOST", "api.localhost", "127.0.0.1", "127.255.255.255", "[::1]",
    ])
    func `the loopback hosts are recognised`(text: String) {
        #expect(HostName(text[...])?.isLoopback == true)
    }

    @Test(arguments: [
        "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example", "127.evil.example", "128.0.0.1", "0.0.0.0",
        "[::]",
        "[::2]", "[::ffff:127.0.0.1]", "localhost.", "10.0.0.1",
    ])
    func `hosts that aren't loopback hosts are recognised`(text: String) {
        #expect(HostName(text[...])?.isLoopback == false)
    }
}
