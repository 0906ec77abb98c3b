import TestSupport
import Testing

@testable import EndpointClient

@Suite struct RedirectPolicyTests {
    private func next(
        _ status: Int = 302, _ location: String? = "/next", method: String = "GET", from url: String = "https://h/a/b",
        headers: HeaderFields = [:], hasBody: Bool = false, hop: Int = 0, policy: RedirectPolicy = RedirectPolicy()
    ) throws -> Redirect? {
        try policy.next(
            status: status, location: location, method: method, url: URL(required: url), headers: headers,
            hasBody: hasBody,
            hop: hop)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `five statuses redirect with a Location`(status: Int) throws {
        #expect(try next(status)?.url.absoluteString == "https://h/next")
    }

    @Test(arguments: [-1, 0, 100, 200, 201, 204, 300, 304, 305, 306, 309, 310, 399, 401, 404, 500])
    func `statuses that don't redirect are final, even with a Location`(status: Int) throws {
        #expect(try next(status) == nil)
    }

    @Test(arguments: [nil, "", " ", " \t "])
    func `a response without a Location is final`(location: String?) throws {
        #expect(try next(301, location) == nil)
    }

    @Test(arguments: [
        (301, "GET", "GET", true), (301, "HEAD", "HEAD", true), (301, "POST", "GET", false), (301, "PUT", "PUT", true),
        (301, "DELETE", "DELETE", true),
        (302, "GET", "GET", true), (302, "POST", "GET", false), (302, "PATCH", "PATCH", true), (302, "X", "X", true),
        (303, "GET", "GET", true), (303, "HEAD", "HEAD", true), (303, "POST", "GET", false), (303, "PUT", "GET", false),
        (303, "DELETE", "GET", false),
        (307, "POST", "POST", true), (307, "GET", "GET", true), (308, "POST", "POST", true), (308, "PUT", "PUT", true),
    ])
    func `the status decides about the method and the body`(
        status: Int, method: String, expected: String, keepsBody: Bool
    )
        throws
    {
        let redirect = try next(status, method: method, hasBody: true)
        #expect(redirect?.method == expected)
        #expect(redirect?.keepsBody == keepsBody)
    }

    @Test func `a redirect of a request without a body keeps none`() throws {
        #expect(try next(307, method: "POST")?.keepsBody == false)
    }

    @Test func `redirects are followed up to the limit`() throws {
        let policy = RedirectPolicy(limit: 2)
        #expect(try next(hop: 1, policy: policy) != nil)
        let error = #expect(throws: URLError.self) { try next(hop: 2, policy: policy) }
        #expect(error?.code == .httpTooManyRedirects)
        #expect(
            error?.localizedDescription
                == "The server redirected the call more than 2 times, the client's limit `redirects`.")
        #expect(try next(200, hop: 2, policy: policy) == nil)
        #expect(throws: URLError.self) { try next(policy: RedirectPolicy(limit: -1)) }
    }

    @Test func `ten redirects are followed by default`() throws {
        #expect(try next(hop: 9) != nil)
        #expect(throws: URLError.self) { try next(hop: 10) }
    }

    @Test func `https never becomes http, even where http is allowed`() {
        let policy = RedirectPolicy(allowsInsecureConnections: true)
        for location in ["http://h/x", "http://localhost/x", "http://other/x"] {
            #expect(throws: RequestError(.redirect("it leads from https to http.", to: location))) {
                try next(302, location, policy: policy)
            }
        }
    }

    @Test(arguments: ["http://other/x", "//other/x", "http://127.0.0.1.evil/"])
    func `cleartext to another machine is refused unless it is allowed`(location: String) throws {
        let problem =
            "it is unencrypted http to another machine. "
            + "Use https, or set allowsInsecureConnections to true in the APIEnvironment."
        #expect(throws: RequestError(.redirect(problem, to: location))) {
            try next(302, location, from: "http://localhost/")
        }
        let policy = RedirectPolicy(allowsInsecureConnections: true)
        #expect(try next(302, location, from: "http://localhost/", policy: policy) != nil)
    }

    @Test(arguments: ["/x", "http://127.0.0.1:8080/x", "https://other/x"])
    func `cleartext on this machine stays allowed, and so does https from it`(location: String) throws {
        #expect(try next(302, location, from: "http://localhost/") != nil)
    }

    @Test func `a redirect has the origin of its target`() throws {
        #expect(try next(302, "https://Other:8443/x")?.origin.description == "https://other:8443")
    }
}

@Suite struct RedirectHeadersTests {
    static let credentials = [
        "Authorization", "authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Auth-Token", "My-Secret",
        "Api-Token", "X-Amz-Security-Token",
        "Referer", "Origin", "traceparent", "tracestate", "baggage", "If", "If-Secret",
        "Content-Secret", "Accept-Secret", "Host", "",
    ]
    static let travelling = [
        "Accept", "accept-LANGUAGE", "Accept-Encoding", "User-Agent", "Content-Type", "Content-Language",
        "Content-Encoding", "Content-Range", "Idempotency-Key", "Range",
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Cache-Control", "Prefer",
    ]

    private func names(_ names: [String], dropsBody: Bool = false, crossesOrigin: Bool = false) -> Set<String> {
        let headers = HeaderFields(names.map { .init($0, "x") })
        return Set(Redirect.headers(headers, dropsBody: dropsBody, crossesOrigin: crossesOrigin).map(\.name))
    }

    @Test(arguments: credentials)
    func `headers that may identify the caller don't cross origins`(name: String) {
        #expect(names([name], crossesOrigin: true).isEmpty)
    }

    @Test(arguments: travelling)
    func `headers that say nothing about the caller cross origins`(name: String) {
        #expect(names([name], crossesOrigin: true) == [name])
    }

    @Test func `all headers stay on the same origin`() {
        let all = Self.credentials + Self.travelling
        #expect(names(all) == Set(all))
    }

    @Test func `the headers that describe a body go with it`() {
        let body = [
            "Content-Type", "content-encoding", "CONTENT-MD5", "Content-Anything", "Digest", "Repr-Digest",
            "Last-Modified",
        ]
        #expect(
            names(body + ["Authorization", "Accept", "Contents"], dropsBody: true) == [
                "Authorization", "Accept", "Contents",
            ])
        #expect(names(body + ["Accept", "X-Api-Key"], dropsBody: true, crossesOrigin: true) == ["Accept"])
    }

    @Test(arguments: [
        ("https://h/x", true), ("https://H:443/x", true), ("/x", true), ("//h/x", true), ("https://h:8443/x", false),
        ("https://g/x", false),
        ("https://sub.h/x", false), ("https://h./x", false), ("https://u@h/x", true), ("https://h@evil/x", false),
    ])
    func `credentials are sent to the same scheme, host and port only`(location: String, stays: Bool) throws {
        let headers: HeaderFields = ["Authorization": "Bearer x", "Accept": "a/b"]
        let redirect = try follow(307, location, headers: headers)
        #expect(redirect.headers == (stays ? headers : ["Accept": "a/b"]))
        #expect(redirect.keepsBody)
    }

    @Test func `the step from http to https leads to another origin`() throws {
        let redirect = try follow(307, "https://localhost/", from: "http://localhost/", headers: ["X-Api-Key": "x"])
        #expect(redirect.headers.isEmpty)
    }

    @Test func `a POST that becomes GET doesn't keep its Content-Type`() throws {
        let redirect = try follow(302, "/x", headers: ["Content-Type": "a/b", "Accept": "c/d"])
        #expect(redirect.headers == ["Accept": "c/d"])
    }

    private func follow(
        _ status: Int, _ location: String, from url: String = "https://h/a", headers: HeaderFields
    ) throws -> Redirect {
        let redirect = try RedirectPolicy().next(
            status: status, location: location, method: "POST", url: URL(required: url), headers: headers,
            hasBody: true, hop: 0)
        return try #require(redirect)
    }
}

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
    func `a raw Location is resolved as in RFC 3986`(location: String, url: String) throws {
        #expect(try target(location) == url)
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://h/", "mailto:a@h", "x:y", "httpss://h/",
        "http+unix://h/", "about:blank",
    ])
    func `a target with another scheme is refused`(location: String) {
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
    func `a target with a malformed host or port is refused`(location: String) {
        #expect(throws: RequestError(.redirect("its host or port cannot be used.", to: location))) {
            try target(location)
        }
    }

    @Test(arguments: ["https:/x", "https:x", "http:", "https:?x", "https:\\\\evil\\x"])
    func `a target without a host is refused`(location: String) {
        #expect(throws: RequestError(.redirect("it is not a usable URL.", to: location))) { try target(location) }
    }

    @Test(arguments: [
        "/a\tb", "/a\nb", "/x\r\nSet-Cookie: a=b", "ht\ttps://evil/", "//ev\nil/", "/\0", "\u{1}//evil", "/\u{7F}",
    ])
    func `a target with control characters is refused`(location: String) {
        #expect(throws: RequestError(.redirect("it contains a control character.", to: location))) {
            try target(location)
        }
    }

    @Test func `a target of ten kilobytes is resolved`() throws {
        #expect(
            try target("/" + String(repeating: " é", count: 3_400)) == "https://h/"
                + String(repeating: "%20%C3%A9", count: 3_400))
        #expect(throws: RequestError.self) { try target("//" + String(repeating: "a", count: 10_240)) }
    }
}

@Suite struct RedirectPolicyFuzzTests {
    private let headers: HeaderFields = [
        "Authorization": "a", "cookie": "b", "X-Anything": "c", "Accept": "d", "Content-Type": "e", "User-Agent": "f",
        "traceparent": "g",
    ]

    @Test func `no credential leaves its origin and no https becomes http, for 50,000 locations`() throws {
        let policy = RedirectPolicy(allowsInsecureConnections: true)
        var random = SplitMix64(seed: 5)
        var (followed, crossed) = (0, 0)
        for _ in 0..<50_000 {
            let source = try #require(
                URL(string: Bool.random(using: &random) ? "https://api.example.com/v1/a" : "http://localhost/a/"))
            let location = random.reference()
            let status = [301, 302, 303, 307, 308].randomElement(using: &random) ?? 301
            guard
                let redirect = try? policy.next(
                    status: status, location: location, method: "POST", url: source, headers: headers, hasBody: true,
                    hop: 0)
            else { continue }
            followed += 1
            check(redirect, from: source, location)
            if redirect.origin != Origin(source) { crossed += 1 }
        }
        #expect(followed > 10_000 && crossed > 100)
    }

    private func check(_ redirect: Redirect, from source: URL, _ location: String) {
        let text = redirect.url.absoluteString
        #expect(Origin(redirect.url) == redirect.origin && text.hasPrefix(redirect.origin.description), "\(location)")
        #expect(!text.contains("#") && redirect.url.user == nil && redirect.url.host != nil, "\(location)")
        #expect(!text.utf8.contains { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "\\") }, "\(location)")
        #expect(redirect.origin.isSecure || source.scheme == "http", "\(location)")
        #expect(redirect.keepsBody == (redirect.headers["Content-Type"] != nil))
        if redirect.origin == Origin(source) { return }
        #expect(
            Set(redirect.headers.map(\.name)).isSubset(of: ["Accept", "Content-Type", "User-Agent"]), "\(location)")
    }
}
