import Testing

@testable import EndpointCore

@Suite struct HostNameTests {
    @Test(arguments: [
        "example.com", "a", "a-b.c_d", "xn--mnchen-3ya.de", "example.com.", "1.example", "3com.com", "127.0.0.1",
        "255.255.255.255",
        "0.0.0.0", "0xg.com", "0xgg", "[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[2001:db8::8:800:200c:417a]",
        "[::ffff:127.0.0.1]",
        "[1:2:3:4:5:6:1.2.3.4]", "[1::]", "[1:2:3:4:5:6:7::]",
    ])
    func `takes names and addresses`(text: String) {
        #expect(HostName(text[...])?.text == text)
    }

    @Test(arguments: [
        "", ".", "..", "a..b", ".a", "a b", "a%2Fb", "%00", "%2F", "a/b", "a\\b", "a@b", "a:b", "a\tb", "a\r\nb",
        "münchen.de", "a\u{301}",
        "\u{212A}.com", "a!b", "a,b", "a|b", "<a>", String(repeating: "a", count: 254),
    ])
    func `refuses what is no name`(text: String) {
        #expect(HostName(text[...]) == nil)
    }

    @Test(arguments: [
        "127.1", "2130706433", "0x7f000001", "0X7F.1", "0x", "127.0.0.1.", "127.0.0.01", "0177.0.0.1", "256.0.0.1",
        "1.2.3.4.5", "a.1",
        "1.2.3.0x4", "1.2.3.",
    ])
    func `refuses numbers that only some read as an address`(text: String) {
        #expect(HostName(text[...]) == nil)
    }

    @Test(arguments: [
        "[", "]", "[]", "::1", "[::1", "::1]", "[:]", "[:::]", "[1]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]",
        "[1:2:3:4:5:6:7:8::]",
        "[::1::]", "[12345::]", "[g::]", "[fe80::1%25eth0]", "[v1.a]", "[1.2.3.4::]", "[::1.2.3]", "[::1.2.3.256]",
        "[:1::]", "[[::1]]",
    ])
    func `refuses a malformed IPv6 address`(text: String) {
        #expect(HostName(text[...]) == nil)
    }

    @Test func `is in lower case`() {
        #expect(HostName("API.Example.COM")?.text == "api.example.com")
    }

    @Test(arguments: [
        "localhost", "LOCALHOST", "api.localhost", "127.0.0.1", "127.255.255.255", "[::1]",
    ])
    func `knows this machine`(text: String) {
        #expect(HostName(text[...])?.isLoopback == true)
    }

    @Test(arguments: [
        "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example", "127.evil.example", "128.0.0.1", "0.0.0.0",
        "[::]",
        "[::2]", "[::ffff:127.0.0.1]", "localhost.", "10.0.0.1",
    ])
    func `knows other machines`(text: String) {
        #expect(HostName(text[...])?.isLoopback == false)
    }
}
