import EndpointCore
import Testing

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://example.com", "https://example.com", 443),
        ("https://example.com:443/a?b#c", "https://example.com", 443),
        ("http://example.com:80", "http://example.com", 80), ("http://example.com:443", "http://example.com:443", 443),
        ("HTTPS://Example.COM:8443/", "https://example.com:8443", 8_443), ("https://user:pw@h/", "https://h", 443),
        ("https://h:/", "https://h", 443), ("http://[::1]:8080/x", "http://[::1]:8080", 8_080),
    ])
    func `is scheme, host and port of a URL`(text: String, description: String, port: Int) throws {
        let origin = try #require(Origin(URL(required: text)))
        #expect(origin.description == description)
        #expect(origin.port == port)
    }

    @Test(arguments: [
        "books/1", "//h/x", "https:/x", "https:///x", "https:h", "ftp://h/", "file:///etc/passwd", "data:,x",
        "mailto:a@h",
        "https://%2F/", "https://h:99999/", "https://127.1/", "ws://h",
    ])
    func `other URLs have none`(text: String) throws {
        #expect(try Origin(URL(required: text)) == nil)
    }

    @Test func `the default port makes no difference, scheme and host do`() throws {
        let origins = try ["https://h", "https://H:443/x", "http://h", "https://h:80", "https://g", "http://h:443"]
            .map { try #require(Origin(URL(required: $0))) }
        #expect(origins[0] == origins[1])
        #expect(Set(origins).count == 5)
    }

    @Test(arguments: [
        ("https://h", true, false), ("http://h", false, false), ("http://localhost:1", false, true),
        ("https://[::1]", true, true),
    ])
    func `knows whether it is encrypted and whether it is this machine`(text: String, secure: Bool, loopback: Bool)
        throws
    {
        let origin = try #require(Origin(URL(required: text)))
        #expect(origin.isSecure == secure)
        #expect(origin.isLoopback == loopback)
    }

    @Test func `is that of the absolute form of a relative URL`() throws {
        let url = try #require(URL(string: "x", relativeTo: URL(string: "https://h/a/")))
        #expect(Origin(url)?.description == "https://h")
    }
}
