import Testing

@testable import EndpointCore

@Suite struct RedirectTargetTests {
    private func target(_ location: String) throws -> String {
        try RedirectTarget(location, from: URL(required: "https://h/a/b?c")).url.absoluteString
    }

    @Test(arguments: [
        ("rel", "https://h/a/rel"), ("../up", "https://h/up"), ("../../up", "https://h/up"), ("?q", "https://h/a/b?q"),
        ("#f", "https://h/a/b?c"),
        ("/x#f", "https://h/x"), ("a%2Fb", "https://h/a/a%2Fb"), ("%zz", "https://h/a/%25zz"),
        ("/a b/é?ü=[1]", "https://h/a%20b/%C3%A9?%C3%BC=%5B1%5D"),
        ("//other", "https://other"), ("//other/x", "https://other/x"), ("HTTPS://OTHER:0443/X", "https://other/X"),
        ("https://other:/x", "https://other/x"),
        ("https://other:8443", "https://other:8443"), ("https://u:p@other/x", "https://other/x"),
        ("//u@other:1/x", "https://other:1/x"),
        ("http://good@evil/", "http://evil/"), ("https://[::1]:1/x", "https://[::1]:1/x"),
        ("\\\\evil\\x", "https://h/a/%5C%5Cevil%5Cx"),
        ("/\\evil", "https://h/%5Cevil"), ("/.//evil", "https://h//evil"), ("1:2", "https://h/a/1:2"),
        ("  /x  ", "https://h/x"),
        ("/%2e%2e/%00", "https://h/%2e%2e/%00"), ("/{id}|^`\"<>", "https://h/%7Bid%7D%7C%5E%60%22%3C%3E"),
        ("/a%0d b", "https://h/a%0d%20b"),
    ])
    func `follows RFC 3986 from the raw text`(location: String, url: String) throws {
        #expect(try target(location) == url)
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://h/", "mailto:a@h", "x:y", "httpss://h/",
        "http+unix://h/", "about:blank",
    ])
    func `refuses other schemes`(location: String) {
        #expect(throws: RequestError(.redirect("its scheme is neither http nor https.", to: location))) {
            try target(location)
        }
    }

    @Test(arguments: [
        "//%2F", "//%00", "//%00%2F:8101", "//", "///x", "////x", "http:///x", "https://", "https://:80/",
        "https://h:99999/", "https://h:0/",
        "https://h:8a/", "https://a b/", "https://good\\@evil/", "https://good\\.evil/", "https://a@b@evil/",
        "https://ü.de/", "https://127.1/",
        "https://0x7f000001/", "https://[::1/", "https://[x]/", "https://h%00/", "//h:80:80", "https://?x",
        "https://#x", "https://h\u{301}/", "https://\\evil",
    ])
    func `refuses a malformed host or port`(location: String) {
        #expect(throws: RequestError(.redirect("its host or port cannot be used.", to: location))) {
            try target(location)
        }
    }

    @Test(arguments: ["https:/x", "https:x", "http:", "https:?x", "https:\\\\evil\\x"])
    func `refuses a URL without a host`(location: String) {
        #expect(throws: RequestError(.redirect("it is not a usable URL.", to: location))) { try target(location) }
    }

    @Test(arguments: [
        "/a\tb", "/a\nb", "/x\r\nSet-Cookie: a=b", "ht\ttps://evil/", "//ev\nil/", "/\0", "\u{1}//evil", "/\u{7F}",
    ])
    func `refuses control characters`(location: String) {
        #expect(throws: RequestError(.redirect("it contains a control character.", to: location))) {
            try target(location)
        }
    }

    @Test func `takes ten kilobytes`() throws {
        #expect(
            try target("/" + String(repeating: " é", count: 3_400)) == "https://h/"
                + String(repeating: "%20%C3%A9", count: 3_400))
        #expect(throws: RequestError.self) { try target("//" + String(repeating: "a", count: 10_240)) }
    }
}
