import Testing

@testable import EndpointClient

@Suite struct RequestResolverTests {
    private struct Environment: APIEnvironment {
        var baseURL: URL
        var headers: [String: String] = [:]
        var allowsInsecureConnections = false
    }

    private func resolver(_ base: String, headers: [String: String] = [:], insecure: Bool = false) throws
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
    func `resolves below the base`(base: String, url: String, expected: String) throws {
        #expect(try resolver(base).resolve(request(url)).url.absoluteString == expected)
    }

    @Test(arguments: ["../admin", "//evil/books", "books/../../admin", "%2e%2e/admin"])
    func `refuses to leave the base`(url: String) throws {
        let error = try #require(throws: RequestError.self) { try resolver("https://h/v1").resolve(request(url)) }
        guard case .escapesBase = error.reason else { return #expect(Bool(false), "\(error)") }
    }

    @Test(arguments: ["http://example.com/x", "ftp://h/x", "https://u:p@h/x", "file:///etc/passwd"])
    func `refuses a URL that is not safe`(url: String) throws {
        #expect(throws: RequestError.self) { try resolver("https://h").resolve(request(url)) }
    }

    @Test func `cleartext goes to this machine, and elsewhere only where the environment says so`() throws {
        #expect(throws: Never.self) { try resolver("http://localhost:1").resolve(request("x")) }
        #expect(throws: RequestError.self) { try resolver("http://h").resolve(request("x")) }
        #expect(throws: Never.self) { try resolver("http://h", insecure: true).resolve(request("x")) }
    }

    @Test func `the environment's headers stay at its origin`() throws {
        let resolver = try resolver("https://h", headers: ["X-Key": "1"])
        #expect(try resolver.resolve(request("x")).headers["X-Key"] == "1")
        #expect(try resolver.resolve(request("https://h/y")).headers["X-Key"] == "1")
        #expect(try resolver.resolve(request("https://h:444/y")).headers["X-Key"] == nil)
    }

    @Test func `a header of the environment that cannot be sent is an error of the call`() throws {
        let resolver = try resolver("https://h", headers: ["X-Key": "1\n"])
        #expect(throws: RequestError(.headerValue(name: "X-Key"))) { try resolver.resolve(request("x")) }
    }

    @Test(arguments: [("patch", "PATCH"), ("post", "POST"), ("QUERY", "QUERY"), ("query", "query")])
    func `a known method goes in upper case`(method: String, expected: String) throws {
        #expect(try resolver("https://h").resolve(request("x", method)).method == expected)
    }

    @Test(arguments: ["GET /x HTTP/1.1\r\nX: 1", "A B", ""])
    func `refuses what is no method`(method: String) throws {
        #expect(throws: RequestError(.method(method))) { try resolver("https://h").resolve(request("x", method)) }
    }

    @Test func `refuses two bodies`() throws {
        var request = try request("x", "POST")
        request.urlRequest.httpBody = Data("1".utf8)
        request.body = .data(Data("2".utf8))
        #expect(throws: RequestError.self) { try resolver("https://h").resolve(request) }
    }

    @Test func `takes the body from either place`() throws {
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

@Suite struct CaseInsensitiveHeadersTests {
    private let defaults = CaseInsensitiveHeaders(["Accept": "*/*", "User-Agent": "Endpoint"])

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
