import Testing

@testable import EndpointClient

@Suite struct RequestResolverTests {
    private struct Environment: APIEnvironment {
        var baseURL: URL
        var headers: HeaderFields = [:]
        var allowsInsecureConnections = false
    }

    private func resolver(_ base: String, headers: HeaderFields = [:], insecure: Bool = false) throws
        -> RequestResolver
    {
        let url = try #require(URL(string: base))
        return RequestResolver(Environment(baseURL: url, headers: headers, allowsInsecureConnections: insecure))
    }

    private func request(_ url: String, _ method: String = "GET") throws -> APIRequest {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        return APIRequest(request, for: RawEndpoint(request))
    }

    @Test(arguments: [
        ("https://h", "books", "https://h/books"), ("https://h/", "books", "https://h/books"),
        ("https://h/v1", "books", "https://h/v1/books"), ("https://h/v1/", "/books", "https://h/v1/books"),
        ("https://h/v1?key=1", "books?page=2", "https://h/v1/books?key=1&page=2"),
        ("https://h/v1", ".", "https://h/v1"),
        ("https://h/v1", "https://other/x", "https://other/x"),
    ])
    func `a relative URL is resolved below the base URL`(base: String, url: String, expected: String) throws {
        #expect(try resolver(base).resolve(request(url)).url.absoluteString == expected)
    }

    @Test(arguments: ["../admin", "//evil/books", "books/../../admin", "%2e%2e/admin"])
    func `a URL that would leave the base URL is refused`(url: String) throws {
        let error = try #require(throws: RequestError.self) { try resolver("https://h/v1").resolve(request(url)) }
        guard case .escapesBase = error.reason else { return #expect(Bool(false), "\(error)") }
    }

    @Test(arguments: ["http://example.com/x", "ftp://h/x", "https://u:p@h/x", "file:///etc/passwd"])
    func `an unsafe URL is refused`(url: String) throws {
        #expect(throws: RequestError.self) { try resolver("https://h").resolve(request(url)) }
    }

    @Test func `cleartext is sent to this machine, and elsewhere only if the environment allows it`() throws {
        #expect(throws: Never.self) { try resolver("http://localhost:1").resolve(request("x")) }
        #expect(throws: RequestError.self) { try resolver("http://h").resolve(request("x")) }
        #expect(throws: Never.self) { try resolver("http://h", insecure: true).resolve(request("x")) }
    }

    @Test func `a header that the environment gives twice is refused, and a request may replace one`() throws {
        let twice = try resolver("https://h", headers: ["X-A": "1", "x-a": "2"])
        #expect(throws: RequestError(.repeatedHeader("x-a"))) { try twice.resolve(request("x")) }
        var own = try request("x")
        own.urlRequest.setValue("2", forHTTPHeaderField: "x-a")
        #expect(try resolver("https://h", headers: ["X-A": "1"]).resolve(own).headers.values(of: "X-A") == ["2"])
    }

    @Test func `the environment's headers are sent to its origin only`() throws {
        let resolver = try resolver("https://h", headers: ["X-Key": "1"])
        #expect(try resolver.resolve(request("x")).headers["X-Key"] == "1")
        #expect(try resolver.resolve(request("https://h/y")).headers["X-Key"] == "1")
        #expect(try resolver.resolve(request("https://h:444/y")).headers["X-Key"] == nil)
    }

    private func redirect(_ status: Int = 302, to location: String?, from request: ResolvedRequest) throws
        -> HTTPURLResponse
    {
        let fields = location.map { ["Location": $0] }
        return try #require(
            HTTPURLResponse(url: request.url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    @Test func `a redirect to another origin doesn't get the environment's headers`() throws {
        let resolver = try resolver("https://h", headers: ["X-Key": "1"])
        let first = try resolver.resolve(request("x"))
        let near = try #require(try resolver.redirect(of: first, by: redirect(to: "y", from: first), after: 0))
        #expect((near.url.absoluteString, near.headers["X-Key"]) == ("https://h/y", "1"))
        let far = try #require(try resolver.redirect(of: first, by: redirect(to: "https://i/", from: first), after: 0))
        #expect((far.origin.host, far.headers["X-Key"]) == ("i", nil))
    }

    @Test func `an answer that isn't a redirect is final, and the limit ends a chain`() throws {
        let resolver = try resolver("https://h")
        let first = try resolver.resolve(request("x"))
        #expect(try resolver.redirect(of: first, by: redirect(200, to: "y", from: first), after: 0) == nil)
        #expect(try resolver.redirect(of: first, by: redirect(to: nil, from: first), after: 0) == nil)
        let error = #expect(throws: URLError.self) {
            try resolver.redirect(of: first, by: redirect(to: "y", from: first), after: 2, limit: 2)
        }
        #expect(error?.code == .httpTooManyRedirects)
    }

    @Test func `a redirect is final for a request that keeps redirects`() throws {
        let resolver = try resolver("https://h")
        var request = try self.request("x")
        request.followsRedirects = false
        let first = try resolver.resolve(request)
        #expect(try resolver.redirect(of: first, by: redirect(to: "y", from: first), after: 0, limit: 0) == nil)
    }

    @Test func `a redirect to cleartext names the request that was redirected`() throws {
        let resolver = try resolver("https://h/v1")
        let first = try resolver.resolve(request("x?access_token=canary-1234"))
        let refusal = try #require(throws: RequestError.self) {
            try resolver.redirect(of: first, by: redirect(to: "http://h/", from: first), after: 0)
        }
        let start = "GET /v1/x?access_token="
        let end = #" → The redirect to "http://h/" was not followed: it leads from https to http."#
        #expect(refusal.description.hasPrefix(start) && refusal.description.hasSuffix(end), "\(refusal)")
        #expect(!refusal.description.contains("canary"))
    }

    @Test func `a resolver and a resolved request show no header`() throws {
        let resolver = try resolver("https://h", headers: ["X-Key": "k1"])
        var text = "\(resolver)"
        dump(resolver, to: &text)
        dump(try resolver.resolve(request("x?api_key=0123456789abcdef")), to: &text)
        #expect(!text.contains("k1") && !text.contains("0123456789abcdef"))
    }

    @Test func `an unsendable header of the environment is an error of the call`() throws {
        let resolver = try resolver("https://h", headers: ["X-Key": "1\n"])
        #expect(throws: RequestError(.headerValue(name: "X-Key"))) { try resolver.resolve(request("x")) }
    }

    @Test(arguments: [("patch", "PATCH"), ("post", "POST"), ("QUERY", "QUERY"), ("query", "query")])
    func `a known method is sent in upper case`(method: String, expected: String) throws {
        #expect(try resolver("https://h").resolve(request("x", method)).method == expected)
    }

    @Test(arguments: ["GET /x HTTP/1.1\r\nX: 1", "A B", ""])
    func `a malformed method is refused`(method: String) throws {
        #expect(throws: RequestError(.method(method))) { try resolver("https://h").resolve(request("x", method)) }
    }

    @Test func `a request with two bodies is refused`() throws {
        var request = try request("x", "POST")
        request.urlRequest.httpBody = Data("1".utf8)
        request.body = .data(Data("2".utf8))
        #expect(throws: RequestError.self) { try resolver("https://h").resolve(request) }
    }

    @Test func `the body is taken from either place of a request`() throws {
        var first = try request("x", "POST")
        first.urlRequest.httpBody = Data("123".utf8)
        #expect(try resolver("https://h").resolve(first).body?.length == 3)
        var second = try request("x", "POST")
        second.body = .stream(InputStream(data: Data()))
        let resolved = try resolver("https://h").resolve(second)
        #expect(resolved.body != nil)
        #expect(resolved.body?.length == nil)
    }
}

@Suite struct DefaultHeadersTests {
    private let defaults: HeaderFields = ["Accept": "*/*", "User-Agent": "Endpoint"]

    @Test func `the later field wins, whatever the case of its name`() throws {
        let fields = try defaults.setting(["accept": "text/plain", "X-A": "1"])
        #expect(fields.map(\.name) == ["accept", "User-Agent", "X-A"])
        #expect(fields == ["accept": "text/plain", "User-Agent": "Endpoint", "X-A": "1"])
        #expect(try fields.setting(["ACCEPT": "a/b"]) == ["ACCEPT": "a/b", "User-Agent": "Endpoint", "X-A": "1"])
    }

    @Test func `two spellings of one header name are refused`() {
        #expect(throws: RequestError(.repeatedHeader("x-a"))) {
            try defaults.setting(["X-A": "upper", "x-a": "lower"])
        }
    }

    @Test(arguments: [
        "Host", "content-length", "Transfer-Encoding", "Connection", "Expect", "TE", "Trailer", "Upgrade",
    ])
    func `a header that only the client may set is refused`(name: String) {
        #expect(throws: RequestError(.reservedHeader(name))) { try defaults.setting([name: "1"]) }
    }

    @Test func `a header value that would split the message is refused`() {
        #expect(throws: RequestError(.headerValue(name: "X-A"))) { try defaults.setting(["X-A": "1\r\nX-B: 2"]) }
    }
}
