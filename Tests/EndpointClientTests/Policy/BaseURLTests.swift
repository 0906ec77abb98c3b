import EndpointClient
import TestSupport
import Testing

@Suite struct BaseURLTests {
    private func resolve(_ request: String, below base: String) throws -> String {
        try BaseURL(URL(required: base)).resolve(URL(required: request)).absoluteString
    }

    @Test(arguments: ["https://h/v1", "https://h/v1/"], ["books", "/books", "./books", "x/../books", "/x/./../books"])
    func `a relative URL is resolved below the base URL`(base: String, request: String) throws {
        #expect(try resolve(request, below: base) == "https://h/v1/books")
    }

    @Test(
        arguments: [
            ("https://h", "books", "https://h/books"), ("https://h/", "/books", "https://h/books"),
            ("https://h/v1", "books/", "https://h/v1/books/"),
            ("https://h/v1", "books/..", "https://h/v1/"), ("https://h/v1", "/", "https://h/v1/"),
            ("https://h/v1", "./", "https://h/v1/"),
            ("https://h/v1", ".//x", "https://h/v1//x"), ("https://h", ".//x", "https://h//x"),
            ("https://h/v1", "a%2Fb", "https://h/v1/a%2Fb"),
            ("https://h/v1", "..%2F..%2Fx", "https://h/v1/..%2F..%2Fx"), ("https://h/v1", "a:b/c", nil),
            ("https://h/v1", "./a:b", "https://h/v1/a:b"),
            ("https://h/v1", "a/b:c@d", "https://h/v1/a/b:c@d"), ("https://h/v1", "é", "https://h/v1/%C3%A9"),
            ("https://h/v1", "%zz", "https://h/v1/%25zz"),
            ("https://h/v1", "\\\\evil\\x", "https://h/v1/%5C%5Cevil%5Cx"),
            ("https://h/v1", "/\\evil", "https://h/v1/%5Cevil"),
            ("https://h/v1", "...", "https://h/v1/..."),
            ("https://h/v1", ".well-known/x", "https://h/v1/.well-known/x"),
            ("https://h/a/../v1", "x", "https://h/v1/x"), ("https://h/v1", "a//b", "https://h/v1/a//b"),
            ("https://h:8443/v1", "x", "https://h:8443/v1/x"),
            ("HTTPS://H:443/V1", "x", "https://h/V1/x"),
            ("https://münchen.de/ü", "x", "https://xn--mnchen-3ya.de/%C3%BC/x"),
        ] as [(String, String, String?)])
    func `the base URL keeps its path`(base: String, request: String, url: String?) throws {
        guard let url else {
            #expect(throws: RequestError(.scheme("a"))) { try resolve(request, below: base) }
            return
        }
        #expect(try resolve(request, below: base) == url)
    }

    @Test(arguments: ["https://h", "https://h/", "https://h/v1", "https://h/v1/", "https://h/v1?k=1"])
    func `a dot means the base URL itself`(base: String) throws {
        #expect(try resolve(".", below: base) == base)
        #expect(try resolve("#f", below: base) == base)
    }

    @Test(arguments: [
        ("https://h/v1?k=1", "books", "https://h/v1/books?k=1"),
        ("https://h/v1?k=1", "books?p=2", "https://h/v1/books?k=1&p=2"),
        ("https://h/v1?k=1", "books?", "https://h/v1/books?k=1"),
        ("https://h/v1?", "books?p=2", "https://h/v1/books?p=2"),
        ("https://h/v1", "?p=2", "https://h/v1?p=2"), ("https://h/v1?k=1", "?p=2", "https://h/v1?k=1&p=2"),
        ("https://h/v1?k=1#f", "books?p=2#g", "https://h/v1/books?k=1&p=2"),
        ("https://h/v1", "b?x=../..&y=/a?b", "https://h/v1/b?x=../..&y=/a?b"),
        ("https://h/v1?k=1", "https://h/x?p=2#f", "https://h/x?p=2"),
    ])
    func `the query of the base URL comes first, and no fragment is sent`(base: String, request: String, url: String)
        throws
    {
        #expect(try resolve(request, below: base) == url)
    }

    @Test(
        arguments: [
            "//evil/x", "//evil", "//", "///x", "////x", "//@evil", "..", "../x", "/..", "/../x", "x/../../y", "./..",
            "a/b/../../..", "../v1/x", "../v1",
            "%2e%2e", "%2e%2e/x", ".%2E/x", "%2E./x", "a/%2e%2e/b", "a/.%2e", "%2e", "..?x", "..#x", "//h/v1/books",
        ], ["https://h", "https://h/v1", "https://h/v1/"])
    func `a relative URL can't leave the base URL`(request: String, base: String) throws {
        #expect(throws: RequestError(.escapesBase(request, base: base))) { try resolve(request, below: base) }
    }

    @Test(arguments: [
        ("https://other/x", "https://other/x"), ("https://h/admin", "https://h/admin"),
        ("HTTPS://Other:443/X?y#f", "https://other/X?y"),
        ("https://other", "https://other"), ("https://other/a/../b", "https://other/b"),
        ("http://localhost:8080/x", "http://localhost:8080/x"),
        ("http://127.0.0.1/", "http://127.0.0.1/"), ("https://[::1]:1/x", "https://[::1]:1/x"),
    ])
    func `an absolute URL replaces the base URL`(request: String, url: String) throws {
        #expect(try resolve(request, below: "https://h/v1?k=1") == url)
    }

    @Test func `a relative URL with its own base is absolute`() throws {
        let request = try #require(URL(string: "x", relativeTo: URL(string: "https://other/a/")))
        let url = try BaseURL(URL(required: "https://h/v1")).resolve(request)
        #expect(url.absoluteString == "https://other/a/x")
    }

    @Test func `a base URL has a host and an origin`() throws {
        let base = try BaseURL(URL(required: "https://API.example.com:8443/v1"))
        #expect(base.host == "api.example.com")
        #expect(base.origin?.description == "https://api.example.com:8443")
    }

    @Test func `a request of ten kilobytes is resolved`() throws {
        let request = String(repeating: "a/./b/../", count: 1_200)
        #expect(try resolve(request, below: "https://h/v1") == "https://h/v1/" + String(repeating: "a/", count: 1_200))
    }
}

@Suite struct BaseURLRefusalTests {
    @Test(
        arguments: [
            ("v1", .missingScheme("v1")), ("/v1", .missingScheme("/v1")), ("//h/v1", .missingScheme("//h/v1")),
            ("https:/v1", .url("https:/v1")),
            ("https:h", .url("https:h")),
            ("ftp://h/v1", .scheme("ftp")), ("file:///etc", .scheme("file")), ("data:,x", .scheme("data")),
            ("javascript:alert(1)", .scheme("javascript")),
            ("https:///v1", .host("")), ("https://%2F/v1", .host("%2F")), ("https://h:99999/v1", .host("h:99999")),
            ("https://127.1/", .host("127.1")),
            ("https://user:pw@h/v1", .url("https://***@h/v1")), ("https://good@evil/", .url("https://***@evil/")),
        ] as [(String, RequestError.Reason)])
    func `a URL that can't be a base or an absolute request is refused`(text: String, reason: RequestError.Reason)
        throws
    {
        let url = try URL(required: text)
        let request = try URL(required: "books")
        #expect(throws: RequestError(reason)) { try BaseURL(url).resolve(request) }
        #expect(BaseURL(url).origin == nil || text.contains("@"))
        guard text.contains(":") else { return }
        let base = try BaseURL(URL(required: "https://h/v1"))
        #expect(throws: RequestError(reason)) { try base.resolve(url) }
    }

    @Test(arguments: ["localhost:8080", "localhost:8080/v1", "api.localhost:1/v1"])
    func `the error for a base on this machine without a scheme says to add http`(text: String) throws {
        let base = try BaseURL(URL(required: text))
        let error = try #require(throws: RequestError.self) { try base.resolve(URL(required: "books")) }
        #expect(error.description == "\"\(text)\" has no scheme: add http:// before it.")
    }

    @Test(arguments: ["api.example.com/v1", "api.example.com:8443", "db:9200", "db:9200/v1?k=1"])
    func `the error for a base without a scheme says to add https`(text: String) throws {
        let base = try BaseURL(URL(required: text))
        let error = try #require(throws: RequestError.self) { try base.resolve(URL(required: "books")) }
        #expect(error.description == "\"\(text)\" has no scheme: add https:// before it.")
    }

    @Test func `an invalid base URL refuses absolute requests as well`() throws {
        let base = try BaseURL(URL(required: "v1"))
        #expect(base.host.isEmpty)
        #expect(throws: RequestError(.missingScheme("v1"))) { try base.resolve(URL(required: "https://h/x")) }
    }

    @Test(arguments: [
        "http://h/v1", "http://10.0.0.1/v1", "http://localhost.evil/v1", "http://127.0.0.1.evil/v1", "HTTP://H/v1",
    ])
    func `cleartext to another machine is refused unless it is allowed`(text: String) throws {
        let (url, safe) = try (URL(required: text), URL(required: "https://h"))
        let request = try URL(required: "x")
        #expect(throws: RequestError(.insecure(text.lowercased() + "/x"))) { try BaseURL(url).resolve(request) }
        #expect(throws: RequestError(.insecure(text.lowercased()))) { try BaseURL(safe).resolve(url) }
        let resolved = try BaseURL(url).resolve(request, allowsInsecureConnections: true)
        #expect(resolved.absoluteString == text.lowercased() + "/x")
    }

    @Test(arguments: [
        "http://localhost/v1", "http://api.localhost:8080/v1", "http://127.0.0.1:1/v1", "http://[::1]/v1",
    ])
    func `cleartext to this machine is allowed`(text: String) throws {
        let url = try BaseURL(URL(required: text)).resolve(URL(required: "x"))
        #expect(url.absoluteString == text + "/x")
    }
}

@Suite struct BaseURLFuzzTests {
    @Test(arguments: ["https://api.example.com", "https://api.example.com/v1", "https://api.example.com/v1/?k=1"])
    func `60,000 random requests stay below the base URL or are absolute`(text: String) throws {
        let base = try BaseURL(URL(required: text))
        let path = text.contains("v1") ? "/v1" : ""
        var random = SplitMix64(seed: 4)
        var resolved = 0
        for _ in 0..<20_000 {
            let reference = random.reference()
            guard let request = URL(string: reference), let url = try? base.resolve(request) else { continue }
            resolved += 1
            #expect(url.user == nil && url.password == nil && url.fragment == nil)
            if request.scheme != nil {
                #expect(Origin(url)?.isSecure == true || Origin(url)?.isLoopback == true)
                continue
            }
            #expect(Origin(url) == base.origin)
            #expect(url.absoluteString.hasPrefix("https://api.example.com" + path), "\(reference)")
            let sent = url.path(percentEncoded: true)
            #expect(sent.hasPrefix(path), "\(reference)")
            #expect(
                !sent.split(separator: "/").contains { [".", ".."].contains($0.removingPercentEncoding) },
                "\(reference)")
        }
        #expect(resolved > 5_000)
    }

    @Test(arguments: ["books", "/books", "//h/books", "?page=2"])
    func `without a base URL, a relative URL is refused`(request: String) {
        #expect(throws: RequestError(.relative(request))) { try BaseURL(nil).resolve(URL(required: request)) }
    }

    @Test func `without a base URL, an absolute URL is resolved by the same rules`() throws {
        let base = BaseURL(nil)
        #expect(base.origin == nil)
        #expect(try base.resolve(URL(required: "https://h/a/../b#c")).absoluteString == "https://h/b")
        #expect(throws: RequestError(.insecure("http://h/b"))) { try base.resolve(URL(required: "http://h/b")) }
    }
}
